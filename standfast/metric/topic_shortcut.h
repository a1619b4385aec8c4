// The topic shortcut test (RAVEN: Sawatphol et al. 2024, TACL, section 6): a model that leans on topics
// scores lower where held-out topics have no twin in training (HITS folds) than where they may have one
// (folds of random topics).
#pragma once

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

}  // namespace standfast
