#include "standfast/neural/encoder/transformer.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include <fmt/format.h>

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

namespace {

using Part = EncoderPart;

Result<FloatMatrix> table(const EncoderTensors& tensors, Part part, size_t columns) {
  FloatMatrix out;
  SF_ASSIGN(out.data, tensors.weight(part));
  out.columns = columns;
  out.rows = out.data.size() / columns;
  return out;
}

Result<NormWeights> norm(const EncoderTensors& tensors, Part part, size_t layer = 0) {
  NormWeights out;
  SF_ASSIGN(out.weight, tensors.weight(part, layer));
  SF_ASSIGN(out.bias, tensors.bias(part, layer));
  return out;
}

// Joins several maps of the same numbers, one below the other.
Result<Linear> maps(const EncoderTensors& tensors, std::initializer_list<Part> parts, size_t layer) {
  std::vector<float> weights, bias;
  for (const Part part : parts) {
    SF_ASSIGN(const auto some, tensors.weight(part, layer));
    weights.insert(weights.end(), some.begin(), some.end());
    SF_ASSIGN(const auto more, tensors.bias(part, layer));
    bias.insert(bias.end(), more.begin(), more.end());
  }
  const size_t outputs = bias.size(), inputs = weights.size() / outputs;
  return Linear{pack_outputs({weights.data(), outputs, inputs, inputs}), std::move(bias)};
}

Result<TransformerLayer> layer_of(const EncoderTensors& tensors, size_t l) {
  SF_ASSIGN(auto query_key_value, maps(tensors, {Part::query, Part::key, Part::value}, l));
  SF_ASSIGN(auto attended, maps(tensors, {Part::attended}, l));
  SF_ASSIGN(auto attended_norm, norm(tensors, Part::attended_norm, l));
  SF_ASSIGN(auto inner, maps(tensors, {Part::inner}, l));
  SF_ASSIGN(auto outer, maps(tensors, {Part::outer}, l));
  SF_ASSIGN(auto outer_norm, norm(tensors, Part::outer_norm, l));
  return TransformerLayer{std::move(query_key_value), std::move(attended), std::move(attended_norm),
                          std::move(inner),           std::move(outer),    std::move(outer_norm)};
}

}  // namespace

Result<Transformer> load_transformer(const EncoderTensors& tensors, const ModelConfig& config) {
  TransformerShape shape;
  shape.heads = config.heads;
  shape.epsilon = static_cast<float>(config.epsilon);
  if (config.family == ModelFamily::roberta) shape.positions_behind = config.pad;
  shape.attended_dropout = config.family != ModelFamily::distilbert;
  const auto activation = activation_named(config.activation);
  if (!activation)
    return data_error(fmt::format(
        "config.json: the activation \"{}\" is not supported; use gelu, gelu_new, relu, silu or tanh",
        config.activation));
  shape.activation = *activation;
  TransformerWeights weights;
  SF_ASSIGN(weights.words, table(tensors, Part::words, config.hidden));
  SF_ASSIGN(weights.positions, table(tensors, Part::positions, config.hidden));
  if (config.token_types > 0) {
    SF_ASSIGN(weights.types, table(tensors, Part::types, config.hidden));
  }
  SF_ASSIGN(weights.norm, norm(tensors, Part::norm));
  for (size_t l = 0; l < config.layers; ++l) {
    SF_ASSIGN(auto layer, layer_of(tensors, l));
    weights.layers.push_back(std::move(layer));
  }
  return Transformer(shape, std::move(weights));
}

}  // namespace standfast
