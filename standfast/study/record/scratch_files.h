// The files that units keep in RUN/scratch/<key>/ while they are being done: NAME with its marker NAME.json, parts
// (base/kept_part.h) and states of training (neural/train/kept_training.h), which guard themselves.
#pragma once

#include <string>

namespace standfast {

inline constexpr const char* kScratchSchema = "standfast-scratch/1";  // of a marker

// Removes them from a folder, and the folder if nothing is left in it: a file of somebody else stays. A link to a folder is
// left alone.
void remove_scratch_files(const std::string& folder);

}  // namespace standfast
