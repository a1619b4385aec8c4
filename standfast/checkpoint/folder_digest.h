// A digest over the files of a folder that are read, so that it identifies the model that made a number.
#pragma once

#include <span>
#include <string>

#include "standfast/base/result.h"

namespace standfast {

// Computes the SHA-256 over the names (relative to the folder) and the SHA-256 of each file, in the order of
// the names; a name that is given twice counts once. Neither other files, nor the folder's place, nor whether
// a file is a link changes it. A data error that names a file that cannot be read.
Result<std::string> digest_files(const std::string& folder, std::span<const std::string> names);

}  // namespace standfast
