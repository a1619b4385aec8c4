// Parts of the training documents, drawn by id: neither the order of the documents nor the names of classes
// matter, and copies of a document stay together.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "standfast/corpus/training_set.h"

namespace standfast {

// Documents in a drawn order within their stratum.
struct DrawnOrder {
  std::vector<uint32_t> rank;  // by document: 0, 1, ... in its stratum; copies share one; kMissing: left out
  std::vector<uint32_t> size;  // by stratum: ids
};

// Draws an order. strata: by document, kMissing to leave it out. Documents of weight 0 are left out too, and
// so are documents for which `among` (empty: all) has 0.
DrawnOrder drawn_order(const TrainingSet& train, std::span<const uint32_t> strata,
                       std::span<const uint8_t> among, uint64_t seed, std::string_view component);

// Draws a share of each stratum, rounded, but at least `least` documents if there are so many, and at most
// all but `keep`. Returns 1 for the drawn documents, else 0.
std::vector<uint8_t> drawn_share(const DrawnOrder& order, std::span<const uint32_t> strata, double share,
                                 uint32_t least, uint32_t keep);

// The documents that have `wanted` in `part`, as a separate training set.
struct TrainingPart {
  std::vector<uint32_t> rows, classes, groups;
  std::vector<double> weights;
  TrainingPart(const TrainingSet& train, std::span<const uint8_t> part, uint8_t wanted);
  TrainingSet set(const TrainingSet& train) const;  // without validation documents
};

// Checks the training set. A data error that begins with `owner` if there is no training document or a bad
// weight.
Status check_training(const std::string& owner, const TrainingSet& train);

double total_weight(const TrainingSet& train);

}  // namespace standfast
