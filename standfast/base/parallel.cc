#include "standfast/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

#include <sched.h>

#include "standfast/base/stop.h"

namespace standfast {

namespace {
std::atomic<int> limit{std::numeric_limits<int>::max()};

void stop_if_told(const std::atomic<bool>* flag) {
  if (flag != nullptr && flag->load(std::memory_order_relaxed)) throw Stopped();
}
}  // namespace

void set_thread_limit(int threads) {
  limit.store(std::max(threads, 1), std::memory_order_relaxed);
}
int thread_limit() {
  return limit.load(std::memory_order_relaxed);
}

void parallel_ranges(size_t n, int threads, size_t grain,
                     const std::function<void(size_t begin, size_t end, int worker)>& body) {
  grain = std::max<size_t>(grain, 1);
  const size_t blocks = (n + grain - 1) / grain;
  const std::atomic<bool>* const stop = stop_flag();
  const int most = static_cast<int>(std::min<size_t>(std::max(threads, 1), blocks));
  if (most <= 1) {
    for (size_t begin = 0; begin < n; begin += grain) {
      stop_if_told(stop);
      body(begin, std::min(n, begin + grain), 0);
    }
    return;
  }
  std::atomic<size_t> next_block{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  std::vector<std::jthread> pool;
  int started = 1;  // the caller is the first
  bool refused = false;
  // Starts threads up to the limit, as long as there is work for them. Only the caller's thread calls this.
  const std::function<void(const std::function<void(int)>&)> hire = [&](const auto& work) {
    while (!refused && started < std::min(most, thread_limit()) && next_block.load() + 1 < blocks) try {
        pool.emplace_back(work, started);
        ++started;
      } catch (const std::exception&) {
        // The system gives no more threads, or no memory for them: the threads that there are do the work.
        refused = true;
      }
  };
  const std::function<void(int)> work = [&](int worker) {
    const StopWhen same(stop);
    try {
      if (worker == 0) hire(work);
      for (size_t block; (block = next_block.fetch_add(1)) < blocks;) {
        stop_if_told(stop);
        body(block * grain, std::min(n, (block + 1) * grain), worker);
        if (worker == 0) hire(work);
      }
    } catch (...) {
      const std::lock_guard lock(failure_mutex);
      if (!failure) failure = std::current_exception();
      next_block.store(blocks);
    }
  };
  work(0);
  pool.clear();  // waits for all threads
  if (failure) std::rethrow_exception(failure);
}

void parallel_for(size_t n, int threads, const std::function<void(size_t i)>& body, size_t grain) {
  parallel_ranges(n, threads, grain, [&](size_t begin, size_t end, int) {
    for (size_t i = begin; i < end; ++i) body(i);
  });
}

int available_threads() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace standfast
