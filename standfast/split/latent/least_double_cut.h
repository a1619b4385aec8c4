// Which clusters and which groups to test, so that a tested document shares neither its cluster nor its group with
// training: the two-dimensional split of DataSAIL (Joeres, Blumenthal, Kalinina 2025, Nature Communications 16; "S2" for
// pairs of a drug and a target), here for documents that have a cluster of texts and a group (an author, a source).
//
// Each cluster and each group is on the test side or on the train side. A document is tested if both are on the test
// side, trains if both are on the train side, and is lost otherwise. What is made small: the weights between clusters of
// different sides, and a price for each lost document. The documents that remain are split by a share, with a slack, in
// all and in each class. (DataSAIL bounds sizes from below only, and by the share of all documents, lost ones too.)
//
// Branch and bound over clusters, then groups, from the best sides that a local search finds. At a node where some
// clusters have a side, an open one costs at least its weights to clusters on one of the sides; a group loses at least
// the smaller of its numbers of documents on the two sides; and the test side can only have its share of what remains if
// open clusters that are large enough together are tested, the cheapest of them, each at least at its weights to those
// that then no longer fit beside it. Nodes are counted, not seconds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/split/latent/cut_sizes.h"
#include "standfast/split/latent/double_cut_problem.h"

namespace standfast {

struct DoubleCut {
  std::vector<bool> tests_cluster = {}, tests_group = {};
  double cross = 0;                            // the sum of weights between clusters of different sides
  uint64_t tested = 0, trained = 0, lost = 0;  // documents
  double cost = 0;                             // cross + loss x lost
  double bound = 0;                            // no sides within the bounds cost less; cost if optimal
  uint64_t nodes = 0;
  bool optimal = false;  // proved, to 1e-9 of the sum of all weights and of the price of all documents
};

// At least one document is tested and at least one trains. A data error if no sides are within the bounds, or if none
// were found in most_nodes nodes; it says which of the two.
Result<DoubleCut> least_double_cut(const DoubleCutProblem& problem, const CutOptions& options = {});

}  // namespace standfast
