// Trainable parameters of a network, as a list for an optimiser.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "standfast/num/autodiff/gather.h"
#include "standfast/num/autodiff/layer_norm.h"
#include "standfast/num/autodiff/linear.h"

namespace standfast {

// Numbers and the gradient of a loss to each of them. The network owns both.
struct Parameter {
  std::string name;
  std::span<float> numbers, gradient;
  bool decays = false;      // subject to weight decay: weights of linear maps and tables, not biases and
                            // norms
  Table* table = nullptr;   // owner of these rows: only rows that a batch touches have a gradient
  Linear* layer = nullptr;  // owner of these weights, in panels: they must be transposed after a change
};

// Makes a part trainable and adds its parameters to the list.
void learn(Linear& layer, const std::string& name, std::vector<Parameter>& list);
// Does the same for a layer that may have no bias.
void learn(Linear& layer, size_t outputs, const std::string& name, std::vector<Parameter>& list);
void learn(NormWeights& norm, const std::string& name, std::vector<Parameter>& list);
// rows_that_stay: as in let_learn.
void learn(Table& table, const std::string& name, std::vector<Parameter>& list,
           std::span<const uint32_t> rows_that_stay = {});

}  // namespace standfast
