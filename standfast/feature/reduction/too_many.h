// A check that every reduction makes: no more numbers than vectors have, and no more than there are
// documents.
#pragma once

#include <string_view>

#include "standfast/feature/reduction/reduction.h"

namespace standfast {

// Returns a data error for too many components. method: for its message.
Status not_too_many(std::string_view method, uint32_t components, const Encoded& encoded);

}  // namespace standfast
