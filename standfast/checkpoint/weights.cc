#include "standfast/checkpoint/weights.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/parse_json.h"
#include "standfast/checkpoint/safetensors.h"
#include "standfast/text/json_field.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOne = "model.safetensors";
constexpr const char* kIndex = "model.safetensors.index.json";

std::string path_of(const std::string& folder, const std::string& name) {
  return (fs::path(folder) / name).string();
}
bool there(const std::string& folder, const char* name) {
  std::error_code ignored;
  return fs::exists(path_of(folder, name), ignored);
}

// The files that an index names, and in which each tensor is.
struct Index {
  std::set<std::string> files;
  std::map<std::string, std::string, std::less<>> file_of;
};

Result<Index> read_index(const std::string& path) {
  SF_ASSIGN(const std::string content, read_file(path));
  SF_ASSIGN(const auto json, parse_json<nlohmann::json>(content, path));
  SF_ASSIGN(const auto map, JsonField(json, path).at("weight_map"));
  SF_TRY(map.must_be_object());
  Index index;
  for (const auto& [tensor, value] : map.json().items()) {
    const JsonField field(value, path, "weight_map." + tensor);
    SF_ASSIGN(const std::string file, field.text());
    if (file.empty() || file == "." || file == ".." ||
        file.find_first_of(std::string("/\\\0", 3)) != std::string::npos)
      return field.wrong(fmt::format("\"{}\" is no name of a file in this folder", file));
    index.files.insert(file);
    index.file_of.emplace(tensor, file);
  }
  if (index.files.empty()) return map.wrong("names no file");
  return index;
}

Failure without_weights(const std::string& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error))
    return missing_error(fmt::format(
        "{}: there is no such folder; a model of the hub comes by \"standfast pull NAME\"", folder));
  std::string guess = "is it the folder of a model?";
  for (const auto& [file, what] : std::initializer_list<std::pair<const char*, const char*>>{
           {"adapter_config.json", "it holds an adapter (PEFT): merge it into its model and save that"},
           {"tf_model.h5", "its weights are TensorFlow's: load and save the model with transformers"},
           {"flax_model.msgpack", "its weights are Flax's: load and save the model with transformers"},
           {"model.onnx", "its weights are ONNX's: take the folder that they were made from"}})
    if (there(folder, file)) guess = what;
  return missing_error(
      fmt::format("{}: no weights are there (model.safetensors or pytorch_model.bin); {}", folder, guess));
}

}  // namespace

Result<Weights> Weights::open(const std::string& folder) {
  Weights out;
  out.folder_ = folder;
  Index index;
  if (there(folder, kOne)) {
    index.files = {kOne};
    out.files_ = {kOne};
  } else if (there(folder, kIndex)) {
    SF_ASSIGN(index, read_index(path_of(folder, kIndex)));
    out.files_ = {kIndex};
    out.files_.insert(out.files_.end(), index.files.begin(), index.files.end());
  } else {
    return without_weights(folder);
  }
  std::vector<std::pair<TensorInfo, size_t>> found;
  for (const std::string& name : index.files) {
    const std::string path = path_of(folder, name);
    SF_ASSIGN(auto map, MappedFile::open(path));
    SF_ASSIGN(auto header, parse_safetensors(map.bytes(), path));
    for (auto& tensor : header.tensors) {
      if (!index.file_of.empty()) {
        const auto listed = index.file_of.find(tensor.name);
        if (listed == index.file_of.end() || listed->second != name)
          return data_error(fmt::format("{}: has the tensor \"{}\", which {} does not say to be there", path,
                                        tensor.name, kIndex));
      }
      found.emplace_back(std::move(tensor), out.maps_.size());
    }
    out.maps_.push_back(std::move(map));
  }
  if (!index.file_of.empty() && found.size() != index.file_of.size())
    for (const auto& [tensor, file] : index.file_of)
      if (std::none_of(found.begin(), found.end(),
                       [&, &name = tensor](const auto& f) { return f.first.name == name; }))
        return data_error(fmt::format("{}: the tensor \"{}\" is not there, though {} says so",
                                      path_of(folder, file), tensor, kIndex));
  std::sort(found.begin(), found.end(),
            [](const auto& a, const auto& b) { return a.first.name < b.first.name; });
  for (auto& [tensor, map] : found) {
    out.tensors_.push_back(std::move(tensor));
    out.map_of_.push_back(map);
  }
  return out;
}

const TensorInfo* Weights::find(std::string_view name) const {
  const auto at = std::lower_bound(tensors_.begin(), tensors_.end(), name,
                                   [](const TensorInfo& t, std::string_view n) { return t.name < n; });
  return at == tensors_.end() || at->name != name ? nullptr : &*at;
}

Result<std::vector<float>> Weights::read(const TensorInfo& tensor) const {
  const size_t map = map_of_[static_cast<size_t>(&tensor - tensors_.data())];
  if (!is_floating(tensor.type))
    return data_error(fmt::format("{}: the tensor \"{}\" has numbers of {}; F32, F16, BF16 and F64 are read",
                                  folder_, tensor.name, name_of(tensor.type)));
  std::vector<float> out(tensor.numbers());
  to_floats(tensor.type, maps_[map].bytes().data() + tensor.begin, out.size(), out.data());
  return out;
}

}  // namespace standfast
