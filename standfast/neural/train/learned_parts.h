// What of an encoder and of a classifier learns.
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/neural/classify/sequence_classifier.h"
#include "standfast/neural/train/parameters.h"

namespace standfast {

// Lets the encoder learn and adds what it learns to the list. frozen: as below.
void learn(Transformer& encoder, uint32_t frozen, std::vector<Parameter>& list);
// Lets gradients pass through the layers that stay as they are, for what learns before them: a key bias.
void let_pass(Transformer& encoder, uint32_t frozen);
// Gives back what learning took.
void stop_learning(Transformer& encoder);

// Dropout of an encoder as long as it lives: a share of the hidden numbers and of the shares of attention.
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

// Lets the classifier learn. frozen: 0 all of it, 1 all but the embeddings, 2 not the first layer either, and so on; one more
// than there are layers: only the head. The model must stay where it is while it learns.
std::vector<Parameter> let_learn(SequenceClassifier& model, uint32_t frozen);
// Gives back what learning took.
void stop_learning(SequenceClassifier& model);

}  // namespace standfast
