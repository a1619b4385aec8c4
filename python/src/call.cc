#include "call.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "standfast/base/parallel.h"
#include "standfast/base/stop.h"

namespace nb = nanobind;

namespace standfast::python {
namespace {

constexpr auto kBetweenLooks = std::chrono::milliseconds(100);

// Keeps what is said until the calling thread has the lock.
class Queue final : public Sink {
 public:
  void log(Level level, std::string_view line) override {
    const std::lock_guard lock(mutex_);
    lines_.emplace_back(level, line);
  }
  void progress(std::string_view, uint64_t, uint64_t) override {}

  // With the lock of the interpreter: to the logger "standfast".
  void hand_on() {
    std::vector<std::pair<Level, std::string>> lines;
    {
      const std::lock_guard lock(mutex_);
      lines.swap(lines_);
    }
    if (lines.empty()) return;
    const nb::object logger = nb::module_::import_("logging").attr("getLogger")("standfast");
    for (const auto& [level, line] : lines)
      logger.attr(level == Level::warning ? "warning" : level == Level::info ? "info" : "debug")("%s", line);
  }

 private:
  std::mutex mutex_;
  std::vector<std::pair<Level, std::string>> lines_;
};

void set_floating_point_as_the_program_has_it() {
#if defined(__x86_64__)
  _mm_setcsr(0x1f80);  // rounds to nearest, keeps subnormal numbers, no traps
#endif
}

}  // namespace

int threads_for(int asked) {
  return asked > 0 ? asked : available_threads();
}

void call_released(const std::function<void(Sink& sink, const std::function<bool()>& interrupted)>& work) {
  Queue queue;
  std::mutex mutex;
  std::condition_variable ended;
  bool done = false;
  std::exception_ptr failure;
  std::atomic<bool> stop{false};
  std::thread worker([&] {
    set_floating_point_as_the_program_has_it();
    const StopWhen stopping(stop);
    try {
      work(queue, [&] { return stop.load(); });
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard lock(mutex);
    done = true;
    ended.notify_all();
  });
  bool interrupted = false;
  for (bool over = false; !over;) {
    {
      const nb::gil_scoped_release unlocked;
      std::unique_lock lock(mutex);
      over = ended.wait_for(lock, kBetweenLooks, [&] { return done; });
    }
    if (!interrupted && PyErr_CheckSignals() != 0) {
      interrupted = true;
      stop.store(true);
    }
  }
  worker.join();
  if (interrupted) throw nb::python_error();
  queue.hand_on();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace standfast::python
