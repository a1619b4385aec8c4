// Predictions of classes (answers/class_predictions.h) for the test documents of a run of classification, to
// be added to its records (add_predictions.h).
//
// In folder/<corpus>--<condition>--seed<seed>/ there is either one file for each fold,
// fold-<fold>/predictions.jsonl (it may also lie in test/ below), or one file for all folds,
// predictions.jsonl, where no document is tested twice. Each file may also be .csv or .tsv, .gz or .zst.
#pragma once

#include <memory>
#include <string>

#include "standfast/result/run/fold_answers.h"

namespace standfast::result {

// Data errors of the result name the file and the id: a document of the fold without prediction, a document
// that is not asked (unless ignore_extra), or a class outside the label set of the run.
Result<std::unique_ptr<FoldAnswers>> class_answers_for(const RunRecords& run, const std::string& run_folder,
                                                       const std::string& folder, bool ignore_extra);

}  // namespace standfast::result
