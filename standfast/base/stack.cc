#include "standfast/base/stack.h"

#include <cstddef>

namespace standfast {

[[gnu::noinline]] void reserve_stack() {
  constexpr size_t kBytes = 512 << 10, kPage = 4096;
  char pages[kBytes];
  volatile char* const touched = pages;
  for (size_t i = kBytes; i >= kPage; i -= kPage) touched[i - 1] = 0;  // the order in which a stack grows
}

}  // namespace standfast
