// The identity of one boot of one machine: two hosts may have one name.
#pragma once

#include <string>

namespace standfast {

// Returns eight hex digits that no other boot of any machine has, or "" where the system does not tell.
const std::string& kernel_id();

}  // namespace standfast
