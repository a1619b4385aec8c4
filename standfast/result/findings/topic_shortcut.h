// The topic shortcut test of a run: every model under HITS folds and under folds of random topics
// (metric/pairs/topic_shortcut.h). Scores and errors are taken from the survival table; Holm's correction is
// over models.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/metric/stat/estimate.h"
#include "standfast/result/findings/ranking.h"

namespace standfast::result {

struct ShortcutRow {
  size_t corpus = 0, model = 0;  // places in RunRecords
  Estimate hits, random, average, difference, ratio;
  std::optional<double> p, p_holm;            // for no difference
  uint32_t hits_folds = 0, random_folds = 0;  // folds in which the metric is defined
  uint64_t hits_pairs = 0, random_pairs = 0;  // test pairs
  // Ranks, only for models that have both conditions' folds.
  std::optional<double> rank_difference;  // by |R - H|, smallest first; ties share a rank
  std::optional<double> rank_average;     // by (H + R) / 2, highest first
};

struct TopicShortcut {
  std::string metric;
  std::vector<ShortcutRow> rows;  // by corpus, then model; without the prior
};

// Runs the test, for verification. An unknown metric is a usage error that lists the metrics.
Result<TopicShortcut> topic_shortcut(const RunRecords& run, const Contrast& contrast,
                                     const std::string& metric, const RankingOptions& options);

}  // namespace standfast::result
