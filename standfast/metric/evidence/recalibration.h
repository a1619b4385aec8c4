// What a loss would be after the best monotone recalibration, made on the very items that it is measured on:
// a bound, not a result. What the bound loses is discrimination (and the balance of the classes), the
// distance to it is calibration (Dimitriadis, Gneiting, Jordan 2021, Stable reliability diagrams for
// probabilistic classifiers, PNAS 118; isotonic regression minimises the Brier score and the log loss alike).
#pragma once

#include <cstdint>
#include <span>

#include "standfast/metric/stat/influence.h"

namespace standfast {

// Of an item that is "same" or not, when the share of "same" is given as its probability. Never infinite: no
// block of items has a share that excludes one of them.
using ShareLoss = double (*)(double share, bool same);
double squared_loss(double share, bool same);
double log_loss_of_share(double share, bool same);  // 0 in a pure block

// Mean loss over the items, each with the share of "same" among the items of like score that isotonic
// regression (PAV) puts together. Influences are those at these shares, which to first order is where they
// would stay. No value without items. scores finite, same[i] 0 or 1. O(n log n).
Influenced recalibrated_loss(std::span<const double> scores, std::span<const uint8_t> same, ShareLoss loss);

}  // namespace standfast
