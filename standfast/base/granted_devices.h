// Which accelerators the programs may use that this process starts (child_program.h). Nobody here computes on
// one: the process that deals out work says it, and it is passed on.
//
// Like the limit of threads (parallel.h), the grant belongs to the process: a worker does one unit at a time. No
// number, key or record depends on it.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace standfast {

// Names of devices as CUDA_VISIBLE_DEVICES has them ("0", "GPU-8f1c..."). Empty: no word about devices, programs
// see the environment of this process. Any thread may call it.
void grant_devices(std::vector<std::string> names);

// What programs are told: STANDFAST_DEVICES and CUDA_VISIBLE_DEVICES, both with the names and commas between
// them; nothing without a grant.
std::vector<std::pair<std::string, std::string>> device_environment();

}  // namespace standfast
