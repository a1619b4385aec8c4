// A classifier that a unit has fitted (cell/cell_fit.h), in the folder of the unit.
#pragma once

#include "standfast/study/experiment/workshop.h"

namespace standfast {

// Returns the names of all files in a folder and its subfolders, relative to it, ascending.
std::vector<std::string> files_below(const std::string& folder);

// Saves the classifier in the folder of the unit that fitted it, below "model". options: as written in the
// study.
Result<MadeUnit> save_fit(Workshop& shop, const Unit& unit, const ComponentSpec& model,
                          const Classifier& classifier, const Column& classes, size_t documents);

}  // namespace standfast
