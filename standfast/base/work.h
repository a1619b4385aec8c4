// The resources and limits that every piece of long work is given: encoding, fitting or scoring.
#pragma once

#include <cstdint>
#include <string>

#include "standfast/base/sink.h"

namespace standfast {

struct Work {
  uint64_t seed = 0;  // seed of all draws; a method derives its own streams from it
  int threads = 1;    // at most; a limit of the process may move meanwhile (base/parallel.h)
  Sink* sink = &null_sink();
  // A folder in which work may keep its progress, so that it continues there after a kill; "": nothing is
  // kept. It is made when it is needed. Its content may come from other work and be damaged. The caller that
  // names it removes it.
  std::string scratch = {};
};

// The amount of data to work on.
struct WorkSize {
  uint64_t documents = 0;
  uint64_t text_bytes = 0;
};

}  // namespace standfast
