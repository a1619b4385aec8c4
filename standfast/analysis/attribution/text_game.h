// The cooperative game behind attributions of any classifier: the players are the tokens of a document, and
// the value of a set of players is the classifier's answer to the text with these tokens alone
// (text_tokens.h), in an output space (OutputSpace), by class. GameExplainer is the common part of explainers
// that play it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/analysis/attribution/explainer.h"
#include "standfast/analysis/attribution/text_tokens.h"
#include "standfast/base/option_table.h"
#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/model/classify/linear_model.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

// The quantity that attributions explain: an answer of a classifier as log-odds or as probabilities.
enum class OutputSpace : uint8_t { log_odds, probability };
inline constexpr std::string_view kOutputSpaces[] = {"log-odds", "probability"};

// The lower limit of probabilities, so that log-odds stay within +-27.7.
inline constexpr double kLeastProbability = 1e-12;

// Converts probabilities to the output space. log-odds: ln(p_c / (sum of the others)). A row of zeros is no
// answer: log-odds 0, probabilities 0. out: as long as `probabilities`.
inline void to_output(std::span<const double> probabilities, OutputSpace space, std::span<double> out) {
  const size_t n = probabilities.size();
  if (space == OutputSpace::probability) {
    std::copy(probabilities.begin(), probabilities.end(), out.begin());
    return;
  }
  // Sums the others from both ends: nothing cancels if one class has nearly all.
  double before = 0, behind = 0;
  for (size_t c = 0; c < n; ++c) {
    out[c] = before;
    before += probabilities[c];
  }
  for (size_t c = n; c-- > 0;) {
    const double others = out[c] + behind;
    behind += probabilities[c];
    out[c] = std::log(std::max(probabilities[c], kLeastProbability) / std::max(others, kLeastProbability));
  }
}

// An ordered list of sets of players of several documents.
class Coalitions {
 public:
  void add(uint32_t document, std::span<const uint64_t> players) {
    documents_.push_back(document);
    bits_.insert(bits_.end(), players.begin(), players.end());
    begins_.push_back(bits_.size());
  }
  void clear() { *this = Coalitions(); }
  size_t size() const { return documents_.size(); }
  size_t words() const { return bits_.size(); }
  uint32_t document(size_t i) const { return documents_[i]; }
  std::span<const uint64_t> players(size_t i) const {
    return std::span(bits_).subspan(begins_[i], begins_[i + 1] - begins_[i]);
  }

 private:
  std::vector<uint32_t> documents_;
  std::vector<size_t> begins_ = {0};
  std::vector<uint64_t> bits_;
};

struct GameOptions {
  TokenRule tokens = TokenRule::words;
  std::string mask = {};
  bool collapse = true;
  OutputSpace output = OutputSpace::log_odds;
  bool by_texts = false;
};
OptionTable<GameOptions> game_table();

class TextGame {
 public:
  virtual ~TextGame() = default;

  size_t documents() const { return tokens_.size(); }
  size_t classes() const { return classes_; }
  const std::vector<TokenSpan>& tokens(uint32_t document) const { return tokens_[document]; }
  size_t players(uint32_t document) const { return tokens_[document].size(); }

  // Computes the values of coalitions: coalitions x classes. The values depend neither on the number of
  // threads nor on the other coalitions of the call.
  virtual Status play(const Coalitions& coalitions, DenseMatrix& values) const = 0;

  // Returns true if walk() is available, which is much faster than play() for sets that grow by one player.
  virtual bool walks() const { return false; }
  // Computes the values of the first 0, 1 ... all players of an order: (players + 1) x classes. Thread-safe.
  virtual void walk(uint32_t document, std::span<const uint32_t> order, DenseMatrix& values) const;

 protected:
  TextGame(std::vector<std::vector<TokenSpan>> tokens, size_t classes)
      : tokens_(std::move(tokens)), classes_(classes) {}

 private:
  std::vector<std::vector<TokenSpan>> tokens_;
  size_t classes_;
};

struct GameRequest {
  const Classifier* classifier = nullptr;
  size_t classes = 0;
  DocumentView documents = {};
  std::span<const std::vector<TokenSpan>> whole = {};  // by document: spans that are one player; empty: none
  ClassifierContext context = {};
};

// Returns the players of each document.
std::vector<std::vector<TokenSpan>> players_of(const GameRequest& request, TokenRule rule);

// The common part of explainers based on the game: its construction, and processing of documents in batches.
class GameExplainer : public Explainer {
 public:
  Result<std::vector<Attribution>> explain(const ExplainedModel& model, const DocumentView& documents,
                                           const ExplainContext& context) const final;
  std::string_view output() const final { return kOutputSpaces[static_cast<size_t>(game_.output)]; }

 protected:
  explicit GameExplainer(GameOptions game) : game_(std::move(game)) {}

 private:
  // Computes shares, errors, evaluations, cut and estimated of the documents; tokens, base and prediction are
  // set already, shares have their size and are 0. documents: indices in the view.
  virtual Status share(const TextGame& game, const DocumentView& documents, const ExplainContext& context,
                       std::span<Attribution> out) const = 0;

  GameOptions game_;
};

inline constexpr size_t kMostSetsAtOnce = size_t{1} << 18;

// Calls body(begin, end) for ranges of documents that together ask for at most `most` sets of players;
// cost(i): the number of sets for document i.
Status in_lots(size_t documents, size_t most, const std::function<size_t(uint32_t)>& cost,
               const std::function<Status(uint32_t begin, uint32_t end)>& body);

// Creates the text game of a linear model whose features follow from single words (WordBag): the value of a
// set of tokens is computed from the words of each token, without a text. It equals the answer to the edited
// text up to rounding. Null if the model is of another kind, or if edited texts could have words that no
// token has: `fine` tokens with words between white space, a mask that has features.
Result<std::unique_ptr<TextGame>> make_bag_game(const GameRequest& request, const GameOptions& options);

}  // namespace standfast
