// The formulas of classification metrics. n is the number of items. For class c: n_c items have it, m_c items
// are answered with it, and r_c items both have it and are answered with it. precision = r / m, recall = r /
// n_c, F1 = 2 r / (n_c + m_c); each is 0 where it is 0 / 0. docs/metrics.md gives each metric with its
// source. The result is nothing where the metric is undefined.
#pragma once

#include <optional>

#include "standfast/metric/classes/classification_ranking.h"
#include "standfast/metric/classes/classification_tally.h"

namespace standfast {

std::optional<double> accuracy(const ClassTally& tally);
// Returns the mean recall over the classes that occur in the truth.
std::optional<double> balanced_accuracy(const ClassTally& tally);

// Returns means over the classes that occur in the truth or in the answers. A class without a right answer
// counts 0.
std::optional<double> macro_precision(const ClassTally& tally);
std::optional<double> macro_recall(const ClassTally& tally);
std::optional<double> macro_f1(const ClassTally& tally);
// Returns the mean F1 over all classes of the fixed label set. A class in neither truth nor answers counts 0.
std::optional<double> macro_f1_all(const ClassTally& tally);
// Returns the mean F1 over the classes of the truth. Each class is weighted by its number of items.
std::optional<double> weighted_f1(const ClassTally& tally);

// Returns Matthews' correlation, (n r - sum n_c m_c) / sqrt((n^2 - sum m_c^2) (n^2 - sum n_c^2)) with r = sum
// r_c. 0 if the truth or the answers have only one class.
std::optional<double> matthews(const ClassTally& tally);
// Returns Cohen's kappa, (n r - sum n_c m_c) / (n^2 - sum n_c m_c). Undefined if all items have one class and
// all are answered with it.
std::optional<double> cohens_kappa(const ClassTally& tally);

// Returns means over items. Undefined if the row of some item is not an estimate of probability.
std::optional<double> log_loss(const ClassTally& tally);
std::optional<double> multiclass_brier(const ClassTally& tally);

// Returns the mean over the classes c that some items have and some items do not have. The value of a class
// is P(p_c of an item of c > p_c of an item of another class) + P(tie) / 2.
std::optional<double> auc_one_vs_rest(const ClassWins& wins);
// Returns the same for one class against the rest.
std::optional<double> auc_one_vs_rest(const ClassWins& wins, size_t c);
// Returns the mean of (A(i|j) + A(j|i)) / 2 over the pairs {i, j} of classes that occur. A(i|j) ranks the
// items of i and j by p_i (Hand, Till 2001).
std::optional<double> auc_one_vs_one(const ClassWins& wins);

}  // namespace standfast
