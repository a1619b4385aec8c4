// The classification head of a fine-tuned classifier of texts: it computes scores of classes from the state
// of the first token.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/checkpoint/encoder_tensors.h"
#include "standfast/checkpoint/model_config.h"

namespace standfast {

// A head: scores = output(bend(hidden(x))). x is the state of the first token; with a bottleneck
// bend(hidden(bottleneck(x))).
struct ClassHead {
  enum class Bend { tanh, relu };
  struct Layer {
    std::vector<float> weight;  // [outputs, inputs], row by row
    std::vector<float> bias;
  };
  Bend bend = Bend::tanh;
  Layer bottleneck;  // H to few, in models fine-tuned here with one; else empty. Then `hidden` is few to H
  Layer hidden;      // H to H: BERT's pooler, RoBERTa's classifier.dense, DistilBERT's pre_classifier
  Layer output;      // H to K
  std::vector<std::string> classes;  // names of the K; "LABEL_0" and so on where config.json has none
  std::set<std::string> tensors;     // names beside the encoder, for EncoderTensors::unused
};

// The names of the tensors of a head, without ".weight" and ".bias".
struct ClassHeadNames {
  const char* bottleneck = nullptr;  // nullptr: none
  const char* hidden = nullptr;      // nullptr: the pooler of the encoder
  const char* output = nullptr;
  ClassHead::Bend bend = ClassHead::Bend::tanh;
};
// Returns the names. A head with a bottleneck has names that no model of transformers has: it must not be
// taken for a transformers head.
ClassHeadNames class_head_names(ModelFamily family, bool bottleneck);

// Reads the head. A missing error if the folder has no head; a data error if its shapes do not fit each other
// or id2label.
Result<ClassHead> read_class_head(const EncoderTensors& tensors, const ModelConfig& config,
                                  const std::string& folder);

}  // namespace standfast
