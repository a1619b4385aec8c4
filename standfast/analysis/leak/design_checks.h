// Checks of the design of a study (SF101 to SF123). They are pure functions of counts, so a dry run (which
// has the conditions in memory) and a report (which has the records) agree.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "standfast/analysis/leak/study_design.h"
#include "standfast/analysis/leak/warning_catalog.h"

namespace standfast {

// Checks a design; warnings are in the order of codes, then of corpora.
std::vector<StudyWarning> check_design(const StudyDesign& design);

// Returns the share of tested documents with an exact copy in the training of their fold; nullopt: not known.
std::optional<double> share_copied(const DesignCondition& condition);

// Returns true if the share of the metric's score that survives is meaningful: guessing and a perfect score
// must mean the same in every condition.
bool carries_percentage(std::string_view metric);

}  // namespace standfast
