// Policies for scores outside [0, 1].
#pragma once

#include <cstdint>

namespace standfast {

enum class OutOfRange : uint8_t {
  refuse,
  clip,  // the score is moved to the nearer end
  keep,  // it ranks as it is; where it is read as a probability, it is moved to the nearer end
};

}  // namespace standfast
