// A fine-tuned classifier of texts: an encoder and the head on the state of its first token.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/checkpoint/class_head.h"
#include "standfast/neural/encoder/text_encoder.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

struct TextScores {
  FloatMatrix scores;        // a row a text, a column a class
  std::vector<uint8_t> cut;  // by text: whether it was too long and was cut
};

class SequenceClassifier {
 public:
  // most_tokens: of a text, specials included; 0: as the folder says. A missing error without a head; a data error for a
  // model of several labels or of numbers (regression), and where a file is damaged.
  static Result<SequenceClassifier> load(const std::string& folder, size_t most_tokens = 0);

  const std::vector<std::string>& classes() const { return classes_; }
  size_t most_tokens() const { return most_tokens_; }

  // A score of each class ("logit"), a row a text: their softmax is the model's probabilities. A text's row has the same
  // bytes whatever is asked with it and for any number of threads.
  TextScores scores(std::span<const std::string_view> texts, int threads) const;
  // How many of the texts are too long. Only tokenizes.
  size_t too_long(std::span<const std::string_view> texts, int threads) const;

 private:
  SequenceClassifier(TextEncoder encoder, Linear hidden, Activation bend, Linear output)
      : encoder_(std::move(encoder)), hidden_(std::move(hidden)), bend_(bend), output_(std::move(output)) {}

  TextEncoder encoder_;
  Linear hidden_;
  Activation bend_;
  Linear output_;
  std::vector<std::string> classes_;
  size_t most_tokens_ = 0;
};

}  // namespace standfast
