#include "standfast/neural/train/parameters.h"

namespace standfast {

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
