// The readers behind read_corpus(), one per format, over any stream: the seam for tests and fuzzers.
// Each fills the report and leaves format alone.
#pragma once

#include <string>

#include "standfast/base/file.h"
#include "standfast/corpus/read.h"

namespace standfast {

// One JSON object a line. Blank lines are skipped. Text, id and roles: a string as it is; a number or boolean as
// written; null or absent is missing; a list or object is a bad row. Columns that are not mapped are checked to be
// JSON but not decoded. Of a key that occurs twice the last counts. `name` is for messages.
Result<Corpus> read_jsonl(InputStream& input, const std::string& name, const ReadOptions& options, ReadReport& report);

}  // namespace standfast
