// The seed of a fit. It is separate from the seed of the draw: the folds of a seed stay the same for all
// models and numbers of fits.
#pragma once

#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "standfast/base/rng.h"

namespace standfast {

// draw: the seed of the folds. fit: number of the fit of the model on that fold; 0 is the first.
inline uint64_t seed_of_fit(uint64_t draw, uint32_t fold, uint32_t fit) {
  const std::string item = fit == 0 ? std::to_string(fold) : fmt::format("{}/fit/{}", fold, fit);
  return Rng(draw, "study/fold", item).next();
}

}  // namespace standfast
