// The trainable parameters of an encoder and its classification head.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "standfast/neural/classify/sequence_classifier.h"
#include "standfast/num/autodiff/gather.h"
#include "standfast/num/autodiff/layer_norm.h"
#include "standfast/num/autodiff/linear.h"

namespace standfast {

// Trainable parameters of a network, as a list for an optimiser.

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

// Makes the encoder trainable and adds its parameters to the list. frozen: as below.
void learn(Transformer& encoder, uint32_t frozen, std::vector<Parameter>& list);
// Lets gradients pass through the frozen layers, for a key bias that learns before them.
void let_pass(Transformer& encoder, uint32_t frozen);
// Frees the memory that learning took.
void stop_learning(Transformer& encoder);

// Sets the dropout of an encoder during its lifetime: a rate for the hidden numbers and for attention
// weights.
class DropoutWhile {
 public:
  DropoutWhile(Transformer& encoder, float share) : shape_(encoder.shape()) { set(share); }
  ~DropoutWhile() { set(0); }
  DropoutWhile(const DropoutWhile&) = delete;
  DropoutWhile& operator=(const DropoutWhile&) = delete;

 private:
  void set(float share) { shape_.attention_dropout = shape_.hidden_dropout = share; }
  TransformerShape& shape_;
};

// Makes the classifier trainable. frozen: 0 all of it, 1 all but the embeddings, 2 not the first layer
// either, and so on; one more than there are layers: only the head. The model must stay where it is while it
// learns.
std::vector<Parameter> let_learn(SequenceClassifier& model, uint32_t frozen);
// Frees the memory that learning took.
void stop_learning(SequenceClassifier& model);

}  // namespace standfast
