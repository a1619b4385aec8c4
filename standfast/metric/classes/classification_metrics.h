// The formulas of classification metrics. For class c: n_c items have it, m_c are answered it, r_c both;
// n items. precision = r / m, recall = r / n_c, F1 = 2 r / (n_c + m_c); 0 where that is 0 / 0.
// docs/metrics.md has each with its source. Nothing where the metric is undefined.
#pragma once

#include <optional>

#include "standfast/metric/classes/classification_ranking.h"
#include "standfast/metric/classes/classification_tally.h"

namespace standfast {

std::optional<double> accuracy(const ClassTally& tally);
// Mean recall over the classes that occur in the truth.
std::optional<double> balanced_accuracy(const ClassTally& tally);

// Means over the classes that occur in the truth or in the answers; a class of which nothing is right is 0.
std::optional<double> macro_precision(const ClassTally& tally);
std::optional<double> macro_recall(const ClassTally& tally);
std::optional<double> macro_f1(const ClassTally& tally);
// Mean F1 over all classes of the fixed label set; 0 for one that occurs in neither.
std::optional<double> macro_f1_all(const ClassTally& tally);
// Mean F1 over the classes of the truth, each weighted by its items.
std::optional<double> weighted_f1(const ClassTally& tally);

// (n r - sum n_c m_c) / sqrt((n^2 - sum m_c^2) (n^2 - sum n_c^2)) with r = sum r_c; 0 where the truth or the
// answers are of one class.
std::optional<double> matthews(const ClassTally& tally);
// (n r - sum n_c m_c) / (n^2 - sum n_c m_c); undefined where all items have one class and are answered with
// it.
std::optional<double> cohens_kappa(const ClassTally& tally);

// Means over items; undefined where an item's row is no estimate of probability.
std::optional<double> log_loss(const ClassTally& tally);
std::optional<double> multiclass_brier(const ClassTally& tally);

// Mean over the classes with items on both sides of P(p_c of an item of c > p_c of another) + P(tie) / 2.
std::optional<double> auc_one_vs_rest(const ClassWins& wins);
// The same of one class against the rest.
std::optional<double> auc_one_vs_rest(const ClassWins& wins, size_t c);
// Mean over the pairs {i, j} of classes that occur of (A(i|j) + A(j|i)) / 2, where A(i|j) ranks items of i
// and j by p_i (Hand, Till 2001).
std::optional<double> auc_one_vs_one(const ClassWins& wins);

}  // namespace standfast
