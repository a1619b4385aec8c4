#include "standfast/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include <sched.h>

namespace standfast {

void parallel_ranges(size_t n, int threads, size_t grain,
                     const std::function<void(size_t begin, size_t end, int worker)>& body) {
  grain = std::max<size_t>(grain, 1);
  const size_t blocks = (n + grain - 1) / grain;
  const int workers = static_cast<int>(std::min<size_t>(std::max(threads, 1), blocks));
  if (workers <= 1) {
    for (size_t begin = 0; begin < n; begin += grain) body(begin, std::min(n, begin + grain), 0);
    return;
  }
  std::atomic<size_t> next_block{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto work = [&](int worker) {
    try {
      for (size_t block; (block = next_block.fetch_add(1)) < blocks;)
        body(block * grain, std::min(n, (block + 1) * grain), worker);
    } catch (...) {
      const std::lock_guard lock(failure_mutex);
      if (!failure) failure = std::current_exception();
      next_block.store(blocks);
    }
  };
  {
    std::vector<std::jthread> pool;
    try {
      pool.reserve(workers - 1);
      for (int worker = 1; worker < workers; ++worker) pool.emplace_back(work, worker);
    } catch (const std::exception&) {
      // The system gives no more threads, or no memory for them: those there are do the work.
    }
    work(0);
  }
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
