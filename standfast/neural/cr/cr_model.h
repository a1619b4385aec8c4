// Causal rationalisation (Zhang et al. 2023, Towards trustworthy explanation: On causal rationalization). The
// selector, an encoder with a small head, chooses some tokens of a text. The predictor, a second encoder with
// a head of classes, answers from these: in each of its layers the attention to all other tokens is
// multiplied by 1e-8 (a key bias, num/autodiff/gates.h).
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

// The number of tokens of a text that are kept.
struct CrRule {
  double share = 0.1;  // of its tokens, rounded up
  // Always keeps the encoder's special tokens ([CLS], [SEP]), beside the share of the other tokens.
  bool keep_specials = false;

  // Returns whether the selector chooses about a token; span: of the token, empty for a special token.
  bool chooses(const TokenSpan& span) const { return !keep_specials || span.begin < span.end; }
  // Returns the number of kept ones among `tokens` that the selector chooses about.
  size_t kept(size_t tokens) const;
};

class CrModel {
 public:
  static constexpr size_t kWidth = 128;  // width of the selector's hidden layer

  // Makes an untrained model. Both parts start from the encoder of the folder; their heads are drawn by the
  // seed of `classes`, the selector's uniform within 1 / root of the inputs, as PyTorch initialises, the
  // predictor's as in SequenceClassifier::begin. shared: both parts are one encoder. Errors as in
  // SequenceClassifier::begin.
  static Result<CrModel> begin(const std::string& folder, NewClasses classes, bool shared);
  // Loads a folder that save() has written. A data error if its two parts do not fit each other.
  static Result<CrModel> load(const std::string& folder, size_t most_tokens);

  const std::vector<std::string>& classes() const { return predictor_.classes(); }
  size_t most_tokens() const { return predictor_.most_tokens(); }
  const ModelConfig& config() const { return predictor_.config(); }
  const std::vector<std::string>& notes() const { return predictor_.notes(); }
  bool shared() const { return !selector_; }

  // Tokenizes texts, with spans.
  TextTokens tokens(std::span<const std::string_view> texts, int threads) const;

  struct Answers {
    FloatMatrix scores;         // a row a text, a column a class
    std::vector<uint8_t> kept;  // by token: 1 if the predictor saw it
  };
  // Answers for texts. In each text the tokens with the highest logits are kept, the first of equals. texts:
  // with spans. A text's answer has the same bytes whatever other texts are given and for any number of
  // threads.
  Answers answers(const TextTokens& texts, const CrRule& rule, int threads) const;

  // Writes two folders: `predictor`, a classifier that transformers can read, and `selector`, an encoder with
  // the two layers of its head (selector.hidden, selector.output), or only these if the encoder is shared.
  Status save(const std::string& folder) const;

  // Computes the selection logit of each token, on a tape.
  ValuePtr logits(Tape& tape, const TokenRows& texts) const;

  // Access for training.
  SequenceClassifier& predictor() { return predictor_; }
  const SequenceClassifier& predictor() const { return predictor_; }
  Transformer* selector() { return selector_ ? &*selector_ : nullptr; }  // null: shared with the predictor
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
