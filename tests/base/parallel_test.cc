#include "standfast/base/parallel.h"

#include <atomic>
#include <chrono>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "standfast/base/stop.h"
#include "tests/support/no_threads.h"

namespace standfast {
namespace {

TEST(Parallel, EveryIndexOnce) {
  for (const int threads : {0, 1, 2, 7})
    for (const size_t n : {size_t{0}, size_t{1}, size_t{5}, size_t{1000}}) {
      std::vector<int> seen(n);
      parallel_for(
          n, threads, [&](size_t i) { ++seen[i]; }, 3);
      EXPECT_EQ(std::accumulate(seen.begin(), seen.end(), size_t{0}), n);
    }
}

TEST(Parallel, WorkersAreNumberedBelowThreads) {
  std::atomic<int> largest{0};
  parallel_ranges(1000, 3, 10, [&](size_t, size_t, int worker) {
    int seen = largest.load();
    while (worker > seen && !largest.compare_exchange_weak(seen, worker)) {
    }
  });
  EXPECT_LT(largest.load(), 3);
}

TEST(Parallel, AFailureReachesTheCaller) {
  EXPECT_THROW(parallel_for(100, 4,
                            [](size_t i) {
                              if (i == 50) throw std::runtime_error("50");
                            }),
               std::runtime_error);
}

TEST(Parallel, FewerThreadsThanAskedForDoAllOfIt) {
  STANDFAST_NEEDS_BOUNDED_ADDRESS_SPACE();
  EXPECT_TRUE(testing::without_threads([] {
    std::vector<int> seen(1000);
    parallel_for(seen.size(), 64, [&](size_t i) { ++seen[i]; });
    return std::accumulate(seen.begin(), seen.end(), 0) == 1000;
  }));
}

// A limit that rises in the middle of a call gives the call more threads; a limit that falls takes none away
// from it.
TEST(Parallel, ALimitMovesInTheMiddleOfACall) {
  set_thread_limit(1);
  std::atomic<int> working{0}, most{0};
  std::atomic<bool> risen{false};
  parallel_for(400, 4, [&](size_t i) {
    const int now = ++working;
    if (!risen) {
      EXPECT_EQ(now, 1);
    }
    if (i == 10) {
      risen = true;
      set_thread_limit(3);
    }
    std::this_thread::sleep_for(std::chrono::microseconds(200));
    for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
    }
    --working;
  });
  EXPECT_GT(most, 1);
  EXPECT_LE(most, 3);
  set_thread_limit(std::numeric_limits<int>::max());
}

// As with Ctrl-C in Python, the flag ends the loops of its thread, including loops within loops on other
// threads, and no other loops.
TEST(Parallel, AFlagStopsTheLoopsOfItsThread) {
  for (const int threads : {1, 4}) {
    std::atomic<bool> flag{false};
    std::atomic<size_t> done{0};
    const auto loops = [&] {
      parallel_for(100, threads, [&](size_t i) {
        while (i > 3 && !flag) std::this_thread::yield();  // holds for any order of threads
        parallel_for(100, 2, [&](size_t k) {
          if (i == 3 && k == 3) flag = true;
          ++done;
        });
      });
    };
    {
      const StopWhen stopping(flag);
      EXPECT_THROW(loops(), Stopped);
      EXPECT_LT(done, 2000U);
    }
    done = 0;
    loops();  // the flag is set, but this thread no longer has a flag
    EXPECT_EQ(done, 10'000U);
  }
}

}  // namespace
}  // namespace standfast
