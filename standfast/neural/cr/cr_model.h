// Causal rationalisation (Zhang et al. 2023, Towards trustworthy explanation: On causal rationalization): an encoder with a small head,
// the selector, chooses some tokens of a text, and a second encoder with a head of classes, the predictor, answers from these: in each
// of its layers the attention to all other tokens is multiplied by 1e-8 (a key bias, num/autodiff/log_gates.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/neural/classify/sequence_classifier.h"
#include "standfast/neural/encoder/text_tokens.h"
#include "standfast/num/autodiff/linear.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

// How many tokens of a text are kept.
struct CrRule {
  double share = 0.1;  // of its tokens, rounded up
  bool keep_specials =
      false;  // the encoder's own marks ([CLS], [SEP]) are always kept, beside the share of the others

  // Whether the selector chooses about a token; span: of the token, empty for a mark of the encoder.
  bool chooses(const TokenSpan& span) const { return !keep_specials || span.begin < span.end; }
  // The number of kept ones among `tokens` that it chooses about.
  size_t kept(size_t tokens) const;
};

class CrModel {
 public:
  static constexpr size_t kWidth = 128;  // of the selector's hidden layer

  // Both parts begin as the encoder of the folder, their heads as drawn by the seed of `classes`: the selector's uniform within
  // 1 / root of the inputs, as PyTorch begins, the predictor's as SequenceClassifier::begin has it. shared: both parts are one
  // encoder. Errors as SequenceClassifier::begin.
  static Result<CrModel> begin(const std::string& folder, NewClasses classes, bool shared);
  // A folder that save() has written. A data error where its two parts do not fit each other.
  static Result<CrModel> load(const std::string& folder, size_t most_tokens);

  const std::vector<std::string>& classes() const { return predictor_.classes(); }
  size_t most_tokens() const { return predictor_.most_tokens(); }
  const ModelConfig& config() const { return predictor_.config(); }
  const std::vector<std::string>& notes() const { return predictor_.notes(); }
  bool shared() const { return !selector_; }

  // With spans.
  TextTokens tokens(std::span<const std::string_view> texts, int threads) const;

  struct Answers {
    FloatMatrix scores;         // a row a text, a column a class
    std::vector<uint8_t> kept;  // by token: whether the predictor saw it
  };
  // Of each text the tokens with the highest logits are kept, of equal ones the first. texts: with spans. A text's answer has the
  // same bytes whatever is asked with it and for any number of threads.
  Answers answers(const TextTokens& texts, const CrRule& rule, int threads) const;

  // Two folders: `predictor`, a classifier as transformers reads it, and `selector`, an encoder with the two layers of its head
  // (selector.hidden, selector.output), or only these where the encoder is shared.
  Status save(const std::string& folder) const;

  // The logit of each token to be kept, on a tape.
  ValuePtr logits(Tape& tape, const TokenRows& texts) const;

  // For training.
  SequenceClassifier& predictor() { return predictor_; }
  const SequenceClassifier& predictor() const { return predictor_; }
  Transformer* selector() { return selector_ ? &*selector_ : nullptr; }  // null: the predictor's
  Linear& hidden() { return hidden_; }
  Linear& output() { return output_; }

 private:
  CrModel(SequenceClassifier predictor, std::optional<Transformer> selector, Linear hidden, Linear output)
      : predictor_(std::move(predictor)),
        selector_(std::move(selector)),
        hidden_(std::move(hidden)),
        output_(std::move(output)) {}
  const Transformer& selecting() const;

  SequenceClassifier predictor_;
  std::optional<Transformer> selector_;
  Linear hidden_, output_;  // H -> kWidth -> 1
};

}  // namespace standfast
