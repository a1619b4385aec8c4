// The amount of data that each condition of a run holds, and how often pairs are of one author.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "standfast/result/findings/class_items.h"
#include "standfast/result/run/cell_index.h"
#include "standfast/result/run/records.h"

namespace standfast::result {

// Computes the share of tested documents with an exact copy (up to case, white space) in the training of
// their fold, over all folds and seeds of a condition. Returns nullopt for runs of versions that did not
// count it, and for sides other than the test items, which no fold tests. Arguments are places in RunRecords.
std::optional<double> copied_share(const RunRecords& run, size_t corpus, size_t condition);

// The amount of data of a condition in a run of classification.
struct ClassData {
  size_t condition = 0;                           // place in RunRecords
  uint64_t folds = 0;                             // over all seeds
  double train = 0, test = 0, train_classes = 0;  // documents and classes, means over folds
  // Counted over the folds of the model with most folds, which are all folds unless each model failed in
  // some.
  uint64_t tested_topics = 0, tested_documents = 0;  // different ones
  double majority = 0;  // share of test documents of the commonest class of the test side of their own fold
  std::optional<double> copied =
      {};  // share of tested documents with an exact copy in training, over all folds
};

// Returns the model with most finished cells, the first of equals. The tested documents are the same for all
// models, so the answers of this one name all that was tested.
size_t most_finished_model(const RunRecords& run, const CellIndex& index, size_t corpus, size_t condition);

// Counts the data of one condition. items: the items of that model, at least one.
ClassData class_data(const RunRecords& run, const CellIndex& index, size_t corpus, size_t condition,
                     const PooledItems& items);

// Counts the data of each condition that has a finished cell.
std::vector<ClassData> class_data(const RunRecords& run, size_t corpus);

// The amount of data of a condition in a run of verification, and the share of same-author pairs: means over
// folds and seeds, nothing if no fold has the number. Pairs are known from the records of cells, all else
// from splits.
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

// Returns one entry for each condition that is asked of the corpus.
std::vector<PairData> pair_data(const RunRecords& run, size_t corpus);

// Counts of pairs, summed over folds and seeds.
struct PairPrior {
  size_t condition = 0;                                         // place in RunRecords
  uint64_t train = 0, same_train = 0, test = 0, same_test = 0;  // training without validation
  uint64_t majority =
      0;  // test pairs that the more frequent answer of the test side of their fold gets right
};

// Returns one entry for each condition that has a test pair.
std::vector<PairPrior> pair_priors(const RunRecords& run, size_t corpus);

}  // namespace standfast::result
