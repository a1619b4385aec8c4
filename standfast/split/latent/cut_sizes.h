// Bounds on the joint size of clusters, for all documents and for each class; shared by the searches for the
// minimum cut (least_cut.h, least_parts.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "standfast/num/kernel/dense.h"

namespace standfast {

struct SizeRange {
  uint64_t low = 0, high = 0;
  bool contains(uint64_t n) const { return low <= n && n <= high; }
};

// Returns the range around parts / whole of n, with the slack (in parts per million of this share) to both
// sides, rounded away from the share. The range is clipped to [0, n].
SizeRange around(uint64_t n, uint64_t parts, uint64_t whole, uint64_t slack);

struct CutProblem {
  DenseMatrix weight;  // clusters x clusters, symmetric, not below 0; the diagonal is not read
  std::vector<std::vector<uint64_t>> counts;  // by cluster: its documents (or bytes of text) of each class
  SizeRange all;                              // bounds on a set of clusters, over all classes
  std::vector<SizeRange> of_class;            // bounds on a set of clusters, for each class
};

struct CutOptions {
  uint64_t most_nodes = 1'000'000;
  uint32_t starts = 100;  // of the local search
  uint64_t seed = 0;      // of the starts
};

// The relative tolerance: gains and losses below this share of the sum of all weights count as zero.
constexpr double kCutTolerance = 1e-9;

// The sizes of the problem, with all documents as an additional last class.
struct CutSizes {
  std::vector<std::vector<uint64_t>> of;  // by cluster
  std::vector<SizeRange> range;
  size_t all() const { return range.size() - 1; }
};
CutSizes sizes_of_cut(const CutProblem& problem);

// Returns the sum of weights, each pair counted once.
double sum_of_weights(const DenseMatrix& weight);

// Describes the bounds that no set of clusters meets, each bound considered alone. classes: names.
std::string unmet_bounds(const CutSizes& sizes, std::span<const std::string> classes);

}  // namespace standfast
