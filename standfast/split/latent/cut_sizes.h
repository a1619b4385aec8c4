// Bounds on how much clusters may hold together, for all documents and for each class: what the searches for the
// least similarity (least_cut.h, least_parts.h) share.
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

// parts / whole of n, with the slack (in parts per million of itself) to both sides, rounded away from the share. The
// slack is cut at 1 downwards, and at n upwards.
SizeRange around(uint64_t n, uint64_t parts, uint64_t whole, uint64_t slack);

struct CutProblem {
  DenseMatrix weight;  // clusters x clusters, symmetric, not below 0; the diagonal is not read
  std::vector<std::vector<uint64_t>> counts;  // by cluster: its documents (or bytes of text) of each class
  SizeRange all;                              // of a set of clusters, over all classes
  std::vector<SizeRange> of_class;            // ... of each class
};

struct CutOptions {
  uint64_t most_nodes = 1'000'000;
  uint32_t starts = 100;  // of the local search
  uint64_t seed = 0;      // of its starts
};

// What is won or lost below this share of the sum of all weights counts as nothing.
constexpr double kCutTolerance = 1e-9;

// The problem with all documents as one more class, the last one.
struct CutSizes {
  std::vector<std::vector<uint64_t>> of;  // by cluster
  std::vector<SizeRange> range;
  size_t all() const { return range.size() - 1; }
};
CutSizes sizes_of_cut(const CutProblem& problem);

// Each pair once.
double sum_of_weights(const DenseMatrix& weight);

// The bounds that no set of clusters meets, each by itself. classes: names.
std::string unmet_bounds(const CutSizes& sizes, std::span<const std::string> classes);

}  // namespace standfast
