// The two-dimensional minimum cut of clusters and groups: a tested document shares neither its cluster nor
// its group with training. This is the two-dimensional split of DataSAIL (Joeres, Blumenthal, Kalinina 2025,
// Nature Communications 16; "S2" for pairs of a drug and a target), here for documents with a cluster of
// texts and a group (an author, a source).
//
// Each cluster and each group is on the test side or on the train side. A document is tested if both are on
// the test side, trains if both are on the train side, and is lost otherwise. The objective to minimize is
// the sum of weights between clusters of different sides, plus a price for each lost document. The test side
// has a given share of the remaining documents, with a slack, in total and in each class. (DataSAIL bounds
// sizes from below only, and by the share of all documents, including lost ones.)
//
// The problem is solved by branch and bound over clusters, then groups, from the best sides that a local
// search finds. At a node where some clusters have a side, an open cluster costs at least its weights to the
// clusters on one of the sides, and a group loses at least the smaller of its numbers of documents on the two
// sides. The test side can only reach its share of the remaining documents if enough open clusters are
// tested, the cheapest first, each at a cost of at least its weights to the clusters that then no longer fit
// beside it. The limit is a number of nodes, not a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/num/kernel/dense.h"
#include "standfast/split/latent/least_cut.h"

namespace standfast {

// The problem of a cut in two dimensions.
struct DoubleCutProblem {
  // A number of documents of one class, in one cluster and one group.
  struct Cell {
    uint32_t cluster = 0, group = 0, of_class = 0, documents = 0;
  };
  DenseMatrix weight;  // clusters x clusters, symmetric, not below 0; the diagonal is not read
  std::vector<Cell> cells;
  uint32_t groups = 0, classes = 1;
  double loss = 0;  // the price of a lost document, 0 or more
  // In parts per million: the share of tested documents among the remaining ones, and its relative slack for
  // all documents and for each class (least_cut.h: around). 0 < share < 1,000,000.
  uint64_t share = 200'000, slack = 50'000, class_slack = 100'000;
};

inline constexpr uint64_t kWholeShare = 1'000'000;  // the unit of shares: a whole has this many parts

// The problem, indexed by cluster and by group. The last class stands for all documents.
struct DoubleIndex {
  explicit DoubleIndex(const DoubleCutProblem& given)
      : problem(given),
        clusters(given.weight.rows),
        classes(given.classes + size_t{1}),
        of_cluster(clusters),
        of_group(given.groups),
        cluster_size(clusters, 0),
        group_size(given.groups, 0),
        total(classes, 0) {
    for (uint32_t i = 0; i < given.cells.size(); ++i) {
      const auto& cell = given.cells[i];
      of_cluster[cell.cluster].push_back(i);
      of_group[cell.group].push_back(i);
      cluster_size[cell.cluster] += cell.documents;
      group_size[cell.group] += cell.documents;
      total[cell.of_class] += cell.documents;
      total.back() += cell.documents;
    }
    tolerance =
        kCutTolerance * (sum_of_weights(given.weight) + given.loss * static_cast<double>(total.back()));
  }
  // Returns the bounds on tested documents of class c if `kept` documents of it remain.
  SizeRange wanted(size_t c, uint64_t kept) const {
    const bool all = c + 1 == classes;
    SizeRange range = around(kept, problem.share, kWholeShare, all ? problem.slack : problem.class_slack);
    if (all && kept >= 2)
      range = {std::max<uint64_t>(range.low, 1), std::min<uint64_t>(range.high, kept - 1)};
    return range;
  }

  const DoubleCutProblem& problem;
  size_t clusters, classes;
  std::vector<std::vector<uint32_t>> of_cluster, of_group;  // cells
  std::vector<uint64_t> cluster_size, group_size;
  std::vector<uint64_t> total;  // by class
  double tolerance = 0;
};

// The sides of all clusters and groups.
struct Sides {
  std::vector<bool> cluster, group;  // true: tested
};

// Searches for good sides by local descent from random sides. A step moves a group or a cluster to the other
// side, or a cluster together with the groups that then have most of their documents on the other side, if
// this lowers the number of documents beyond the bounds, or lowers the cost without raising that number.
// Returns the best of options.starts results that is within the bounds, if any.
std::optional<Sides> best_by_descent(const DoubleIndex& index, const CutOptions& options);

struct DoubleCut {
  std::vector<bool> tests_cluster = {}, tests_group = {};
  double cross = 0;                            // the sum of weights between clusters of different sides
  uint64_t tested = 0, trained = 0, lost = 0;  // documents
  double cost = 0;                             // cross + loss x lost
  double bound = 0;  // the lower bound: no sides within the bounds cost less; equal to cost if optimal
  uint64_t nodes = 0;
  bool optimal = false;  // proved, up to 1e-9 of the sum of all weights and of the price of all documents
};

// Finds the cut of least cost with at least one test and one train document. A data error if no sides are
// within the bounds, or if none were found in most_nodes nodes; it says which of the two.
Result<DoubleCut> least_double_cut(const DoubleCutProblem& problem, const CutOptions& options = {});

}  // namespace standfast
