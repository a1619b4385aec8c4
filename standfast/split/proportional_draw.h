// Some of a number of documents, drawn so that every class has its share among them. Shares are fractions of
// integers: no document depends on the last bit of a number.
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

// How many documents of each class are drawn, `wanted` of all. Each share is rounded down. The documents that are
// then missing come from the classes with the largest remainders; of equal ones, the first.
std::vector<uint64_t> proportional_quotas(const std::vector<uint64_t>& sizes, const Fraction& share,
                                          uint64_t wanted);

// class_of: by row of the corpus, below `classes`. Which documents they are depends on (seed, component, id).
std::vector<uint32_t> draw_proportionally(const Corpus& corpus, const std::vector<uint32_t>& rows,
                                          const std::vector<uint32_t>& class_of, size_t classes,
                                          const Fraction& share, uint64_t wanted, uint64_t seed,
                                          std::string_view component);

// The documents of `rows` in each class.
std::vector<uint64_t> class_sizes(const std::vector<uint32_t>& rows, const std::vector<uint32_t>& class_of,
                                  size_t classes);

// `rows` without those that were drawn, in the same order.
std::vector<uint32_t> rows_without(const std::vector<uint32_t>& rows, const std::vector<uint32_t>& drawn,
                                   const Corpus& corpus);

}  // namespace standfast
