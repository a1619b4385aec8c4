// Which clusters to test so that test and train are as unlike as possible: the set of clusters that cuts the least
// similarity, with the size of the set, and its documents of each class, between bounds. The idea of DataSAIL
// (Joeres, Blumenthal, Kalinina 2025, Nature Communications 16), here with an upper bound on sizes too.
//
// Solved by branch and bound, from the best set that a local search finds. A node has some clusters in, some out and
// some open. What a cluster costs if it is tested: its similarity to those out, and to the open ones less the most that
// can be tested with it (a knapsack of what room is left, with fractions). What it costs if not: its similarity to
// those in. The cheapest choice within the bounds on all documents, with a fraction of one cluster, is the bound.
//
// Nodes are counted, not seconds, so the result is the same on every machine.
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
#include "standfast/split/latent/cut_sizes.h"

namespace standfast {

struct Cut {
  std::vector<uint32_t> chosen = {};  // clusters, ascending
  double cross = 0;                   // the sum of weights between these and the others
  double bound = 0;                   // no set within the bounds has less; cross if optimal
  uint64_t nodes = 0;
  bool optimal = false;  // proved, to 1e-9 of the sum of all weights
};

// A data error if no set is within the bounds, or if none was found in most_nodes nodes. It says which of the two, and
// which bound no set meets by itself. classes: names, for messages.
Result<Cut> least_cut(const CutProblem& problem, std::span<const std::string> classes,
                      const CutOptions& options = {});

// In what order clusters are looked at, and what the most promising of them would still cost: what the exact searches
// for the least similarity (least_cut.h, least_parts.h) share.

// How many documents, over all classes, are too many or too few for the bounds.
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

  // Large clusters first: they decide most.
  const std::vector<uint32_t>& largest_first() const { return largest_first_; }
  // Of all clusters, by class.
  const std::vector<uint64_t>& documents() const { return documents_; }

  // The least weight between u and the open clusters that are not on its side, where so many more documents fit there:
  // all of it less the most that fits, with a fraction of one cluster. enough: more need not be added up.
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
      by_density_;  // by cluster: the others, the most similar per document first
  std::vector<uint64_t> documents_;
};

}  // namespace standfast
