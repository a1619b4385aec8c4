// What happens to a score outside [0, 1].
#pragma once

#include <cstdint>

namespace standfast {

enum class OutOfRange : uint8_t {
  refuse,
  clip,  // the score is moved to the nearer end
  keep,  // it ranks as it is; it is moved to the nearer end only where it is taken as a probability
};

}  // namespace standfast
