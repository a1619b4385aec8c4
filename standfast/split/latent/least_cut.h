// The minimum cut of clusters into test and train: the set of test clusters with the least similarity to the
// others, subject to bounds on the size of the set and on its documents of each class. The idea is DataSAIL's
// (Joeres, Blumenthal, Kalinina 2025, Nature Communications 16), here with an upper bound on sizes too.
//
// The problem is solved by branch and bound, from the best set that a local search finds. At a node some
// clusters are in the set, some out and some open. The cost of a cluster in the set is its similarity to the
// clusters out, and to the open clusters minus the largest similarity to open clusters that still fit into
// the set (a fractional knapsack of the remaining room). The cost of a cluster out of the set is its
// similarity to the clusters in it. The lower bound is the cheapest choice within the bounds on all
// documents, with one fractional cluster.
//
// The limit is a number of nodes, not a time, so the result is the same on every machine.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

// Bounds on the joint size of clusters, for all documents or for a class.
struct SizeRange {
  uint64_t low = 0, high = 0;
  bool contains(uint64_t n) const { return low <= n && n <= high; }
};

// Returns the range around parts / whole of n, with the slack (in parts per million of this share) to both
// sides, rounded away from the share. The range is clipped to [0, n].
SizeRange around(uint64_t n, uint64_t parts, uint64_t whole, uint64_t slack);

// The problem, shared by all searches for the minimum cut (least_double_cut.h, least_parts.h).
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

struct Cut {
  std::vector<uint32_t> chosen = {};  // clusters, ascending
  double cross = 0;                   // the sum of weights between these and the others
  double bound = 0;  // the lower bound: no set within the bounds has a smaller sum; equal to cross if optimal
  uint64_t nodes = 0;
  bool optimal = false;  // proved, up to 1e-9 of the sum of all weights
};

// Finds the minimum cut. A data error if no set is within the bounds, or if none was found in most_nodes
// nodes; it says which of the two, and names the bound that no set meets by itself. classes: names, for
// messages.
Result<Cut> least_cut(const CutProblem& problem, std::span<const std::string> classes,
                      const CutOptions& options = {});

// Returns the number of documents, over all classes, by which the bounds are exceeded or missed.
inline uint64_t documents_beyond(const CutSizes& sizes, const std::vector<int64_t>& documents) {
  uint64_t sum = 0;
  for (size_t c = 0; c < documents.size(); ++c) {
    const auto low = static_cast<int64_t>(sizes.range[c].low),
               high = static_cast<int64_t>(sizes.range[c].high);
    if (documents[c] < low) sum += static_cast<uint64_t>(low - documents[c]);
    if (documents[c] > high) sum += static_cast<uint64_t>(documents[c] - high);
  }
  return sum;
}

// The order in which the exact searches (least_cut.h, least_parts.h) visit clusters, with lower bounds on the
// cost of the open ones.
class CutOrder {
 public:
  CutOrder(const DenseMatrix& weight, const CutSizes& sizes)
      : weight_(weight),
        sizes_(sizes),
        largest_first_(sizes.of.size()),
        by_density_(sizes.of.size()),
        documents_(sizes.range.size(), 0) {
    std::iota(largest_first_.begin(), largest_first_.end(), 0U);
    std::ranges::stable_sort(largest_first_, std::ranges::greater(),
                             [&](uint32_t j) { return sizes.of[j].back(); });
    for (const auto& of : sizes.of)
      for (size_t c = 0; c < documents_.size(); ++c) documents_[c] += of[c];
    for (uint32_t u = 0; u < by_density_.size(); ++u) {
      for (uint32_t j = 0; j < by_density_.size(); ++j)
        if (j != u) by_density_[u].push_back(j);
      std::ranges::stable_sort(by_density_[u], std::ranges::greater(), [&](uint32_t j) {
        return weight.row(u)[j] / static_cast<double>(sizes.of[j].back());
      });
    }
  }

  // Returns the clusters by descending size: large clusters decide most.
  const std::vector<uint32_t>& largest_first() const { return largest_first_; }
  // Returns the documents of all clusters, by class.
  const std::vector<uint64_t>& documents() const { return documents_; }

  // Returns a lower bound on the weight between u and the open clusters that do not go to its side, if `room`
  // more documents fit there: the total weight minus the largest weight that fits, with one fractional
  // cluster. enough: the summation may stop at this cost.
  template <class IsOpen>
  double cost_beside(uint32_t u, double room, const IsOpen& is_open,
                     double enough = std::numeric_limits<double>::infinity()) const {
    double left = room, cost = 0;
    for (const uint32_t j : by_density_[u]) {
      if (!is_open(j)) continue;
      const auto n = static_cast<double>(sizes_.of[j].back());
      const double share = left >= n ? 1 : std::max(left, 0.0) / n;
      cost += (1 - share) * weight_.row(u)[j];
      left -= share * n;
      if (cost >= enough) break;
    }
    return cost;
  }

 private:
  const DenseMatrix& weight_;
  const CutSizes& sizes_;
  std::vector<uint32_t> largest_first_;
  std::vector<std::vector<uint32_t>>
      by_density_;  // by cluster: the others, by descending similarity per document
  std::vector<uint64_t> documents_;
};

}  // namespace standfast
