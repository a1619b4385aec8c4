// A call of the library from Python: without the lock of the interpreter, on a thread of its own, while the
// thread that called waits for signals (Ctrl-C) and hands on what is logged. No thread outlives the call, so
// the process may fork after it. The thread sets the floating-point control word of the program: another
// library may have changed that of the caller.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <type_traits>
#include <utility>

#include "errors.h"
#include "standfast/base/sink.h"

namespace standfast::python {

// Runs work(sink) and returns when it is done. Throws what it throws, and KeyboardInterrupt.
void call_released(const std::function<void(Sink& sink, const std::function<bool()>& interrupted)>& work);

// Where the thread of the work leaves what only the thread that called may do: whatever touches objects of
// Python.
class Desk {
 public:
  // Runs question() on the thread that called, with the lock of the interpreter, and waits for it. False
  // where the call is being stopped, because of Ctrl-C or because a question threw: then nothing more is
  // asked, and the call throws that.
  bool ask(const std::function<void()>& question);

 private:
  friend void call_released(
      const std::function<void(Sink&, const std::function<bool()>& interrupted, Desk&)>& work);
  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<bool> stop_ = false;
  bool done_ = false;                                // the work
  const std::function<void()>* question_ = nullptr;  // unanswered
};
void call_released(
    const std::function<void(Sink& sink, const std::function<bool()>& interrupted, Desk& desk)>& work);

// The same for work that returns a Result; its error is thrown.
template <class Work>
auto released(Work work) {
  using T = typename std::invoke_result_t<Work, Sink&>::value_type;
  std::optional<Result<T>> result;
  call_released([&](Sink& sink, const std::function<bool()>&) { result.emplace(work(sink)); });
  return value_of(std::move(*result));
}

// Threads to use: those asked for, at least 1; 0: the processors that the process may use.
int threads_for(int asked);

}  // namespace standfast::python
