// Proportional (stratified) sampling of a given number of documents. Shares are fractions of integers, so no
// document depends on rounding errors.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "standfast/corpus/corpus.h"

namespace standfast {

struct Fraction {
  uint64_t parts = 0, whole = 1;
};
uint64_t nearest(uint64_t n, const Fraction& share);     // of n; halves are rounded up
uint64_t rounded_up(uint64_t n, const Fraction& share);  // of n

// Returns the number of documents to draw from each class, `wanted` in total, by the largest remainder
// method: each share is rounded down, and the missing documents come from the classes with the largest
// remainders, the first in a tie.
std::vector<uint64_t> proportional_quotas(const std::vector<uint64_t>& sizes, const Fraction& share,
                                          uint64_t wanted);

// Draws documents in proportion to their classes. class_of: by row of the corpus, below `classes`. The draw
// depends on (seed, component, id).
std::vector<uint32_t> draw_proportionally(const Corpus& corpus, const std::vector<uint32_t>& rows,
                                          const std::vector<uint32_t>& class_of, size_t classes,
                                          const Fraction& share, uint64_t wanted, uint64_t seed,
                                          std::string_view component);

// Counts the documents of `rows` in each class.
std::vector<uint64_t> class_sizes(const std::vector<uint32_t>& rows, const std::vector<uint32_t>& class_of,
                                  size_t classes);

// Returns `rows` without the drawn ones, in the same order.
std::vector<uint32_t> rows_without(const std::vector<uint32_t>& rows, const std::vector<uint32_t>& drawn,
                                   const Corpus& corpus);

}  // namespace standfast
