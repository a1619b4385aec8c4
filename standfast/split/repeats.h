// Repeats: the same split drawn several times over, each time from scratch.
//
// The first drawing is that of the seed itself; each other one has a seed of its own, drawn from the stream of
// (seed, "split/repeats"). So drawings are independent, and more of them change none before. Folds of the second
// drawing follow those of the first, and each says which it belongs to (Fold::repeat). The k-fold splitters have
// repeats of their own, which mean the same.
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/split/splitter.h"

namespace standfast {

// The entry with an option repeats, unless the seed has no effect or the entry counts its drawings itself.
SplitterCatalog::Entry with_repeats(SplitterCatalog::Entry entry);

// The seeds of so many drawings, no two the same; all but the first have 32 bits.
std::vector<uint64_t> seeds_of_repeats(uint64_t seed, uint32_t repeats);

// "" or why a splitter cannot be asked for repeats, with what to do instead.
std::string objection_to_repeats(const SplitterCatalog::Entry& entry);

}  // namespace standfast
