// The common part of explainers based on the text game: construction of the game, and processing of documents
// in batches.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "standfast/analysis/attribution/explainer.h"
#include "standfast/analysis/attribution/text_game.h"
#include "standfast/model/classify/linear_model.h"

namespace standfast {

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
