// Precision, recall and F1 of each class, the documents of all folds and seeds pooled.
#pragma once

#include <vector>

#include "standfast/metric/classes/classification_profile.h"
#include "standfast/result/findings/class_items.h"

namespace standfast::result {

struct ScoresByClass {
  size_t condition = 0, model = 0;   // places in RunRecords
  std::vector<ClassScores> classes;  // by CorpusInfo::classes
};

inline ScoresByClass scores_by_class(size_t condition, size_t model, const PooledItems& items) {
  return {condition, model, class_scores(tally(items.items()))};
}

}  // namespace standfast::result
