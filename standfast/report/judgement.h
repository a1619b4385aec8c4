// The warnings of a run: of its design, from the counts that its splits left (design.json), and of its
// scores, from the summary. Codes and words are those of analysis/design_checks.h.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "standfast/analysis/design_checks.h"
#include "standfast/report/run_reader.h"
#include "standfast/report/summary.h"
#include "standfast/report/table.h"

namespace standfast::report {

struct Judgement {
  std::vector<DesignWarning> warnings;  // without those ignored
  uint64_t ignored = 0;                 // warnings that the study or the caller ignores
};

// A run of an earlier version has no design.json: nothing is said of its pairs and sizes. ignore: codes
// beside the study's own; a usage error for one that there is not.
Result<Judgement> judge_run(const RunRecords& run, const Summary& summary,
                            const std::vector<std::string>& ignore);

// Nothing where there are no warnings.
std::optional<Table> warning_table(const Judgement& judgement);

}  // namespace standfast::report
