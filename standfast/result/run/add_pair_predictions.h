// Answers in the format of PAN for the test pairs of a run of verification, to be added to its records
// (add_predictions.h).
#pragma once

#include <memory>
#include <string>

#include "standfast/result/run/fold_answers.h"

namespace standfast::result {

// A data error if this version does not know the profile of the run.
Result<std::unique_ptr<FoldAnswers>> pair_answers_for(const RunRecords& run, const std::string& run_folder,
                                                      const std::string& folder, bool ignore_extra);

}  // namespace standfast::result
