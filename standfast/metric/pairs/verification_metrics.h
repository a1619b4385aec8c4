// Formulas of verification metrics. TP, FP, FN, TN are counts over answered items. N counts all items, Nu the
// non-answers. docs/metrics.md gives each formula with its source and a worked example.
#pragma once

#include <optional>

#include "standfast/metric/pairs/tally.h"

namespace standfast {

// Returns P(score of a same item > score of a different item) + P(tie) / 2. Non-answers count as 0.5.
std::optional<double> auc(const VerificationTally& tally);

// Returns (Nc + Nu Nc / N) / N with Nc right answers. Each non-answer earns the accuracy of the answers.
std::optional<double> c_at_1(const VerificationTally& tally);

// Returns c_at_1, but with each non-answer to a "different" item counted both as right and as open: the
// evaluator of PAN 2024. Up to 2, if every item is "different" and open.
std::optional<double> c_at_1_open_different_right(const VerificationTally& tally);

// Returns 2 TP / (2 TP + FP + FN) over answered items; 0 if it is 0 / 0.
std::optional<double> f1(const VerificationTally& tally);
// Returns f1 with every non-answer taken as the answer "different" (PAN 2024 and later).
std::optional<double> f1_open_rejected(const VerificationTally& tally);
// Returns the same, but undefined if it is 0 / 0 (PAN 2025).
std::optional<double> f1_open_rejected_or_none(const VerificationTally& tally);

// Returns 1.25 TP / (1.25 TP + 0.25 (FN + Nu) + FP).
std::optional<double> f05u(const VerificationTally& tally);
// Returns f05u with every non-answer taken as the answer "same", so that no non-answers are left. This is the
// rule of the official table of PAN 2020 (corrected upstream in May 2021).
std::optional<double> f05u_open_accepted(const VerificationTally& tally);

// Returns 1 - mean of (p - truth)^2.
std::optional<double> brier_complement(const VerificationTally& tally);

}  // namespace standfast
