// Which tokens of a text are hidden, and what stands in their place (Devlin et al. 2019, appendix A.1).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/base/rng.h"

namespace standfast {

struct HideRule {
  double share = 0.15;      // of the tokens that are no specials, rounded, at least one
  int32_t mask = 4;         // the id of [MASK]
  int32_t first_plain = 5;  // ids below are specials: they are never hidden and never put anywhere
  int32_t end = 0;          // ids are below
};

struct Hidden {
  std::vector<uint32_t> places;  // ascending
  std::vector<uint32_t> words;   // that stood there
};

// Of ten hidden tokens eight become [MASK], one becomes a random token and one stays, each by chance. The text has a token
// that is no special.
Hidden hide(const HideRule& rule, Rng rng, std::span<int32_t> ids);

}  // namespace standfast
