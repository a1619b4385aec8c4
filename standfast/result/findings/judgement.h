// The warnings of a run: of its design, from the counts that its splits left (design.json), and of its
// scores, from the summary. Codes and words are those of analysis/leak/design_checks.h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/analysis/leak/design_checks.h"
#include "standfast/result/findings/summary.h"

namespace standfast::result {

struct Judgement {
  std::vector<DesignWarning> warnings;  // without those ignored
  uint64_t ignored = 0;                 // warnings that the study or the caller ignores
};

// A run of an earlier version has no design.json: nothing is said of its pairs and sizes. ignore: codes
// beside the study's own; a usage error for one that there is not.
Result<Judgement> judge_run(const RunRecords& run, const Summary& summary,
                            const std::vector<std::string>& ignore);

}  // namespace standfast::result
