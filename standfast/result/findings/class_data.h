// How much data each condition of a run of classification holds.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "standfast/result/findings/class_items.h"
#include "standfast/result/run/cell_index.h"

namespace standfast::result {

struct ClassData {
  size_t condition = 0;                           // place in RunRecords
  uint64_t folds = 0;                             // over all seeds
  double train = 0, test = 0, train_classes = 0;  // documents and classes, means over folds
  // Over the folds of the model with most of them, which are all folds unless each model failed in some.
  uint64_t tested_topics = 0, tested_documents = 0;  // different ones
  double majority = 0;  // share of test documents of the commonest class of the test side of their own fold
  std::optional<double> copied =
      {};  // share of tested documents with an exact copy in training, over all folds
};

// The model with most finished cells, the first of equals. The tested documents are the same for all models,
// so the answers of this one say what was tested.
size_t most_finished_model(const RunRecords& run, const CellIndex& index, size_t corpus, size_t condition);

// items: of that model, at least one.
ClassData class_data(const RunRecords& run, const CellIndex& index, size_t corpus, size_t condition,
                     const PooledItems& items);

// By condition; without those that have no finished cell.
std::vector<ClassData> class_data(const RunRecords& run, size_t corpus);

}  // namespace standfast::result
