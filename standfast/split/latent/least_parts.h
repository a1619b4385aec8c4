// The minimum k-way cut: clusters are partitioned into k parts with the least similarity between parts,
// subject to bounds on the size of each part and on its documents of each class. It extends least_cut.h to
// k-fold cross-validation (DataSAIL; Joeres, Blumenthal, Kalinina 2025, Nature Communications 16).
//
// The problem is solved by branch and bound, from the best parts that a local search finds. There are two
// lower bounds. First, each part is a set within the bounds, so it cuts at least as much as the minimum cut,
// and every pair of clusters is cut by two parts: the bound is k times half the minimum cut. Second, at a
// node where some clusters have a part, each open cluster costs at least its similarity to other parts, and
// half of its similarity to open clusters that do not fit beside it (a fractional knapsack), in the part
// where this is least.
//
// The limit is a number of nodes, not a time, so the result is the same on every machine.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/split/latent/least_cut.h"

namespace standfast {

struct Parts {
  std::vector<uint32_t> part_of = {};  // by cluster; parts are numbered by their first cluster
  double cross = 0;  // the sum of weights between clusters of different parts, each pair once
  // The lower bound: no parts within the bounds have a smaller sum; equal to cross if optimal.
  double bound = 0;
  uint64_t nodes = 0;
  bool optimal = false;  // proved, up to 1e-9 of the sum of all weights
};

// Finds the minimum k-way cut. problem: its bounds apply to each part; the lower bound on all documents is at
// least 1. Requires parts >= 2. A data error if no parts are within the bounds, or if none were found in
// most_nodes nodes; it says which of the two, and names the bound that no set of clusters meets. classes:
// names, for messages.
Result<Parts> least_parts(const CutProblem& problem, uint32_t parts, std::span<const std::string> classes,
                          const CutOptions& options = {});

}  // namespace standfast
