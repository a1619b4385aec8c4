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

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/result.h"
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

}  // namespace standfast
