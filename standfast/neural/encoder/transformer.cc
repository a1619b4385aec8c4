#include "standfast/neural/encoder/transformer.h"

#include <cassert>
#include <utility>

#include "standfast/num/autodiff/attention.h"
#include "standfast/num/autodiff/layer_norm.h"
#include "standfast/num/kernel/buffer.h"

namespace standfast {
namespace {

Strided<const float> read(const FloatMatrix& m) {
  return {m.data.data(), m.rows, m.columns, m.columns};
}
Strided<float> written(FloatMatrix& m) {
  return {m.data.data(), m.rows, m.columns, m.columns};
}

// Numbers for the rows in between, unset until they are written.
class Rows {
 public:
  Rows(size_t rows, size_t columns) : rows_(rows), columns_(columns), numbers_(rows * columns) {}
  Strided<float> written() { return {numbers_.data(), rows_, columns_, columns_}; }
  Strided<const float> read() const { return {numbers_.data(), rows_, columns_, columns_}; }
  std::span<float> all() { return numbers_; }

 private:
  size_t rows_, columns_;
  Buffer<float> numbers_;
};

LayerNorm norm_of(const NormWeights& weights, float epsilon) {
  return {weights.weight, weights.bias, epsilon};
}

}  // namespace

Transformer::Transformer(TransformerShape shape, TransformerWeights weights)
    : shape_(shape), weights_(std::move(weights)) {
  assert(shape_.heads > 0 && hidden() % shape_.heads == 0 && most_tokens() > 0);
}

size_t Transformer::most_tokens() const {
  const size_t before = shape_.positions_behind ? static_cast<size_t>(*shape_.positions_behind) + 1 : 0;
  return weights_.positions.rows > before ? weights_.positions.rows - before : 0;
}

FloatMatrix Transformer::embed(const TokenRows& tokens) const {
  FloatMatrix out(tokens.ids.size(), hidden());
  for (size_t s = 0; s < tokens.texts(); ++s) {
    size_t number = 0;
    for (size_t i = tokens.segments[s]; i < tokens.segments[s + 1]; ++i) {
      const int32_t id = tokens.ids[i];
      size_t position = number;
      if (shape_.positions_behind) {
        const int32_t pad = *shape_.positions_behind;
        number += id != pad;
        position = static_cast<size_t>(pad) + (id == pad ? 0 : number);
      } else {
        ++number;
      }
      const auto word = weights_.words.row(static_cast<size_t>(id));
      const auto place = weights_.positions.row(position);
      const auto row = out.row(i);
      if (weights_.types.rows == 0) {
        for (size_t j = 0; j < row.size(); ++j) row[j] = word[j] + place[j];
      } else {
        const auto type = weights_.types.row(tokens.types.empty() ? 0 : static_cast<size_t>(tokens.types[i]));
        for (size_t j = 0; j < row.size(); ++j) row[j] = word[j] + type[j] + place[j];
      }
    }
  }
  layer_norm(norm_of(weights_.norm, shape_.epsilon), written(out), {});
  return out;
}

FloatMatrix Transformer::last_states(
    const TokenRows& tokens, int threads,
    const std::function<void(size_t layer, const FloatMatrix& states)>& each) const {
  assert(tokens.types.empty() || tokens.types.size() == tokens.ids.size());
  FloatMatrix states = embed(tokens);
  if (each) each(0, states);
  const size_t rows = tokens.ids.size();
  Rows projected(rows, 3 * hidden()), context(rows, hidden()), change(rows, hidden());
  for (size_t l = 0; l < layers(); ++l) {
    const TransformerLayer& layer = weights_.layers[l];
    linear(layer.query_key_value, read(states), projected.written(), threads);
    attention(projected.read(), tokens.segments, shape_.heads, context.written());
    linear(layer.attended, context.read(), change.written(), threads);
    layer_norm(norm_of(layer.attended_norm, shape_.epsilon), written(states), change.read());
    Rows inner(rows, layer.inner.bias.size());
    linear(layer.inner, read(states), inner.written(), threads);
    activate(shape_.activation, inner.all());
    linear(layer.outer, inner.read(), change.written(), threads);
    layer_norm(norm_of(layer.outer_norm, shape_.epsilon), written(states), change.read());
    if (each) each(l + 1, states);
  }
  return states;
}

}  // namespace standfast
