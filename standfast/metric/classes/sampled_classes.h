// Means over classes in which the classes themselves are a sample, because the class of a document is its
// author.
//
// Balanced accuracy is a mean over classes. More weight for an item moves only the recall of its class, so
// the influences of a class sum to 0, and an author who is a class would add nothing to the error: the
// interval would be about the same authors again. But other authors have other recalls. So here an item
// counts through its class as well, as it does through its fold in a mean over folds (influence.h): a class
// above the mean pulls the mean up. The sum over a class is then the contribution of the class to the mean.
// docs/what-survives.md has the coverage.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "standfast/metric/classes/classification_metrics.h"

namespace standfast {

// Returns the contribution of each class: the metric is the mean of these over classes. Empty for a metric
// that is no mean over classes, whose influences contain the classes already. wins: null if the metric does
// not rank.
std::vector<double> values_by_class(std::string_view metric, const ClassTally& tally, const ClassWins* wins);

// Returns the number of classes by which such a mean divides: classes with items; for macro precision, recall
// and F1 classes with items or answers; for macro-f1-all all labels.
double classes_in_mean(std::string_view metric, const ClassTally& tally);

// Adds to the influence of each item the influence of its class. truth: the class of every item. classes:
// classes_in_mean. by_class: empty changes nothing.
void let_classes_vary(std::span<const double> by_class, double classes, std::span<const uint32_t> truth,
                      std::span<double> influence);

}  // namespace standfast
