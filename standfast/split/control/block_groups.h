// The blocks of a control: documents that agree in all of its columns.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/corpus/corpus.h"

namespace standfast {

// Rows of a class and a block, by the blocks of `columns` (outermost first), each group and the groups among
// each other by ascending id. A row without a value in a column is a group of its own.
std::vector<std::vector<uint32_t>> block_groups(const Corpus& corpus, std::span<const uint32_t> rows,
                                                const std::vector<const Column*>& columns);

}  // namespace standfast
