// Trial of work in a process of its own. Its cost is measured there, it is stopped when its time is over, and
// whatever it does to memory or to itself (a crash) ends with that process.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"

namespace standfast {

// The costs that the work reports when it is done.
struct TriedWork {
  double seconds = 0;     // seconds of processor for the measured part
  double disk_bytes = 0;  // bytes that it would write
};

struct Tried {
  enum class End { done, stopped, failed };
  End end = End::failed;
  std::string reason;  // reason of a failure
  TriedWork work;      // result of work that is done
  // Peak in bytes beyond the memory in use before; for work that is done, or was stopped after it had
  // reported progress.
  uint64_t memory = 0;
  // The progress of work that was stopped: the last stretch ("tokens") of which a part was done, and the
  // seconds of processor from the first report of this stretch to the last.
  uint64_t begun = 0, reached = 0, total = 0;
  double stretch_seconds = 0;
  // Returns the seconds of a step of that stretch.
  double step() const { return stretch_seconds / static_cast<double>(reached - begun); }
};

// Does the work in a copy of this process, for at most `seconds` of processor (and twelve times as long by
// the clock, where other processes are at work). The work gets a sink for progress. A data error where there
// can be no copy: other threads run here, or the system has no process left.
Result<Tried> try_apart(const std::function<Result<TriedWork>(Sink& sink)>& work, double seconds);

// Returns the seconds of processor that this process has taken.
double processor_seconds();
// Returns the seconds of processor that its ended children have taken.
double children_seconds();

}  // namespace standfast
