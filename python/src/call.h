// A call of the library from Python: without the lock of the interpreter, on a thread of its own, while the
// calling thread waits for signals (Ctrl-C) and passes on log messages. No thread outlives the call, so the
// process may fork after it. The thread sets the floating-point control word of the program: another library
// may have changed it in the calling thread.
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

// Runs work(sink) and returns when it is done. Throws the exceptions of the work, and KeyboardInterrupt.
void call_released(const std::function<void(Sink& sink, const std::function<bool()>& interrupted)>& work);

// A queue of tasks from the working thread that only the calling thread may do: everything that touches
// Python objects.
class Desk {
 public:
  // Runs question() on the calling thread, with the lock of the interpreter, and waits for it. Returns false
  // if the call is being stopped by Ctrl-C or by an exception of a question: then no more questions are
  // asked, and the call throws that exception.
  bool ask(const std::function<void()>& question);

 private:
  friend void call_released(
      const std::function<void(Sink&, const std::function<bool()>& interrupted, Desk&)>& work);
  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<bool> stop_ = false;
  bool done_ = false;                                // the work is done
  const std::function<void()>* question_ = nullptr;  // the unanswered question
};
void call_released(
    const std::function<void(Sink& sink, const std::function<bool()>& interrupted, Desk& desk)>& work);

// Runs work that returns a Result, whose error is thrown.
template <class Work>
auto released(Work work) {
  using T = typename std::invoke_result_t<Work, Sink&>::value_type;
  std::optional<Result<T>> result;
  call_released([&](Sink& sink, const std::function<bool()>&) { result.emplace(work(sink)); });
  return value_of(std::move(*result));
}

// Returns the number of threads: the given one, at least 1, or for 0 the number of processors that the
// process may use.
int threads_for(int asked);

}  // namespace standfast::python
