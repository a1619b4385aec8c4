#include "standfast/neural/encoder/transformer.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "standfast/num/autodiff/attention.h"
#include "standfast/num/autodiff/dropout.h"

namespace standfast {

Transformer::Transformer(TransformerShape shape, TransformerWeights weights)
    : shape_(shape), weights_(std::move(weights)) {
  assert(shape_.heads > 0 && hidden() % shape_.heads == 0 && most_tokens() > 0);
}

size_t Transformer::most_tokens() const {
  const size_t before = shape_.positions_behind ? static_cast<size_t>(*shape_.positions_behind) + 1 : 0;
  return weights_.positions.rows > before ? weights_.positions.rows - before : 0;
}

ValuePtr Transformer::embed(Tape& tape, const TokenRows& tokens) const {
  const size_t rows = tokens.ids.size();
  RowsOf words{&weights_.words, {tokens.ids.begin(), tokens.ids.end()}},
      types{&weights_.types, std::vector<uint32_t>(rows)},
      positions{&weights_.positions, std::vector<uint32_t>(rows)};
  std::ranges::copy(tokens.types, types.rows.begin());
  for (size_t s = 0; s < tokens.texts(); ++s) {
    uint32_t number = 0;
    for (size_t i = tokens.segments[s]; i < tokens.segments[s + 1]; ++i) {
      if (!shape_.positions_behind) {
        positions.rows[i] = number++;
        continue;
      }
      const int32_t pad = *shape_.positions_behind;
      const bool is_pad = tokens.ids[i] == pad;
      number += is_pad ? 0 : 1;
      positions.rows[i] = static_cast<uint32_t>(pad) + (is_pad ? 0 : number);
    }
  }
  std::vector<RowsOf> tables = {std::move(words)};
  if (weights_.types.rows > 0) tables.push_back(std::move(types));
  tables.push_back(std::move(positions));
  const auto out = layer_norm(tape, weights_.norm, shape_.epsilon, gather(tape, std::move(tables)), nullptr);
  dropout(tape, out, tokens.segments, shape_.hidden_dropout);
  return out;
}

ValuePtr Transformer::states(Tape& tape, const TokenRows& tokens, const Each& each) const {
  return states(tape, tokens, nullptr, each);
}

ValuePtr Transformer::states(Tape& tape, const TokenRows& tokens, const ValuePtr& key_bias) const {
  return states(tape, tokens, key_bias, {});
}

ValuePtr Transformer::states(Tape& tape, const TokenRows& tokens, const ValuePtr& key_bias,
                             const Each& each) const {
  assert(tokens.types.empty() || tokens.types.size() == tokens.ids.size());
  ValuePtr states = embed(tape, tokens);
  if (each) each(0, states->read());
  for (size_t l = 0; l < layers(); ++l) {
    const TransformerLayer& layer = weights_.layers[l];
    auto change = linear(tape, states, layer.query_key_value);
    change = attention(tape, change, tokens.segments, shape_.heads, shape_.attention_dropout, key_bias);
    change = linear(tape, change, layer.attended);
    if (shape_.attended_dropout) dropout(tape, change, tokens.segments, shape_.hidden_dropout);
    states = layer_norm(tape, layer.attended_norm, shape_.epsilon, states, change);
    change = activation(tape, shape_.activation, linear(tape, states, layer.inner));
    change = linear(tape, change, layer.outer);
    dropout(tape, change, tokens.segments, shape_.hidden_dropout);
    states = layer_norm(tape, layer.outer_norm, shape_.epsilon, states, change);
    if (each) each(l + 1, states->read());
  }
  return states;
}

}  // namespace standfast
