// Outputs of one command that would overwrite each other.
#pragma once

#include <string>
#include <vector>

#include "standfast/base/result.h"

namespace standfast::cli {

struct NamedOutput {
  std::string flag, path;  // "-": standard output
};

// A usage error if two outputs go to one path, also by another writing of it or a linked folder, or both to standard output.
// Devices, such as /dev/null, take any number.
Status distinct_outputs(const std::vector<NamedOutput>& outputs);

}  // namespace standfast::cli
