// The number of labelled pairs from which a verifier learned, as models save and report it.
#pragma once

#include <cstdint>

#include "standfast/base/field_table.h"

namespace standfast {

struct LearnedPairs {
  uint64_t pairs = 0, same = 0;  // same: pairs by one author
};

inline FieldTable<LearnedPairs> learned_pairs_fields() {
  FieldTable<LearnedPairs> table;
  table.add_facts("pairs", &LearnedPairs::pairs, "same", &LearnedPairs::same);
  return table;
}

// Returns the fields for a model that needs at least one pair.
inline FieldTable<LearnedPairs> some_pairs_fields() {
  FieldTable<LearnedPairs> table = learned_pairs_fields();
  table.require([](const LearnedPairs& counts) {
    return counts.pairs == 0 || counts.same > counts.pairs ? "counts of pairs that cannot be" : "";
  });
  return table;
}

}  // namespace standfast
