// What explainers of the text game share: making the game, and documents a lot at a time.
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
  // Fills in shares, errors, evaluations, cut and estimated of the documents; tokens, base and prediction are there, shares have
  // their size and are 0. documents: places in the view.
  virtual Status share(const TextGame& game, const DocumentView& documents, const ExplainContext& context,
                       std::span<Attribution> out) const = 0;

  GameOptions game_;
};

inline constexpr size_t kMostSetsAtOnce = size_t{1} << 18;

// Calls body(begin, end) for ranges of documents that ask about `most` sets of players in all; cost(i): those of
// document i.
Status in_lots(size_t documents, size_t most, const std::function<size_t(uint32_t)>& cost,
               const std::function<Status(uint32_t begin, uint32_t end)>& body);

// The text game of a linear model whose features follow from single words (WordBag): what a set of tokens wins is
// computed from the words of each token, without a text. Equal to the answer to the edited text but for rounding.

// Null where the model is not such a one, or where edited texts could have words that no token has: `fine` tokens with
// words between white space, a mask that has features.
Result<std::unique_ptr<TextGame>> make_bag_game(const GameRequest& request, const GameOptions& options);

}  // namespace standfast
