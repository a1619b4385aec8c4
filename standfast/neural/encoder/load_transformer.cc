#include "standfast/neural/encoder/load_transformer.h"

#include <utility>

#include <fmt/format.h>

namespace standfast {
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
        "config.json: the activation \"{}\" is not known here; gelu, gelu_new, relu, silu and tanh are",
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
