// Work that is tried in a process of its own: what it costs is measured there, it is stopped when its time is over, and
// whatever it does to memory or to itself (a crash) is gone with it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"

namespace standfast {

// What the work says of itself when it is done.
struct TriedWork {
  double seconds = 0;     // of processor, of what was to be measured
  double disk_bytes = 0;  // that it would write
};

struct Tried {
  enum class End { done, stopped, failed };
  End end = End::failed;
  std::string reason;   // of a failure
  TriedWork work;       // of work that is done
  uint64_t memory = 0;  // bytes at the most, beyond what was there before; of work that is done, or was
                        // stopped after a word of progress
  // Of work that was stopped: its last stretch ("tokens") of which a part was done, and the seconds of processor from the
  // first word of this stretch to the last.
  uint64_t begun = 0, reached = 0, total = 0;
  double stretch_seconds = 0;
};

// Does the work in a copy of this process, for so many seconds of processor at most (and twelve times as long by the clock, where
// others are at work).
// The work gets a sink for progress. A data error where there can be no copy: other threads run here, or the system has no
// process left.
Result<Tried> try_apart(const std::function<Result<TriedWork>(Sink& sink)>& work, double seconds);

// Seconds of processor that this process has taken.
double processor_seconds();
// And those of its children that have ended.
double children_seconds();

}  // namespace standfast
