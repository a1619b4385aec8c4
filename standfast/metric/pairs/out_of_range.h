// What becomes of a score outside [0, 1].
#pragma once

#include <cstdint>

namespace standfast {

enum class OutOfRange : uint8_t {
  refuse,
  clip,  // it is moved to the nearer end
  keep,  // it ranks as it is; only what takes it for a probability moves it to the nearer end
};

}  // namespace standfast
