// Accelerators granted to the programs that this process starts (child_program.h). Standfast itself computes
// on none: the process that deals out work names them, and the names are passed on.
//
// Like the limit of threads (parallel.h), the grant belongs to the process: a worker does one unit at a time.
// No number, key or record depends on it.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace standfast {

// Sets the names of the devices as CUDA_VISIBLE_DEVICES has them ("0", "GPU-8f1c..."). Without names nothing
// is said about devices, and programs see the environment of this process. Any thread may call it.
void grant_devices(std::vector<std::string> names);

// Returns the variables that programs are given: STANDFAST_DEVICES and CUDA_VISIBLE_DEVICES, both with the
// names and commas between them; nothing without a grant.
std::vector<std::pair<std::string, std::string>> device_environment();

}  // namespace standfast
