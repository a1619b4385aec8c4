// What every piece of long work is given, whether it encodes, fits or asks.
#pragma once

#include <cstdint>
#include <string>

#include "standfast/base/sink.h"

namespace standfast {

struct Work {
  uint64_t seed = 0;  // of what is drawn; a method derives its own streams from it
  int threads = 1;    // at most; a limit of the process may move meanwhile (base/parallel.h)
  Sink* sink = &null_sink();
  // A folder in which work may keep what it has done, so that it continues there after a kill; "": nothing is kept. It is
  // made when it is needed. What lies in it may come from other work and be damaged. Whoever names it removes it.
  std::string scratch = {};
};

// How much there is to work on.
struct WorkSize {
  uint64_t documents = 0;
  uint64_t text_bytes = 0;
};

}  // namespace standfast
