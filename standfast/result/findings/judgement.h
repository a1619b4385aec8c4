// The warnings of a run. Warnings about its design come from the counts that its splits left (design.json);
// warnings about its scores come from the summary. analysis/leak/warning_catalog.h has their codes and words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/analysis/leak/warning_catalog.h"
#include "standfast/result/findings/summary.h"

namespace standfast::result {

struct Judgement {
  std::vector<StudyWarning> warnings;  // without the ignored ones
  uint64_t ignored = 0;                // warnings that the study or the caller ignores
};

// Collects the warnings of a run. A run of an earlier version has no design.json; then there are no warnings
// about its pairs and sizes. ignore: codes in addition to the study's own; an unknown code is a usage error.
Result<Judgement> judge_run(const RunRecords& run, const Summary& summary,
                            const std::vector<std::string>& ignore);

// Returns whether the seed decides which documents, folds or pairs a condition has.
bool depends_on_draw(const RunRecords& run, size_t condition);

}  // namespace standfast::result
