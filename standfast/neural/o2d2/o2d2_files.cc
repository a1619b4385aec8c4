#include "standfast/neural/o2d2/o2d2_files.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/parse_json.h"
#include "standfast/checkpoint/weights.h"
#include "standfast/checkpoint/write_safetensors.h"

namespace standfast {
namespace {

std::string place(const std::string& folder, const char* name) {
  return (std::filesystem::path(folder) / name).string();
}

// Lists parts as tensors. Numbers of layers lie in another order in memory and are copied.
struct ListTensors {
  std::vector<TensorToWrite>& list;
  std::vector<std::unique_ptr<std::vector<float>>>& made;

  void operator()(const std::string& name, const Table& table) const {
    list.push_back({name + ".weight", {table.rows, table.columns}, table.data});
  }
  void operator()(const std::string& name, const Linear& layer, size_t outputs) const {
    const size_t inputs = layer.inputs();
    auto& rows = *made.emplace_back(std::make_unique<std::vector<float>>());
    for (size_t o = 0; o < outputs; ++o)
      for (size_t k = 0; k < inputs; ++k)
        rows.push_back(layer.weights.panel(o / kPanelRows)[k * kPanelRows + o % kPanelRows]);
    list.push_back({name + ".weight", {outputs, inputs}, rows});
    if (!layer.bias.empty()) list.push_back({name + ".bias", {outputs}, layer.bias});
  }
  void operator()(const std::string& name, const LearnedNumbers& numbers) const {
    list.push_back({name, {numbers.numbers.size()}, numbers.numbers});
  }
};

// Fills parts, which have the sizes that are expected, from tensors. The first error stays.
struct FillParts {
  const Weights& weights;
  Status& status;

  void operator()(const std::string& name, Table& table) const {
    if (auto read = take(name + ".weight", {table.rows, table.columns})) table.data = std::move(*read);
  }
  void operator()(const std::string& name, Linear& layer, size_t outputs) const {
    const size_t inputs = layer.inputs();
    if (const auto read = take(name + ".weight", {outputs, inputs}))
      layer.weights = pack_outputs({read->data(), outputs, inputs, inputs});
    if (layer.bias.empty()) return;
    if (auto read = take(name + ".bias", {outputs})) layer.bias = std::move(*read);
  }
  void operator()(const std::string& name, LearnedNumbers& numbers) const {
    if (auto read = take(name, {numbers.numbers.size()})) numbers.numbers = std::move(*read);
  }

 private:
  std::optional<std::vector<float>> take(const std::string& name, const std::vector<uint64_t>& shape) const {
    if (!status) return std::nullopt;
    const TensorInfo* found = weights.find(name);
    if (found == nullptr) {
      status = data_error(fmt::format("{}: there is no tensor {}", weights.folder(), name));
      return std::nullopt;
    }
    if (found->shape != shape) {
      status = data_error(fmt::format("{}: {} has the shape {}, and {} is expected", weights.folder(), name,
                                      shape_text(found->shape), shape_text(shape)));
      return std::nullopt;
    }
    auto numbers = weights.read(*found);
    if (numbers) return std::move(*numbers);
    status = Failure(numbers.error());
    return std::nullopt;
  }
};

}  // namespace

Status save_o2d2(const std::string& folder, const O2d2Network& network, const O2d2Vocabulary& vocabulary) {
  std::vector<TensorToWrite> list;
  std::vector<std::unique_ptr<std::vector<float>>> made;
  each_encoder_part(network, ListTensors{list, made});
  each_detector_part(network, ListTensors{list, made});
  SF_TRY(write_safetensors(place(folder, "model.safetensors"), list));
  return write_file(place(folder, "vocabulary.json"), vocabulary.save().dump() + "\n");
}

Result<LoadedO2d2> load_o2d2(const std::string& folder) {
  const std::string path = place(folder, "vocabulary.json");
  SF_ASSIGN(const std::string text, read_plain_file(path));
  SF_ASSIGN(const auto json, parse_json(text, path));
  SF_ASSIGN(O2d2Vocabulary vocabulary, O2d2Vocabulary::restore(json));
  SF_ASSIGN(const Weights weights, Weights::open(folder));
  const TensorInfo* words = weights.find("words.weight");
  if (words == nullptr || words->shape.size() != 2 || words->shape[0] != vocabulary.word_rows() ||
      words->shape[1] == 0)
    return data_error(folder + ": there is no table of words with a row for each word of the vocabulary");
  O2d2Network begun = O2d2Network::begin(vocabulary, words->shape[1], 0);
  LoadedO2d2 out{std::move(vocabulary), std::move(begun)};
  Status status;
  each_encoder_part(out.network, FillParts{weights, status});
  each_detector_part(out.network, FillParts{weights, status});
  if (!status) return Failure(status.error());
  return out;
}

}  // namespace standfast
