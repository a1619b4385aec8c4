// The distinct documents of some pairs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "standfast/corpus/pairs.h"

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

}  // namespace standfast
