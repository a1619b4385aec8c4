// A classifier of texts: an encoder and a head on the state of its first token, as in transformers, or with a
// bottleneck.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/checkpoint/class_head.h"
#include "standfast/neural/encoder/network_files.h"
#include "standfast/neural/encoder/text_encoder.h"
#include "standfast/neural/encoder/text_tokens.h"
#include "standfast/num/autodiff/activation.h"
#include "standfast/num/autodiff/linear.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

// The classification head: scores of classes from the state of the first token.

// Choices of the vector of a text.
enum class TextVector {
  class_token,  // the state of the first token
  pooled,       // after the head's first nonlinear layer
  bottleneck,
};

struct Head {
  std::optional<Linear> bottleneck;
  Linear hidden;
  Activation bend = Activation::tanh;
  Linear output;
  // Dropout applies before the output while training, and before the first layer if the family has it so
  // (RoBERTa) or there is a bottleneck.
  bool drops_first = false;
};

Head head_of(ClassHead from, ModelFamily family);

// Returns an untrained head: weights are normal with standard deviation .02 and biases 0, as in transformers;
// with a bottleneck all are uniform within 1 / root of the number of inputs, as PyTorch initialises. pooler:
// BERT's own, which is trained further; empty: drawn too.
Head new_head(ModelFamily family, size_t hidden, size_t classes, size_t bottleneck, ClassHead::Layer pooler,
              uint64_t seed);

// Returns scores, a row a text. first: the states of first tokens, a row a text.
ValuePtr scores_of(Tape& tape, const Head& head, ValuePtr first, float dropout);
// Returns the vectors, a row a text. A bottleneck must exist if it is asked for.
ValuePtr vectors_of(Tape& tape, const Head& head, ValuePtr first, TextVector which);

struct TextScores {
  FloatMatrix scores;        // a row a text, a column a class
  std::vector<uint8_t> cut;  // by text: 1 if it was too long and was cut
};

// Classes and settings of a new classifier on an encoder.
struct NewClasses {
  std::vector<std::string> names;
  size_t bottleneck = 0;  // size of the bottleneck; 0: none
  uint64_t seed = 0;      // of the initial numbers of a head
  size_t most_tokens = 0;
  bool pads = false;  // as in SequenceClassifier::load
};

class SequenceClassifier {
 public:
  // Loads a classifier. most_tokens: of a text, special tokens included; 0: as TextEncoder::most_tokens. A
  // missing error without a head; a data error for a model of several labels or of numbers (regression), and
  // for a damaged file. pads: each text is padded to most_tokens, and the padding is read like text, as by
  // code without an attention mask.
  static Result<SequenceClassifier> load(const std::string& folder, size_t most_tokens = 0,
                                         bool pads = false);
  // Loads the encoder of a folder with a new, untrained head. A head in the folder is ignored.
  static Result<SequenceClassifier> begin(const std::string& folder, NewClasses classes);

  const std::vector<std::string>& classes() const { return config().classes; }
  size_t most_tokens() const { return most_tokens_; }
  const ModelConfig& config() const { return encoder_.config; }
  const std::vector<std::string>& notes() const { return encoder_.notes; }  // on its folder, a line each
  size_t columns_of(TextVector which) const;

  // Returns a score ("logit") of each class, a row a text: their softmax is the model's probabilities. A
  // text's row has the same bytes whatever other texts are given and for any number of threads. pooled:
  // receives the vectors that the head's last layer reads (TextVector::pooled), or null.
  TextScores scores(std::span<const std::string_view> texts, int threads,
                    FloatMatrix* pooled = nullptr) const;
  FloatMatrix scores(const TextTokens& texts, int threads, FloatMatrix* pooled = nullptr) const;
  // Returns a vector a text. A bottleneck must exist if it is asked for.
  FloatMatrix vectors(std::span<const std::string_view> texts, TextVector which, int threads) const;
  // Counts the texts that are too long. Only tokenizes.
  size_t too_long(std::span<const std::string_view> texts, int threads) const;
  TextTokens tokens(std::span<const std::string_view> texts, int threads) const;
  bool pads() const { return pads_; }

  // Writes config.json, model.safetensors and the tokenizer's files, as transformers writes them, so that its
  // models load the folder. A head with a bottleneck is written beside the encoder, under names of its own.
  Status save(const std::string& folder) const;

  // Access for training.
  TextEncoder& encoder() { return encoder_; }
  const TextEncoder& encoder() const { return encoder_; }
  Head& head() { return head_; }
  // Computes scores of texts on a tape. dropout: of the head; key_bias: of each token (Transformer::states).
  ValuePtr scores(Tape& tape, const TokenRows& texts, float dropout,
                  const ValuePtr& key_bias = nullptr) const;

 private:
  SequenceClassifier(TextEncoder encoder, Head head, size_t most_tokens)
      : encoder_(std::move(encoder)), head_(std::move(head)), most_tokens_(most_tokens) {}

  template <class Body>
  FloatMatrix from_first_states(const TextTokens& texts, size_t columns, int threads, const Body& body) const;

  TextEncoder encoder_;
  Head head_;
  ClassHead::Layer spare_pooler_;  // BERT's, kept beside a bottleneck: unused, but transformers expects it
  TokenizerFiles tokenizer_files_;
  size_t most_tokens_ = 0;
  bool pads_ = false;
};

}  // namespace standfast
