// The worker's side of the local executor.
#pragma once

#include "standfast/study/executor/executor.h"

namespace standfast {

// Does what arrives on descriptor `in` until it ends, and answers on `out`. While a unit is done, what
// arrives may change how many threads it has (set_thread_limit). An exception that escapes do_unit ends the
// worker, which its parent records.
Status serve_units(int in, int out, const DoUnit& do_unit);

}  // namespace standfast
