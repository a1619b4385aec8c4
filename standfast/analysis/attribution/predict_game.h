// The text game of any classifier: edited texts are made and the classifier answers them, many at a time.
#pragma once

#include <memory>

#include "standfast/analysis/attribution/text_game.h"

namespace standfast {

std::unique_ptr<TextGame> make_predict_game(const GameRequest& request, const GameOptions& options);

}  // namespace standfast
