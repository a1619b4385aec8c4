// How much data each condition of a run of verification holds, and how often pairs are of one author.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "standfast/result/run/records.h"

namespace standfast::result {

// Means over folds and seeds; nothing where no fold says it. Pairs are known from the records of cells, all
// else from splits.
struct PairData {
  size_t condition = 0;  // place in RunRecords
  uint64_t seeds = 0, folds = 0;
  std::optional<double> train_pairs, test_pairs;  // training with the part that places thresholds
  std::optional<double> same_share;               // of all test pairs
  std::optional<double> train_authors, test_authors, train_documents, test_documents, train_topics,
      test_topics;
  std::optional<double> copied =
      {};  // share of tested documents with an exact copy in training, over all folds
};

// One for each condition that is asked of the corpus.
std::vector<PairData> pair_data(const RunRecords& run, size_t corpus);

// Pairs summed over folds and seeds.
struct PairPrior {
  size_t condition = 0;                                         // place in RunRecords
  uint64_t train = 0, same_train = 0, test = 0, same_test = 0;  // training without validation
  uint64_t majority =
      0;  // test pairs that the more frequent answer of the test side of their fold gets right
};

// Without conditions that have no test pair.
std::vector<PairPrior> pair_priors(const RunRecords& run, size_t corpus);

}  // namespace standfast::result
