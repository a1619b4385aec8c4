// Reads what a cell of classification answered (docs/run-folder.md).
#pragma once

#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/result/run/interner.h"
#include "standfast/result/run/records.h"

namespace standfast::result {

// classes: the label set, which the probabilities of a line follow. side: that every line says. A data error
// names file and line.
Status read_class_predictions(const std::string& path, std::string_view side,
                              const std::vector<std::string>& classes, Interner& documents, Interner& authors,
                              Interner& topics, ClassPredictions& out);

}  // namespace standfast::result
