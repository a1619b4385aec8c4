// What the report needs from a run folder, read once. docs/run-folder.md describes the files.
#pragma once

#include <string>

#include "standfast/base/result.h"
#include "standfast/result/run/records.h"

namespace standfast::result {

// in_records: the answers of every cell stay in memory. aside: they are put into a scratch file as soon as they
// are read (answer_store.h), and whoever asks for those of a cell gets them from there.
enum class KeepAnswers { in_records, aside };

// A data error names the file. A run that has not finished is allowed; a run that was never planned is not.
// threads: of reading and unpacking.
Result<RunRecords> read_run(const std::string& folder, KeepAnswers keep = KeepAnswers::in_records,
                            int threads = 1);

}  // namespace standfast::result
