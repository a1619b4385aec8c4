// Clusters dealt to k parts so that as little similarity as possible lies between parts, with the size of each part,
// and its documents of each class, between bounds: least_cut.h for k-fold cross-validation (DataSAIL; Joeres,
// Blumenthal, Kalinina 2025, Nature Communications 16).
//
// Branch and bound, from the best parts that a local search finds. Two lower bounds. First, each part is a set within
// the bounds, so it cuts at least as much as the least cut, and every pair of clusters is cut by two parts: k times half
// the least cut. Second, at a node where some clusters have a part: each open one costs at least its similarity to other
// parts, and half of that to open clusters which do not fit beside it (a knapsack with fractions), in the part where
// this is least.
//
// Nodes are counted, not seconds, so the result is the same on every machine.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/split/latent/cut_sizes.h"

namespace standfast {

struct Parts {
  std::vector<uint32_t> part_of = {};  // by cluster; parts are numbered by their first cluster
  double cross = 0;  // the sum of weights between clusters of different parts, each pair once
  double bound = 0;  // no parts within the bounds have less; cross if optimal
  uint64_t nodes = 0;
  bool optimal = false;  // proved, to 1e-9 of the sum of all weights
};

// problem: its bounds are those of each part; the lower one of all documents is 1 or more. parts >= 2. A data error if
// no parts are within the bounds, or if none were found in most_nodes nodes; it says which of the two, and which bound
// no set of clusters meets. classes: names, for messages.
Result<Parts> least_parts(const CutProblem& problem, uint32_t parts, std::span<const std::string> classes,
                          const CutOptions& options = {});

}  // namespace standfast
