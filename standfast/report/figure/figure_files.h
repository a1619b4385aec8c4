// What the figures draw, as CSV files: the rows and columns that the page's own CSV buttons save (all metrics
// where the page saves the selected one).
#pragma once

#include <string>
#include <vector>

#include "standfast/base/json.h"
#include "standfast/report/table/table.h"

namespace standfast::report {

// corpus: one corpus of the page's data (web/src/data.ts). Figures that have nothing to draw have no table.
// Names: <figure>-<corpus>.
std::vector<Table> figure_tables(const nlohmann::ordered_json& corpus,
                                 const std::vector<std::string>& metrics);

}  // namespace standfast::report
