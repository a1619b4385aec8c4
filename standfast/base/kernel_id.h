// Which start of which machine this is: two hosts may have one name.
#pragma once

#include <string>

namespace standfast {

// Eight hex digits that no other start of any machine has, or "" where the system does not say.
const std::string& kernel_id();

}  // namespace standfast
