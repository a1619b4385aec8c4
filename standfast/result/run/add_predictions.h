// External predictions: the answers of a model that was run elsewhere, added to the records of a run as one
// more model. They answer the test pairs of the run (`standfast pairs --run` writes these as PAN problems),
// or the test documents of a run of classification.
#pragma once

#include <string>
#include <vector>

#include "standfast/base/sink.h"
#include "standfast/result/run/records.h"
#include "standfast/result/run/run_reader.h"

namespace standfast::result {

// Adds the answers in `folder` as the model `name`. folder: <corpus>--<condition>--seed<seed>/ with
// - verification: fold-<fold>/test/answers.jsonl (also .csv, .tsv, each also with .gz or .zst; also without test/);
// - classification: see fold_answers.h.
// A fold without a file becomes a missing cell, with a warning. If there is no file at all, that is a data
// error that names the first file looked for. An answer to something that the fold does not ask is a data
// error, unless ignore_extra. A pair without answer scores 0.5, a non-answer, and is counted in a warning, as
// in PAN. A pair that is answered twice is a data error. A document without answer is a data error. A name
// that a model of the run already has is a usage error.
Status add_predictions(const std::string& run_folder, const std::string& name, const std::string& folder,
                       bool ignore_extra, Sink& sink, RunRecords& run);
// Adds the answers of an argument "NAME=FOLDER", as above. Another form is a usage error.
Status add_predictions(const std::string& run_folder, const std::string& name_and_folder, bool ignore_extra,
                       Sink& sink, RunRecords& run);

// Adds a model that has not answered anything yet: its cells are missing.
Status add_unanswered(const std::string& name, RunRecords& run);

// Adds the answers that the study of a run names ([[predictions]]), with paths relative to the study's
// folder, and then the answers in `given` ("NAME=FOLDER"). Both are read as above. If the study's folder is
// missing or holds no answers yet, all its cells are missing and a warning says where the answers belong.
// Another warning tells if the answers differ from the answers that `standfast run` last saw; the report then
// uses them as they are.
Status add_all_predictions(const std::string& run_folder, const std::vector<std::string>& given,
                           bool ignore_extra, Sink& sink, RunRecords& run);

}  // namespace standfast::result
