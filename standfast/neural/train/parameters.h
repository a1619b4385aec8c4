// What a network learns, as a list for an optimiser.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "standfast/num/autodiff/gather.h"
#include "standfast/num/autodiff/layer_norm.h"
#include "standfast/num/autodiff/linear.h"

namespace standfast {

// Numbers and the gradient of a loss to each of them. The owner is the network.
struct Parameter {
  std::string name;
  std::span<float> numbers, gradient;
  bool decays = false;      // weights of linear maps and tables do, biases and norms do not
  Table* table = nullptr;   // whose rows these are: only those that a batch touches have a gradient
  Linear* layer = nullptr;  // whose weights these are, in panels: they must be turned when they have changed
};

// Lets the part learn and adds what it learns to the list.
void learn(Linear& layer, const std::string& name, std::vector<Parameter>& list);
// The same for a layer that may have no bias.
void learn(Linear& layer, size_t outputs, const std::string& name, std::vector<Parameter>& list);
void learn(NormWeights& norm, const std::string& name, std::vector<Parameter>& list);
// rows_that_stay: as let_learn takes them.
void learn(Table& table, const std::string& name, std::vector<Parameter>& list,
           std::span<const uint32_t> rows_that_stay = {});

}  // namespace standfast
