#include "standfast/neural/train/learned_parts.h"

#include <fmt/format.h>

namespace standfast {

void learn(Transformer& encoder, uint32_t frozen, std::vector<Parameter>& list) {
  TransformerWeights& weights = encoder.weights();
  if (frozen == 0) {
    learn(weights.words, "words", list);
    learn(weights.positions, "positions", list);
    if (weights.types.rows > 0) learn(weights.types, "types", list);
    learn(weights.norm, "norm", list);
  }
  for (size_t l = frozen == 0 ? 0 : frozen - 1; l < weights.layers.size(); ++l) {
    TransformerLayer& layer = weights.layers[l];
    const std::string at = fmt::format("layer {} ", l);
    learn(layer.query_key_value, at + "attention", list);
    learn(layer.attended, at + "attended", list);
    learn(layer.attended_norm, at + "attended norm", list);
    learn(layer.inner, at + "inner", list);
    learn(layer.outer, at + "outer", list);
    learn(layer.outer_norm, at + "outer norm", list);
  }
}

void let_pass(Transformer& encoder, uint32_t frozen) {
  for (size_t l = 0; l + 1 < frozen && l < encoder.layers(); ++l) {
    TransformerLayer& layer = encoder.weights().layers[l];
    for (Linear* linear : {&layer.query_key_value, &layer.attended, &layer.inner, &layer.outer})
      let_pass(*linear);
  }
}

void stop_learning(Transformer& encoder) {
  TransformerWeights& weights = encoder.weights();
  for (Table* table : {&weights.words, &weights.positions, &weights.types}) table->learns.reset();
  weights.norm.learns.reset();
  for (TransformerLayer& layer : weights.layers) {
    for (Linear* linear : {&layer.query_key_value, &layer.attended, &layer.inner, &layer.outer})
      linear->learns.reset();
    layer.attended_norm.learns.reset();
    layer.outer_norm.learns.reset();
  }
}

std::vector<Parameter> let_learn(SequenceClassifier& model, uint32_t frozen) {
  std::vector<Parameter> list;
  learn(model.encoder().transformer, frozen, list);
  Head& head = model.head();
  if (head.bottleneck) learn(*head.bottleneck, "bottleneck", list);
  learn(head.hidden, "head", list);
  learn(head.output, "classes", list);
  return list;
}

void stop_learning(SequenceClassifier& model) {
  stop_learning(model.encoder().transformer);
  Head& head = model.head();
  if (head.bottleneck) head.bottleneck->learns.reset();
  head.hidden.learns.reset();
  head.output.learns.reset();
}

void learn(Linear& layer, const std::string& name, std::vector<Parameter>& list) {
  learn(layer, layer.bias.size(), name, list);
}

void learn(Linear& layer, size_t outputs, const std::string& name, std::vector<Parameter>& list) {
  let_learn(layer, outputs);
  list.push_back({.name = name + ".weight",
                  .numbers = layer.weights.numbers(),
                  .gradient = layer.learns->weights.numbers(),
                  .decays = true,
                  .layer = &layer});
  if (!layer.bias.empty())
    list.push_back({.name = name + ".bias", .numbers = layer.bias, .gradient = layer.learns->bias});
}

void learn(NormWeights& norm, const std::string& name, std::vector<Parameter>& list) {
  let_learn(norm);
  list.push_back({.name = name + ".weight", .numbers = norm.weight, .gradient = norm.learns->weight});
  list.push_back({.name = name + ".bias", .numbers = norm.bias, .gradient = norm.learns->bias});
}

void learn(Table& table, const std::string& name, std::vector<Parameter>& list,
           std::span<const uint32_t> rows_that_stay) {
  let_learn(table, rows_that_stay);
  list.push_back({.name = name + ".weight",
                  .numbers = table.data,
                  .gradient = table.learns->numbers.data,
                  .decays = true,
                  .table = &table});
}

}  // namespace standfast
