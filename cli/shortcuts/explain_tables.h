// The tables of `standfast explain --planted`.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/analysis/attribution/planted_measures.h"
#include "standfast/report/table/table.h"

namespace standfast::cli {

// output: what shares are of ("log-odds"). names: of the classes.
report::Table planted_shares_table(const std::vector<PlantedShares>& shares,
                                   std::span<const std::string> names, std::string_view output);
report::Table planted_ranking_table(const std::vector<RankingMeasure>& measures, std::string_view ranked_by);

}  // namespace standfast::cli
