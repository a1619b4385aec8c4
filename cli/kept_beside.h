// Checkpoints of a command that is still running, kept beside its output so that the command can resume after
// a kill.
#pragma once

#include <string>

namespace standfast::cli {

// Returns "OUT.parts", the folder beside OUT; a slash at the end of OUT does not matter.
std::string parts_beside(const std::string& out);
// Removes training states (neural/train/kept_training.h) and temporary files of killed writers from the
// folder, then the folder itself if it is empty.
void remove_training_parts(const std::string& parts);

}  // namespace standfast::cli
