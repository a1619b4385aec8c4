#include "standfast/analysis/attribution/make_game.h"

#include "standfast/analysis/attribution/bag_game.h"
#include "standfast/analysis/attribution/predict_game.h"

namespace standfast {

Result<std::unique_ptr<TextGame>> make_text_game(const GameRequest& request, const GameOptions& options) {
  if (!options.by_texts) {
    SF_ASSIGN(auto bag, make_bag_game(request, options));
    if (bag) return bag;
  }
  return make_predict_game(request, options);
}

}  // namespace standfast
