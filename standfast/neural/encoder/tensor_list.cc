#include "standfast/neural/encoder/tensor_list.h"

#include <utility>

#include "standfast/checkpoint/encoder_tensors.h"

namespace standfast {

void TensorList::vector(const std::string& name, std::span<const float> numbers) {
  list_.push_back({name, {numbers.size()}, numbers});
}

void TensorList::matrix(const std::string& name, std::span<const float> numbers, size_t columns) {
  list_.push_back({name, {numbers.size() / columns, columns}, numbers});
}

void TensorList::layer(const std::string& name, const Linear& from, size_t first, size_t last) {
  auto& rows = made_.emplace_back(std::make_unique<std::vector<float>>());
  rows->reserve((last - first) * from.inputs());
  for (size_t o = first; o < last; ++o)
    for (size_t k = 0; k < from.inputs(); ++k)
      rows->push_back(from.weights.panel(o / kPanelRows)[k * kPanelRows + o % kPanelRows]);
  matrix(name + ".weight", *rows, from.inputs());
  vector(name + ".bias", std::span(from.bias).subspan(first, last - first));
}

void TensorList::norm(const std::string& name, const NormWeights& from) {
  vector(name + ".weight", from.weight);
  vector(name + ".bias", from.bias);
}

void TensorList::encoder(const Transformer& from, ModelFamily family) {
  encoder(from, family, std::string(prefix_of(family)));
}

void TensorList::encoder(const Transformer& from, ModelFamily family, const std::string& prefix) {
  const TransformerWeights& weights = from.weights();
  const auto named = [&](EncoderPart part, size_t l = 0) { return prefix + name_of(part, family, l); };
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

}  // namespace standfast
