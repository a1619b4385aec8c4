// What the figures of rankings and dose-response curves draw; see CorpusRanking and CorpusDose in
// web/src/data.ts.
#pragma once

#include <optional>

#include <nlohmann/json_fwd.hpp>

#include "standfast/result/findings/ranking.h"

namespace standfast::report {

// At most this many folds of a condition are drawn in the bump chart: more lines cannot be followed.
inline constexpr uint32_t kMostFoldsDrawn = 60;

// metrics: those of the page, whose places the data name; a metric that is not ranked has no ranks.

// Ranks by fold and critical differences. Null with fewer than two ranked models or where no fold has a score
// of every model.
nlohmann::ordered_json ranking_data(const RunRecords& run, const Ranking& ranking, size_t corpus,
                                    const std::vector<std::string>& metrics);

// Points and lines of score against similarity. Null where fewer than two draws have a similarity.
nlohmann::ordered_json dose_data(const RunRecords& run, const Ranking& ranking, size_t corpus,
                                 const RankingOptions& options, const std::vector<std::string>& metrics);

}  // namespace standfast::report
