// The topic shortcut test (RAVEN: Sawatphol et al. 2024, TACL, section 6). A model that relies on topics
// scores lower if held-out topics have no twin in training (HITS folds) than if they may have one (folds of
// random topics). The errors come from unit_estimate.h, so a score has the same interval here as in every
// table.
// every table.
#pragma once

#include <optional>
#include <span>

#include "standfast/metric/stat/unit_estimate.h"

namespace standfast {

// The score under one condition. Units have the same codes on both sides.
struct ShortcutSide {
  std::span<const ItemUnits> units;  // of every item
  std::span<const double> shares;    // weight of each item in the score; empty: all equal
  const Influenced* score = nullptr;
};

struct ShortcutTest {
  Estimate hits, random;
  Estimate average;     // (H + R) / 2: the quality of the model
  Estimate difference;  // R - H: the loss without twins; the paper takes the absolute value, which hides that
                        // a model got better
  Estimate ratio;       // H / R; undefined if R is not positive
  std::optional<double> p;  // two-sided, for no difference
};
// Runs the test. lowest, highest: the bounds of the score.
ShortcutTest shortcut_test(const ShortcutSide& hits, const ShortcutSide& random, double level, double lowest,
                           double highest);

}  // namespace standfast
