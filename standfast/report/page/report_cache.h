// Cache of the last report of a run. If it is requested again with unchanged input, it is not computed again:
// its files are there, and its results and warnings are in RUN/.report-kept.
//
// The input must be the same: the program, the options, and every byte that a report reads (the study and the
// plan, the markers of all units, the files of the units that it shows, answers of predictions). Every file
// of the report must still be as it was written. Otherwise the report is made anew. The key detects damaged
// files of the run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/report/page/written_report.h"

namespace standfast::report {

struct CachedReport {
  WrittenReport written;
  std::vector<std::string> warnings;  // that were told while it was made
};

// Returns a key of everything that the report depends on; "" for a report that is not kept, because it goes
// to other places, reads texts, or would fail.
std::string report_key(const std::string& run_folder, const ReportOptions& options);

// Returns the report that was kept under this key, if its files are unchanged.
std::optional<CachedReport> cached_report(const std::string& run_folder, const std::string& key);

Status cache_report(const std::string& run_folder, const std::string& key, const CachedReport& report);

}  // namespace standfast::report
