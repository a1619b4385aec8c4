// Shows how far a run is, a few times a second.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>

#include "standfast/base/sink.h"
#include "standfast/study/executor/run_progress.h"

namespace standfast {

class ShowProgress {
 public:
  // show: empty: the sink is told, as "run" in thousandths.
  ShowProgress(RunProgress& progress, std::function<void(const RunShown&)> show, Sink& sink)
      : progress_(progress), show_(std::move(show)), sink_(sink) {}

  ~ShowProgress() {  // whatever came last is shown
    last_ = {};
    (*this)();
  }
  ShowProgress(const ShowProgress&) = delete;
  ShowProgress& operator=(const ShowProgress&) = delete;

  // Any thread may call it.
  void operator()() {
    const std::lock_guard lock(mutex_);
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::milliseconds(200)) return;
    last_ = now;
    const RunShown shown = progress_.shown();
    if (show_) return show_(shown);
    sink_.progress("run", static_cast<uint64_t>(1000 * shown.share), 1000);
  }

 private:
  RunProgress& progress_;
  std::function<void(const RunShown&)> show_;
  Sink& sink_;
  std::mutex mutex_;
  std::chrono::steady_clock::time_point last_{};
};

}  // namespace standfast
