// Diagnosis of a folder that holds no readable model, by its content.
#pragma once

#include <string>

#include "standfast/base/result.h"

namespace standfast {

// Returns a missing error that says what the folder holds instead. lacking: the file that was looked for,
// "config.json".
Failure absent_model(const std::string& folder, const std::string& lacking);

}  // namespace standfast
