// Adds the answers of somebody else's model to the records of a run, as one more model. The answers are to
// the test pairs of the run (`standfast pairs --run` writes them as PAN problems), or to the test documents
// of a run of classification.
#pragma once

#include <string>
#include <vector>

#include "standfast/base/sink.h"
#include "standfast/result/run/records.h"
#include "standfast/result/run/run_reader.h"

namespace standfast::result {

// folder: <corpus>--<condition>--seed<seed>/ with
// - of verification: fold-<fold>/test/answers.jsonl (also .csv, .tsv, each also with .gz or .zst; also without test/);
// - of classification: see fold_answers.h.
// A fold without a file becomes a missing cell, with a warning. If there is no file at all, that is a data
// error that names the first file looked for. An answer to something that the fold does not ask is a data
// error, unless ignore_extra. A pair without answer scores 0.5, a non-answer, and is counted in a warning, as
// in PAN. A pair that is answered twice is a data error. A document without answer is a data error. A name that a model of the run already has is a usage
// error.
Status add_predictions(const std::string& run_folder, const std::string& name, const std::string& folder,
                       bool ignore_extra, Sink& sink, RunRecords& run);
// The same for "NAME=FOLDER". Another form is a usage error.
Status add_predictions(const std::string& run_folder, const std::string& name_and_folder, bool ignore_extra,
                       Sink& sink, RunRecords& run);

// Adds a model that has not answered anything yet: its cells are missing.
Status add_unanswered(const std::string& name, RunRecords& run);

// Adds two kinds of answers to a run's records: those that the run's study names ([[predictions]]) and those
// that a caller names.

// First the answers of the study, with paths relative to the study's folder, then those of `given`
// ("NAME=FOLDER"). Both are read as above. If the study's folder is missing or holds no
// answers yet, all its cells are missing and a warning says where the answers belong. Another warning tells
// if the answers are not those that `standfast run` last saw; the report then uses them as they are.
Status add_all_predictions(const std::string& run_folder, const std::vector<std::string>& given,
                           bool ignore_extra, Sink& sink, RunRecords& run);

}  // namespace standfast::result
