// Loss after the best monotone recalibration, fitted on the items on which it is measured: this is a bound,
// not a result. The loss at the bound is due to discrimination (and to the balance of the classes). The
// distance to the bound is due to calibration (Dimitriadis, Gneiting, Jordan 2021, Stable reliability
// diagrams for probabilistic classifiers, PNAS 118; isotonic regression minimises both the Brier score and
// the log loss).
#pragma once

#include <cstdint>
#include <span>

#include "standfast/metric/stat/influence.h"

namespace standfast {

// Loss of an item with a given truth, if its probability is the share of "same" in its block. It is never
// infinite: no block has a share that excludes one of its items.
using ShareLoss = double (*)(double share, bool same);
double squared_loss(double share, bool same);
double log_loss_of_share(double share, bool same);  // 0 in a pure block

// Returns the mean loss over the items. Isotonic regression (PAV) groups items with similar scores, and the
// probability of an item is the share of "same" in its group. Influences are computed at these shares; to
// first order the shares would not move. No value if there are no items. scores: finite. same[i]: 0 or 1. O(n
// log n).
Influenced recalibrated_loss(std::span<const double> scores, std::span<const uint8_t> same, ShareLoss loss);

}  // namespace standfast
