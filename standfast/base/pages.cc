#include "standfast/base/pages.h"

#include <cstdint>

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace standfast {
namespace {

// Drops the whole pages of [begin, end); outward: also pages that lie only partly in it.
void drop_pages([[maybe_unused]] uintptr_t begin, [[maybe_unused]] uintptr_t end,
                [[maybe_unused]] bool outward) {
#if defined(__linux__)
  const auto page = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
  const uintptr_t from = (begin + (outward ? 0 : page - 1)) / page * page;
  const uintptr_t to = (end + (outward ? page - 1 : 0)) / page * page;
  if (from < to) ::madvise(reinterpret_cast<void*>(from), to - from, MADV_DONTNEED);
#endif
}

}  // namespace

void discard_pages(char* begin, size_t size) {
  const auto from = reinterpret_cast<uintptr_t>(begin);
  drop_pages(from, from + size, false);
}

void let_go_of_pages(const char* begin, size_t size) {
  const auto from = reinterpret_cast<uintptr_t>(begin);
  drop_pages(from, from + size, true);
}

}  // namespace standfast
