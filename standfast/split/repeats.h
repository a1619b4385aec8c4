// Repeats: a wrapper that draws the same split several times, each time from scratch.
//
// The first drawing uses the given seed; every other one has a seed of its own, drawn from the stream of
// (seed, "split/repeats"). So drawings are independent, and a larger number of drawings leaves the earlier
// ones unchanged. Folds of the second drawing follow the folds of the first, and each records its drawing
// (Fold::repeat). The k-fold splitters have their own option repeats, with the same meaning.
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/split/splitter.h"

namespace standfast {

// Returns the entry, extended by an option repeats, unless the seed has no effect or the entry counts its
// drawings itself.
SplitterCatalog::Entry with_repeats(SplitterCatalog::Entry entry);

// Returns the seeds of the drawings, all different; all but the first have 32 bits.
std::vector<uint64_t> seeds_of_repeats(uint64_t seed, uint32_t repeats);

// Returns the reason why a splitter does not support repeats, with the alternative to use, or "".
std::string objection_to_repeats(const SplitterCatalog::Entry& entry);

}  // namespace standfast
