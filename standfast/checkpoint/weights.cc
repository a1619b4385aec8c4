#include "standfast/checkpoint/weights.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/parse_json.h"
#include "standfast/checkpoint/model_config.h"
#include "standfast/checkpoint/safetensors.h"
#include "standfast/checkpoint/torch_file.h"
#include "standfast/text/json_field.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;

// A layout of weights: one file of all tensors, or an index of several. The first layout found in a folder
// counts.
struct Way {
  const char *one, *index;
  Result<std::vector<TensorInfo>> (*parse)(std::string_view bytes, const std::string& file);
};
Result<std::vector<TensorInfo>> safetensors_of(std::string_view bytes, const std::string& file) {
  SF_ASSIGN(auto header, parse_safetensors(bytes, file));
  return std::move(header.tensors);
}
constexpr Way kWays[] = {{"model.safetensors", "model.safetensors.index.json", safetensors_of},
                         {"pytorch_model.bin", "pytorch_model.bin.index.json", parse_torch_file}};

std::string path_of(const std::string& folder, const std::string& name) {
  return (fs::path(folder) / name).string();
}
bool there(const std::string& folder, const char* name) {
  std::error_code ignored;
  return fs::exists(path_of(folder, name), ignored);
}

// The files that an index names, and the file of each tensor.
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
      return field.wrong(fmt::format("\"{}\" is not the name of a file in this folder", file));
    index.files.insert(file);
    index.file_of.emplace(tensor, file);
  }
  if (index.files.empty()) return map.wrong("names no file");
  return index;
}

}  // namespace

Result<Weights> Weights::open(const std::string& folder) {
  Weights out;
  out.folder_ = folder;
  Index index;
  const Way* way = nullptr;
  for (const Way& one : kWays)
    if (way == nullptr && (there(folder, one.one) || there(folder, one.index))) way = &one;
  if (way == nullptr) return absent_model(folder, "model.safetensors or pytorch_model.bin");
  if (there(folder, way->one)) {
    index.files = {way->one};
    out.files_ = {way->one};
  } else {
    SF_ASSIGN(index, read_index(path_of(folder, way->index)));
    out.files_ = {way->index};
    out.files_.insert(out.files_.end(), index.files.begin(), index.files.end());
  }
  std::vector<std::pair<TensorInfo, size_t>> found;
  for (const std::string& name : index.files) {
    const std::string path = path_of(folder, name);
    if (!there(folder, name.c_str()))
      return data_error(
          fmt::format("{}: is missing, though {} names it; is the download incomplete?", path, way->index));
    SF_ASSIGN(auto map, MappedFile::open(path));
    SF_ASSIGN(auto tensors, way->parse(map.bytes(), path));
    for (auto& tensor : tensors) {
      if (!index.file_of.empty()) {
        const auto listed = index.file_of.find(tensor.name);
        if (listed == index.file_of.end() || listed->second != name)
          return data_error(fmt::format("{}: has the tensor \"{}\", which {} does not list", path,
                                        tensor.name, way->index));
      }
      found.emplace_back(std::move(tensor), out.maps_.size());
    }
    out.maps_.push_back(std::move(map));
  }
  if (!index.file_of.empty() && found.size() != index.file_of.size())
    for (const auto& [tensor, file] : index.file_of)
      if (std::none_of(found.begin(), found.end(),
                       [&, &name = tensor](const auto& f) { return f.first.name == name; }))
        return data_error(fmt::format("{}: the tensor \"{}\" is missing, though {} lists it",
                                      path_of(folder, file), tensor, way->index));
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
    return data_error(
        fmt::format("{}: the tensor \"{}\" has numbers of {}; F32, F16, BF16 and F64 are supported", folder_,
                    tensor.name, name_of(tensor.type)));
  std::vector<float> numbers = floats_of(tensor, maps_[map].bytes().data() + tensor.begin);
  const auto bad = std::ranges::find_if(numbers, [](float number) { return !std::isfinite(number); });
  if (bad != numbers.end())
    return data_error(fmt::format(
        "{}: the tensor \"{}\" has a number that is not finite ({}, number {} of {}): nothing computed "
        "with it would be finite. Is the file damaged, or did its training diverge?",
        folder_, tensor.name, *bad, bad - numbers.begin() + 1, numbers.size()));
  return numbers;
}

}  // namespace standfast
