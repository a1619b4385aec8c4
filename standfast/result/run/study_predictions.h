// The answers that a run's study names ([[predictions]]) and those that a caller does, joined to its records.
#pragma once

#include <string>
#include <vector>

#include "standfast/base/sink.h"
#include "standfast/result/run/run_reader.h"

namespace standfast::result {

// First those of the study, located as the study is, then those of `given` ("NAME=FOLDER"), each as
// add_predictions.h has it. Where the study's folder is not there or holds no answers yet, all its cells are
// missing and a warning says where they belong. Another warning says where the answers are not those that
// `standfast run` last saw: the report takes them as they are.
Status add_all_predictions(const std::string& run_folder, const std::vector<std::string>& given,
                           bool ignore_extra, Sink& sink, RunRecords& run);

}  // namespace standfast::result
