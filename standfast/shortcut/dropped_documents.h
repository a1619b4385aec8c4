// Documents that a shortcut cannot change, such as those without a rewrite. They are on no side.
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

namespace standfast {

struct DroppedDocuments {
  std::vector<uint64_t> train, test;  // by class; train: with validation
  uint64_t of_train() const { return std::accumulate(train.begin(), train.end(), uint64_t{0}); }
  uint64_t of_test() const { return std::accumulate(test.begin(), test.end(), uint64_t{0}); }
  uint64_t all() const { return of_train() + of_test(); }
  bool operator==(const DroppedDocuments&) const = default;
};

}  // namespace standfast
