// Which documents a split cannot tell apart: those that are on the same side of every fold.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/corpus/fold.h"

namespace standfast {

// By row the number of its pattern: equal for two rows just when each fold has both in train, both in
// validation, both in the test, both aside or neither in any. kMissing for rows that are in no fold. The
// numbers have no meaning beyond that; they are below `rows`.
std::vector<uint32_t> side_patterns(uint32_t rows, std::span<const Fold> folds);

// The rows that are in any fold.
RowSet used_rows(uint32_t rows, std::span<const Fold> folds);

}  // namespace standfast
