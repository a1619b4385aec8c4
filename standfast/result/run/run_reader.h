// What the report needs from a run folder, read once. docs/run-folder.md describes the files.
#pragma once

#include <string>

#include "standfast/base/result.h"
#include "standfast/result/run/records.h"

namespace standfast::result {

// A data error names the file. A run that has not finished is allowed; a run that was never planned is not.
Result<RunRecords> read_run(const std::string& folder);

}  // namespace standfast::result
