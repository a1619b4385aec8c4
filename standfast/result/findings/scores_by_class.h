// Precision, recall and F1 of each class, the documents of all folds and seeds pooled.
#pragma once

#include <vector>

#include "standfast/metric/classes/classification_profile.h"
#include "standfast/metric/stat/estimate.h"
#include "standfast/result/findings/class_items.h"

namespace standfast::result {

struct ScoresByClass {
  size_t condition = 0, model = 0;   // places in RunRecords
  std::vector<ClassScores> classes;  // by CorpusInfo::classes
  // By class too: F1 and recall with their intervals, which allow for documents that share an author or a topic
  // (metric/stat/unit_estimate.h). No value where no document is of the class.
  std::vector<Estimate> f1 = {}, recall = {};
};

// How F1 = 2 right / (of it + answered) and recall = right / of it move with each answer: the derivative of the number by
// the weight of the answer. Both add up to 0.
std::vector<double> f1_influence(const PooledItems& items, uint32_t klass, const ClassScores& scores);
std::vector<double> recall_influence(const PooledItems& items, uint32_t klass, const ClassScores& scores);

// Intervals for at most so many classes; the others have none.
inline constexpr size_t kMostClassIntervals = 50;

ScoresByClass scores_by_class(const RunRecords& run, size_t corpus, size_t condition, size_t model,
                              const PooledItems& items, double level);

}  // namespace standfast::result
