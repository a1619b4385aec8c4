// The last report of a run is kept with what it was made from. Asked for again, with nothing changed, it is not computed
// again: its files are there, and what it had to say is in RUN/.report-kept.
//
// What must be the same: the program, the options, and every byte that a report reads (the study and the plan, the markers
// of all units, the files of those that it shows, answers of predictions). And every file of the report must still be as it
// was written. Anything else, and the report is made anew; a file of the run that is damaged is found by the key.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/report/page/written_report.h"

namespace standfast::report {

struct KeptReport {
  WrittenReport written;
  std::vector<std::string> warnings;  // that were told while it was made
};

// Of everything that the report depends on; "" for a report that is not kept: one that goes to other places, reads texts,
// or would fail.
std::string key_of_report(const std::string& run_folder, const ReportOptions& options);

// The report that was kept under this key, if its files are as they were.
std::optional<KeptReport> kept_report(const std::string& run_folder, const std::string& key);

Status keep_report(const std::string& run_folder, const std::string& key, const KeptReport& report);

}  // namespace standfast::report
