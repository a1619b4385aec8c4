// Writing a classifier as transformers reads it.
#include <filesystem>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/checkpoint/encoder_tensors.h"
#include "standfast/checkpoint/write_config.h"
#include "standfast/checkpoint/write_safetensors.h"
#include "standfast/neural/classify/sequence_classifier.h"

namespace standfast {
namespace {

// Tensors for a file, and the numbers of those that lie in another order in memory.
class TensorList {
 public:
  explicit TensorList(std::string prefix) : prefix_(std::move(prefix)) {}

  void vector(const std::string& name, std::span<const float> numbers) {
    list_.push_back({name, {numbers.size()}, numbers});
  }
  void matrix(const std::string& name, std::span<const float> numbers, size_t columns) {
    list_.push_back({name, {numbers.size() / columns, columns}, numbers});
  }
  // Outputs [first, last) of a layer.
  void layer(const std::string& name, const Linear& from, size_t first, size_t last) {
    auto& rows = made_.emplace_back(std::make_unique<std::vector<float>>());
    rows->reserve((last - first) * from.inputs());
    for (size_t o = first; o < last; ++o)
      for (size_t k = 0; k < from.inputs(); ++k)
        rows->push_back(from.weights.panel(o / kPanelRows)[k * kPanelRows + o % kPanelRows]);
    matrix(name + ".weight", *rows, from.inputs());
    vector(name + ".bias", std::span(from.bias).subspan(first, last - first));
  }
  void layer(const std::string& name, const Linear& from) { layer(name, from, 0, from.bias.size()); }
  void norm(const std::string& name, const NormWeights& from) {
    vector(name + ".weight", from.weight);
    vector(name + ".bias", from.bias);
  }
  void encoder(const Transformer& from, ModelFamily family) {
    const TransformerWeights& weights = from.weights();
    const auto named = [&](EncoderPart part, size_t l = 0) { return prefix_ + name_of(part, family, l); };
    using Part = EncoderPart;
    for (const auto& [part, table] :
         {std::pair{Part::words, &weights.words}, std::pair{Part::positions, &weights.positions},
          std::pair{Part::types, &weights.types}})
      if (table->rows > 0) matrix(named(part) + ".weight", table->data, table->columns);
    norm(named(Part::norm), weights.norm);
    const size_t hidden = from.hidden();
    for (size_t l = 0; l < weights.layers.size(); ++l) {
      const TransformerLayer& one = weights.layers[l];
      layer(named(Part::query, l), one.query_key_value, 0, hidden);
      layer(named(Part::key, l), one.query_key_value, hidden, 2 * hidden);
      layer(named(Part::value, l), one.query_key_value, 2 * hidden, 3 * hidden);
      layer(named(Part::attended, l), one.attended);
      norm(named(Part::attended_norm, l), one.attended_norm);
      layer(named(Part::inner, l), one.inner);
      layer(named(Part::outer, l), one.outer);
      norm(named(Part::outer_norm, l), one.outer_norm);
    }
  }
  const std::vector<TensorToWrite>& all() const { return list_; }

 private:
  std::string prefix_;
  std::vector<TensorToWrite> list_;
  std::vector<std::unique_ptr<std::vector<float>>> made_;
};

}  // namespace

Status SequenceClassifier::save(const std::string& folder) const {
  SF_TRY(make_directories(folder));
  const ModelFamily family = config().family;
  const std::string prefix = std::string(prefix_of(family));
  TensorList tensors(prefix);
  tensors.encoder(encoder_.transformer, family);
  const std::string pooler = prefix + name_of(EncoderPart::pooler, family);
  const ClassHeadNames names = class_head_names(family, head_.bottleneck.has_value());
  if (head_.bottleneck) tensors.layer(names.bottleneck, *head_.bottleneck);
  tensors.layer(names.hidden != nullptr ? names.hidden : pooler, head_.hidden);
  tensors.layer(names.output, head_.output);
  if (!spare_pooler_.weight.empty()) {
    tensors.matrix(pooler + ".weight", spare_pooler_.weight, config().hidden);
    tensors.vector(pooler + ".bias", spare_pooler_.bias);
  }
  const std::filesystem::path path(folder);
  SF_TRY(write_safetensors((path / "model.safetensors").string(), tensors.all()));
  ModelConfig written = config();
  written.bottleneck = head_.bottleneck ? head_.bottleneck->bias.size() : 0;
  SF_TRY(write_model_config(folder, written));
  for (const auto& [name, content] : tokenizer_files_) SF_TRY(write_file((path / name).string(), content));
  return {};
}

}  // namespace standfast
