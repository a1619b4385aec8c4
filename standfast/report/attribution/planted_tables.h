// Attributions held against what was planted, as tables: of one model (standfast explain --planted), or of the conditions
// and models of a run.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/analysis/attribution/planted_measures.h"
#include "standfast/report/table/table.h"

namespace standfast::report {

// The measures of one model. keys: the cells that come first in its rows, one for each name of PlantedHead::keys.
struct PlantedSharesOf {
  std::vector<std::string> keys;
  const std::vector<PlantedShares>& shares;
  uint64_t explained = 0;                                // documents, with something planted or not
  std::span<const std::optional<double>> sd_cells = {};  // by entry of `shares`; of a run
};
struct PlantedRankingOf {
  std::vector<std::string> keys;
  const std::vector<RankingMeasure>& ranking;
  uint64_t explained = 0;
};
struct PlantedHead {
  std::string name, title;
  std::vector<std::string> keys = {};  // "condition", "model"; words
  std::string corpus = {};             // of a run: its name, for programs
  double level = 0.95;                 // of the intervals, as they were made
};

// output: what shares are of ("log-odds"). names: of the classes.
Table planted_shares_table(const PlantedHead& head, std::span<const PlantedSharesOf> rows,
                           std::span<const std::string> names, std::string_view output);
Table planted_ranking_table(const PlantedHead& head, std::span<const PlantedRankingOf> rows,
                            std::string_view ranked_by);

}  // namespace standfast::report
