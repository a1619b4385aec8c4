// The trainable parameters of an encoder and its classification head.
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/neural/classify/sequence_classifier.h"
#include "standfast/neural/train/parameters.h"

namespace standfast {

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
