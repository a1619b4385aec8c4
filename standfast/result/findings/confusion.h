// Answers of a classifier under topic confusion (split/topic_confusion.h): right; wrong, with an author of
// the same half; or wrong, with an author of the other half.
#pragma once

#include <cstdint>
#include <optional>

#include "standfast/metric/stat/estimate.h"
#include "standfast/result/findings/class_items.h"

namespace standfast::result {

struct ConfusionRow {
  size_t condition = 0, model = 0;  // places in RunRecords
  uint64_t n = 0, documents = 0, configurations = 0;
  uint64_t right = 0, same_half = 0, cross_half = 0;  // of n
  // Shares of n, with the errors of the survival table. The share of right answers is the accuracy.
  Estimate right_share, same_half_share, cross_half_share;
};
// Counts the answers of a model under a condition. items: all its answers there. Returns nothing if they do
// not say which half an author belongs to.
std::optional<ConfusionRow> confusion_row(const RunRecords& run, size_t corpus, size_t condition,
                                          size_t model, const PooledItems& items, double level);

}  // namespace standfast::result
