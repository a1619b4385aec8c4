// How many labelled pairs a verifier learned from, as models save and report it.
#pragma once

#include <cstdint>

#include "standfast/base/field_table.h"

namespace standfast {

struct PairCounts {
  uint64_t pairs = 0, same = 0;  // same: of these, by one author
};

inline FieldTable<PairCounts> pair_counts_fields() {
  FieldTable<PairCounts> table;
  table.add_facts("pairs", &PairCounts::pairs, "same", &PairCounts::same);
  return table;
}

// The same of a model that cannot be without a pair.
inline FieldTable<PairCounts> some_pairs_fields() {
  FieldTable<PairCounts> table = pair_counts_fields();
  table.require([](const PairCounts& counts) {
    return counts.pairs == 0 || counts.same > counts.pairs ? "counts of pairs that cannot be" : "";
  });
  return table;
}

}  // namespace standfast
