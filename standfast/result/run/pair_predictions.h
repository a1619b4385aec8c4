// Reads what a cell of verification answered (docs/run-folder.md).
#pragma once

#include <string>

#include "standfast/base/result.h"
#include "standfast/result/run/interner.h"
#include "standfast/result/run/records.h"

namespace standfast::result {

// A data error names file and line.
Status read_pair_predictions(const std::string& path, Interner& authors, Interner& topics,
                             CellPredictions& out);

}  // namespace standfast::result
