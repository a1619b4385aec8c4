// The text game of a linear model whose features follow from single words (WordBag): what a set of tokens wins is
// computed from the words of each token, without a text. Equal to the answer to the edited text but for rounding.
#pragma once

#include <memory>

#include "standfast/analysis/attribution/text_game.h"
#include "standfast/model/classify/linear_model.h"

namespace standfast {

// Null where the model is not such a one, or where edited texts could have words that no token has: `fine` tokens with
// words between white space, a mask that has features.
Result<std::unique_ptr<TextGame>> make_bag_game(const GameRequest& request, const GameOptions& options);

}  // namespace standfast
