// Reader of a run folder: everything that a report needs, read once. docs/run-folder.md describes the files.
#pragma once

#include <string>

#include "standfast/base/result.h"
#include "standfast/result/run/records.h"

namespace standfast::result {

// Storage of answers after reading. in_records: the answers of every cell stay in memory. aside: they are put
// into a scratch file as soon as they are read (answer_store.h) and fetched from there on request.
enum class KeepAnswers { in_records, aside };

// Reads a run folder. A data error names the file. A run that has not finished is allowed; a run that was
// never planned is not. threads: for reading and unpacking.
Result<RunRecords> read_run(const std::string& folder, KeepAnswers keep = KeepAnswers::in_records,
                            int threads = 1);

}  // namespace standfast::result
