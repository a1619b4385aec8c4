// Adds two kinds of answers to a run's records: those that the run's study names ([[predictions]]) and those
// that a caller names.
#pragma once

#include <string>
#include <vector>

#include "standfast/base/sink.h"
#include "standfast/result/run/run_reader.h"

namespace standfast::result {

// First the answers of the study, with paths relative to the study's folder, then those of `given`
// ("NAME=FOLDER"). Both are read as add_predictions.h says. If the study's folder is missing or holds no
// answers yet, all its cells are missing and a warning says where the answers belong. Another warning tells
// if the answers are not those that `standfast run` last saw; the report then uses them as they are.
Status add_all_predictions(const std::string& run_folder, const std::vector<std::string>& given,
                           bool ignore_extra, Sink& sink, RunRecords& run);

}  // namespace standfast::result
