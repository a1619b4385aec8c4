// Likelihood ratios (result/findings/forensic.h), as a table, in words and for the JSON document.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "standfast/report/table/table.h"
#include "standfast/result/findings/forensic.h"

namespace standfast::report {

Table forensic_table(const RunRecords& run, const std::vector<ForensicCell>& cells, size_t corpus,
                     double level);

// One paragraph per condition and model, for readers who are no statisticians.
std::vector<std::string> forensic_words(const RunRecords& run, const Summary& summary,
                                        const std::vector<ForensicCell>& cells, size_t corpus);

// For the JSON document: one object per cell.
nlohmann::ordered_json forensic_json(const RunRecords& run, const std::vector<ForensicCell>& cells);

}  // namespace standfast::report
