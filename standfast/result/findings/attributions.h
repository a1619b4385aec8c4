// What the attributions of a run say of what was planted: table 4 of Zhou et al. 2024, Navigating the Shortcut Maze, and
// whether planted tokens rank on top (analysis/attribution/planted_measures.h), for each condition, side and model.
//
// Documents of all folds and draws count together. One that several fits explained counts once for each fit in means, and
// as one document in intervals. So an interval speaks of other documents and of the same fits. What other draws would give
// is seen from `sd_cells`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/analysis/attribution/planted_measures.h"
#include "standfast/result/run/records.h"

namespace standfast::result {

struct AttributionFinding {
  size_t condition = 0, model = 0;  // places in RunRecords
  std::string method, output;
  std::string why_not;     // not "": the method cannot explain the model
  uint64_t cells = 0;      // that were explained
  uint64_t explained = 0;  // documents, once for each cell
  uint64_t documents = 0;  // of the side in these cells
  uint64_t distinct = 0;   // different documents among those explained
  uint64_t tokens = 0, evaluations = 0, cut = 0;
  std::optional<double>
      standard_error;                 // of a share: the root of the mean square; where shares are estimates
  std::vector<PlantedShares> shares;  // by value, then class (place in CorpusInfo::classes)
  std::vector<std::optional<double>> sd_cells;  // of `shares`: of the mean of a planted token over cells
  std::vector<RankingMeasure> ranking;          // empty where no document has planted and other tokens
};

// By condition, then model. Nothing where the study has nothing explained.
std::vector<AttributionFinding> attribution_findings(const RunRecords& run, size_t corpus, double level);

}  // namespace standfast::result
