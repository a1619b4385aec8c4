// The local executor: units of work go to child processes, so that a crash costs one unit and nothing else.
//
// A worker is this program run as `standfast work RUN --serve`. It takes one unit at a time over a socket (a
// line of JSON), does it, answers, and keeps corpora and pairs in memory for the next. If it dies, its unit
// is reported as failed with the signal, and another worker takes its place. Workers die with the process
// that started them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "standfast/base/sink.h"
#include "standfast/study/plan/plan.h"

namespace standfast {

struct UnitOutcome {
  bool ok = false;
  bool crashed = false;  // the worker died: nobody has recorded the failure yet
  std::string reason;
};

struct ExecutorOptions {
  std::vector<std::string> command;   // of a worker: program and arguments
  int jobs = 1;                       // workers at once
  int threads = 1;                    // processors, divided among the workers that are busy
  bool fail_fast = false;             // stop at the first failure
  std::function<bool()> interrupted;  // asked ten times a second; true stops all
  std::function<Status(const Unit&, const UnitOutcome&)> finished;
  Sink* sink = &null_sink();
};

class LocalExecutor {
 public:
  explicit LocalExecutor(ExecutorOptions options);
  ~LocalExecutor();  // stops the workers
  LocalExecutor(const LocalExecutor&) = delete;
  LocalExecutor& operator=(const LocalExecutor&) = delete;

  // Does units that do not need each other, in any order. `what` names them on the progress bar. A unit that
  // fails is reported to finished() and is no error here, unless fail_fast.
  Status run(const std::string& what, const std::vector<Unit>& units);

 private:
  struct Worker;
  Status start_worker();
  void stop_workers();

  ExecutorOptions options_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

// The worker's side: does what arrives on descriptor `in` until it ends, and answers on `out`.
// do_unit records its failures itself. An exception that escapes it ends the worker, which its parent
// records.
using DoUnit = std::function<Status(const Unit&, int threads, Sink& sink)>;
Status serve_units(int in, int out, const DoUnit& do_unit);

}  // namespace standfast
