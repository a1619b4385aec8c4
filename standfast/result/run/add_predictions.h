// Answers that somebody else's model gave to the test pairs of a run (`standfast pairs --run` writes them as
// PAN problems), or to the test documents of a run of classification, join the run's records as one more
// model.
#pragma once

#include <string>

#include "standfast/base/sink.h"
#include "standfast/result/run/records.h"

namespace standfast::result {

// folder: <corpus>--<condition>--seed<seed>/ with
// - of verification: fold-<fold>/test/answers.jsonl (also .gz, .zst; also without test/);
// - of classification: add_class_predictions.h.
// A fold without a file becomes a missing cell, which is said; no file at all is a data error that names the
// first one looked for. An answer to what the fold does not ask is a data error, unless ignore_extra. A pair
// without answer scores 0.5, a non-answer, and is counted in a warning, as PAN does; a document without one
// is a data error. A name that a model of the run has is a usage error.
Status add_predictions(const std::string& run_folder, const std::string& name, const std::string& folder,
                       bool ignore_extra, Sink& sink, RunRecords& run);
// The same of "NAME=FOLDER"; a usage error where it is not that.
Status add_predictions(const std::string& run_folder, const std::string& name_and_folder, bool ignore_extra,
                       Sink& sink, RunRecords& run);

// A model that has answered nothing yet: its cells are missing.
Status add_unanswered(const std::string& name, RunRecords& run);

}  // namespace standfast::result
