// The text game of a classifier, in the quickest way there is.
#pragma once

#include <memory>

#include "standfast/analysis/attribution/text_game.h"

namespace standfast {

// A linear model of single words is asked for its weights and computes what edited texts would give, without making
// them (unless by_texts), to rounding; any other classifier is given the texts. What the request names must outlive it.
Result<std::unique_ptr<TextGame>> make_text_game(const GameRequest& request, const GameOptions& options);

}  // namespace standfast
