#include "call.h"

#include <chrono>
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

// A sink that keeps messages until the calling thread has the lock.
class Queue final : public Sink {
 public:
  void log(Level level, std::string_view line) override {
    const std::lock_guard lock(mutex_);
    lines_.emplace_back(level, line);
  }
  void progress(std::string_view, uint64_t, uint64_t) override {}

  // Passes the messages to the logger "standfast"; needs the lock of the interpreter.
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

bool Desk::ask(const std::function<void()>& question) {
  std::unique_lock lock(mutex_);
  if (stop_) return false;
  question_ = &question;
  changed_.notify_all();
  changed_.wait(lock, [&] { return question_ == nullptr; });
  return !stop_;
}

void call_released(const std::function<void(Sink& sink, const std::function<bool()>& interrupted)>& work) {
  call_released(
      [&](Sink& sink, const std::function<bool()>& interrupted, Desk&) { work(sink, interrupted); });
}

void call_released(
    const std::function<void(Sink& sink, const std::function<bool()>& interrupted, Desk& desk)>& work) {
  Queue queue;
  Desk desk;
  std::exception_ptr failure, of_question;
  std::thread worker([&] {
    set_floating_point_as_the_program_has_it();
    const StopWhen stopping(desk.stop_);
    try {
      work(
          queue, [&] { return desk.stop_.load(); }, desk);
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard lock(desk.mutex_);
    desk.done_ = true;
    desk.changed_.notify_all();
  });
  bool interrupted = false;
  for (bool over = false; !over;) {
    const std::function<void()>* question = nullptr;
    {
      const nb::gil_scoped_release unlocked;
      std::unique_lock lock(desk.mutex_);
      desk.changed_.wait_for(lock, kBetweenLooks, [&] { return desk.done_ || desk.question_ != nullptr; });
      over = desk.done_;
      question = desk.question_;
    }
    if (!desk.stop_ && PyErr_CheckSignals() != 0) {
      interrupted = true;
      desk.stop_ = true;
    }
    if (question == nullptr) continue;
    if (!desk.stop_) try {
        (*question)();
      } catch (...) {
        of_question = std::current_exception();
        desk.stop_ = true;
      }
    const std::lock_guard lock(desk.mutex_);
    desk.question_ = nullptr;
    desk.changed_.notify_all();
  }
  worker.join();
  if (of_question) std::rethrow_exception(of_question);
  if (interrupted) throw nb::python_error();
  queue.hand_on();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace standfast::python
