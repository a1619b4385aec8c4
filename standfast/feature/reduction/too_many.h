// What every reduction refuses: more numbers than vectors have, or than there are documents.
#pragma once

#include <string_view>

#include "standfast/feature/reduction/reduction.h"

namespace standfast {

// method: for the message of the data error.
Status not_too_many(std::string_view method, uint32_t components, const Encoded& encoded);

}  // namespace standfast
