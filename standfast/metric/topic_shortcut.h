// The topic shortcut test (RAVEN: Sawatphol et al. 2024, TACL, section 6): a model that leans on topics
// scores lower where held-out topics have no twin in training (HITS folds) than where they may have one
// (folds of random topics).
#pragma once

#include <optional>

#include "standfast/metric/estimate.h"

namespace standfast {

struct ShortcutGap {
  Replicated average;     // (H + R) / 2: how good the model is; higher is better
  Replicated difference;  // R - H: what is lost without twins; the paper takes its absolute value, which
                          // hides that a model got better
  Replicated ratio;       // H / R; undefined where R is not positive
};
// hits, random: the score under either, with replicates of shared resamples.
ShortcutGap shortcut_gap(const Replicated& hits, const Replicated& random);

struct ShortcutTest {
  Estimate hits, random, average, difference, ratio;
  std::optional<double> p;  // two-sided, of no difference
};
// hits, random: from one UnitBootstrap over test topics, with FoldWeight::by_pairs. units: topics that the
// condition with fewer of them tests; intervals and p are widened for so many (small_sample_confidence), and
// below kFewestUnits there are none. highest: of the score.
//
// A resample of the topics of a fold can leave one of them out, which moves the score of the fold and not
// always as often up as down; replicates are therefore moved so that their median is the value, and intervals
// hold their estimate.
ShortcutTest shortcut_test(const Replicated& hits, const Replicated& random, uint32_t units, double level,
                           double highest = 1);

}  // namespace standfast
