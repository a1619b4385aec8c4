// Ranks of the models in each fold, and which models cannot be told apart, for each metric.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/metric/stat/friedman.h"
#include "standfast/result/findings/ranking.h"

namespace standfast::result {

// At most this many folds of a condition: more lines cannot be followed in a figure.
inline constexpr uint32_t kMostFoldsDrawn = 60;

struct FoldRanks {
  std::vector<size_t> models;  // the ranked models, as places in RunRecords; all ranks follow this list
  struct Fold {
    size_t condition = 0;
    uint64_t seed = 0;
    uint32_t fold = 0;
    std::vector<std::vector<double>> ranks;  // by metric; empty where the metric or the fold has no ranking
  };
  std::vector<Fold> folds;
  struct Diagram {
    size_t condition = 0, metric = 0;
    uint32_t folds = 0;
    CriticalDifference critical;
  };
  std::vector<Diagram> diagrams;
  uint64_t all_folds = 0;  // including those beyond kMostFoldsDrawn
};

// metrics: the metrics of the report; results name them by place. A metric that is not ranked has no ranks.
// Nothing if there are fewer than two ranked models, or if no fold has a score of every model.
std::optional<FoldRanks> fold_ranks(const RunRecords& run, const Ranking& ranking, size_t corpus,
                                    const std::vector<std::string>& metrics);

}  // namespace standfast::result
