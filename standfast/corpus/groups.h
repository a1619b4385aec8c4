// Rows by category, and rows in a random order, for samplers, splitters and pair sampling. Neither depends on
// the order in which documents were read.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "standfast/corpus/corpus.h"

namespace standfast {

struct RowGroups {
  std::vector<uint32_t> codes;              // ascending, so by name; only those that occur
  std::vector<std::vector<uint32_t>> rows;  // for each code, in the order given
  std::vector<uint32_t> without;            // rows with no value
  size_t size() const { return codes.size(); }
};

RowGroups group_rows(const Column& column, std::span<const uint32_t> rows);

// Returns `rows` shuffled. Each document's place comes from (seed, component, its id) alone: another order of
// documents gives the same ids in the same order, and a document more leaves the others' relative order as it
// was.
std::vector<uint32_t> shuffled_rows(const Corpus& corpus, std::span<const uint32_t> rows, uint64_t seed,
                                    std::string_view component);

// Returns `rows` by ascending id, so that work over them does not depend on the order in which they were
// read.
std::vector<uint32_t> rows_by_id(const Corpus& corpus, std::span<const uint32_t> rows);

}  // namespace standfast
