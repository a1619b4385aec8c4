// Cancellation of work that never checks for it. A caller's thread names a flag, and the loops of
// parallel_for under it throw Stopped once the flag is set. Only callers that can take an exception name one:
// the Python package, whose user presses Ctrl-C. The library throws none by itself.
#pragma once

#include <atomic>
#include <exception>

namespace standfast {

class Stopped : public std::exception {
 public:
  const char* what() const noexcept override { return "stopped"; }
};

// Returns the flag of this thread; null: there is none. Threads of parallel_for have the flag of the thread
// that called it.
inline const std::atomic<bool>*& stop_flag() {
  thread_local const std::atomic<bool>* flag = nullptr;
  return flag;
}

// A guard that names a flag for this thread as long as the guard lives.
class StopWhen {
 public:
  explicit StopWhen(const std::atomic<bool>& flag) : StopWhen(&flag) {}
  explicit StopWhen(const std::atomic<bool>* flag) : before_(stop_flag()) { stop_flag() = flag; }
  ~StopWhen() { stop_flag() = before_; }
  StopWhen(const StopWhen&) = delete;
  StopWhen& operator=(const StopWhen&) = delete;

 private:
  const std::atomic<bool>* before_;
};

}  // namespace standfast
