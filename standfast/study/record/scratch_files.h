// The files that units keep in RUN/scratch/<key>/ while they are being done: NAME with its marker NAME.json, parts
// (base/checkpoint_file.h) and states of training (neural/train/kept_training.h), which guard themselves.
#pragma once

#include <string>

namespace standfast {

inline constexpr const char* kScratchSchema = "standfast-scratch/1";  // of a marker

// Removes these files from a folder, and the folder if it is then empty; files of the user stay. A link to a
// folder is not followed.
void remove_scratch_files(const std::string& folder);

}  // namespace standfast
