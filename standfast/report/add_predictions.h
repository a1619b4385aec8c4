// Answers that somebody else's model gave to the test pairs of a run (`standfast pairs --run` writes them as
// PAN problems) join the run's records as one more model.
#pragma once

#include <string>

#include "standfast/base/sink.h"
#include "standfast/report/run_reader.h"

namespace standfast::report {

// folder: <corpus>--<condition>--seed<seed>/fold-<fold>/test/answers.jsonl (also .gz, .zst; also without
// test/). A fold without a file becomes a missing cell, which is said; no file at all is a data error that
// names the first one looked for. An answer to a pair that the fold does not have is a data error, unless
// ignore_extra; a pair without answer scores 0.5, a non-answer, and is counted in a warning, as PAN does. A
// name that a model of the run has is a usage error.
Status add_predictions(const std::string& run_folder, const std::string& name, const std::string& folder,
                       bool ignore_extra, Sink& sink, RunRecords& run);

}  // namespace standfast::report
