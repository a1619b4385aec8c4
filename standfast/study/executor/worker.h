// The worker's side of the local executor.
#pragma once

#include "standfast/study/executor/executor.h"

namespace standfast {

// Does the units that arrive on descriptor `in` until it ends, and answers on `out`. While a unit is being
// done, a message may change its number of threads (set_thread_limit). An exception that escapes do_unit ends
// the worker, and its parent records that.
Status serve_units(int in, int out, const DoUnit& do_unit);

}  // namespace standfast
