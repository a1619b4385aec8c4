// Adds the answers of somebody else's model to the records of a run, as one more model. The answers are to
// the test pairs of the run (`standfast pairs --run` writes them as PAN problems), or to the test documents
// of a run of classification.
#pragma once

#include <string>

#include "standfast/base/sink.h"
#include "standfast/result/run/records.h"

namespace standfast::result {

// folder: <corpus>--<condition>--seed<seed>/ with
// - of verification: fold-<fold>/test/answers.jsonl (also .csv, .tsv, each also with .gz or .zst; also without test/);
// - of classification: see add_class_predictions.h.
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

}  // namespace standfast::result
