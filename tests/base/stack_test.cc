#include "standfast/base/stack.h"

#include <thread>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace standfast {
namespace {

[[gnu::noinline]] int use_four_megabytes() {
  volatile char bytes[4 << 20];
  for (size_t i = 0; i < sizeof bytes; i += 4096) bytes[i] = 1;
  return bytes[4096];
}

// Runs `body` in a process of its own with this limit of the stack. Returns its exit code, or 1000 plus the
// signal that ended it.
int with_limit(rlim_t bytes, const std::function<int()>& body) {
  const pid_t child = ::fork();
  if (child == 0) {
    const rlimit small{bytes, bytes};
    ::setrlimit(RLIMIT_STACK, &small);
    ::_exit(with_usual_stack(body));
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

TEST(Stack, IsAsUsualUnderALowLimit) {
  for (const rlim_t limit : {128 << 10, 512 << 10, 16 << 20}) {
    EXPECT_EQ(with_limit(limit, [] { return 4 + use_four_megabytes(); }), 5) << limit;
    // Threads that are made later take the limit as their default.
    EXPECT_EQ(with_limit(limit,
                         [] {
                           int result = 0;
                           std::thread([&] { result = 6 + use_four_megabytes(); }).join();
                           return result;
                         }),
              7)
        << limit;
  }
}

TEST(Stack, WhatIsThrownOnAnotherArrivesHere) {
  EXPECT_EQ(with_limit(512 << 10,
                       [] {
                         try {
                           return with_usual_stack([]() -> int { throw 9; });
                         } catch (int thrown) {
                           return thrown;
                         }
                       }),
            9);
}

}  // namespace
}  // namespace standfast
