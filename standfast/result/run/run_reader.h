// What the report needs of a run folder, read once. The files are described in docs/run-folder.md.
#pragma once

#include <string>

#include "standfast/base/result.h"
#include "standfast/result/run/records.h"

namespace standfast::result {

// A data error names the file. A run that has not finished is fine; one that was never planned is not.
Result<RunRecords> read_run(const std::string& folder);

}  // namespace standfast::result
