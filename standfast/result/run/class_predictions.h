// Reads the answers of a cell of classification (docs/run-folder.md).
#pragma once

#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/result/run/interner.h"
#include "standfast/result/run/records.h"

namespace standfast::result {

// text: what the file holds; path: its name in messages. classes: the label set; the probabilities of a line follow its order. side: the side that every line must
// name. groups: null if the study has no group. values: of the cue that was planted in the fold; null if none was. A
// data error names file and line.
Status read_class_predictions(const std::string& path, std::string text, std::string_view side,
                              const std::vector<std::string>& classes, Interner& documents, Interner& authors,
                              Interner& topics, ClassPredictions& out, Interner* groups = nullptr,
                              const std::vector<std::string>* values = nullptr);

}  // namespace standfast::result
