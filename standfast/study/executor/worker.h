// The worker's side of the local executor.
#pragma once

#include <atomic>

#include "standfast/study/executor/executor.h"

namespace standfast {

// Does the units that arrive on descriptor `in` until it ends, and answers on `out`. While a unit is being
// done, a message may change its number of threads (set_thread_limit). An exception that escapes do_unit ends
// the worker, and its parent records that. Except Stopped (base/stop.h), once `stop` is set: the unit has neither ended nor
// failed, what it kept to go on from stays, and the parent is told so.
Status serve_units(int in, int out, const DoUnit& do_unit, const std::atomic<bool>* stop = nullptr);

// Makes SIGTERM stop this process: between units at once, and else by the flag that is returned.
const std::atomic<bool>* stop_at_sigterm();

}  // namespace standfast
