// The distinct documents of some pairs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "standfast/base/field_table.h"
#include "standfast/corpus/pairs.h"
#include "standfast/model/verify/verifier.h"

namespace standfast {

struct DocumentsOfPairs {
  std::vector<uint32_t> rows, times;  // distinct rows, ascending, and number of occurrences of each

  explicit DocumentsOfPairs(std::span<const Pair> pairs) {
    std::vector<uint32_t> all;
    all.reserve(2 * pairs.size());
    for (const Pair& pair : pairs) {
      all.push_back(pair.a);
      all.push_back(pair.b);
    }
    std::sort(all.begin(), all.end());
    for (size_t i = 0; i < all.size(); ++i) {
      if (i == 0 || all[i] != all[i - 1]) {
        rows.push_back(all[i]);
        times.push_back(0);
      }
      ++times.back();
    }
  }
  size_t index_of(uint32_t row) const {  // the row must be among them
    return static_cast<size_t>(std::lower_bound(rows.begin(), rows.end(), row) - rows.begin());
  }
};

// The number of labelled pairs from which a verifier learned, as models save and report it.
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

// Pair features of models for which (a, b) and (b, a) have the same row.

// Computes features. out: view.pairs.size() x features.width(). Rows come from the context's table if it has
// the pair, in either order; the others are computed.
Status symmetric_pair_features(const PairFeatures& features, const PairView& view,
                               const ModelContext& context, DenseMatrix& out);

}  // namespace standfast
