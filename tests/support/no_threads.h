// Processes that can start no more threads, or can get no more than some memory.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <new>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "standfast/base/stack.h"

namespace standfast::testing {

// Sanitizers need a large address space.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kAddressSpaceIsBounded = false;
#else
inline constexpr bool kAddressSpaceIsBounded = true;
#endif

#define STANDFAST_NEEDS_BOUNDED_ADDRESS_SPACE()      \
  if (!::standfast::testing::kAddressSpaceIsBounded) \
  GTEST_SKIP() << "a sanitizer takes what address space it wants"

// Returns the result of body in a child process whose address space may grow by that many bytes; false if it
// needs more.
inline bool with_memory(uint64_t more, const std::function<bool()>& body) {
  const pid_t child = ::fork();
  if (child == 0) {
    uint64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const rlim_t most = pages * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE)) + more;
    const rlimit limit{most, most};
    ::setrlimit(RLIMIT_AS, &limit);
    bool good = false;
    try {
      good = body();
    } catch (const std::bad_alloc&) {
    }
    ::_exit(good ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// Returns the result of body in a child process whose address space cannot grow. A new thread's stack would
// need megabytes, while memory that was allocated before may be used.
inline bool without_threads(const std::function<bool()>& body) {
  const pid_t child = ::fork();
  if (child == 0) {
    reserve_stack();
    void* volatile slack = std::malloc(64 << 10);  // remains in the heap, whose unused part may have any size
    std::free(slack);
    const rlimit none{1, 1};
    ::setrlimit(RLIMIT_AS, &none);
    ::_exit(body() ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace standfast::testing
