// Dose-response (result/findings/dose_response.h), as a table and in words. Both give the slope, its interval
// and nothing else per 0.1 of similarity.
#pragma once

#include <string>
#include <vector>

#include "standfast/report/table/table.h"
#include "standfast/result/findings/dose_response.h"

namespace standfast::report {

Table dose_response_table(const RunRecords& run, const DoseResponse& response, size_t corpus,
                          const RankingOptions& options);
std::vector<std::string> dose_response_sentences(const RunRecords& run, const DoseResponse& response,
                                                 size_t corpus);

}  // namespace standfast::report
