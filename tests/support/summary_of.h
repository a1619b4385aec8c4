// The summary of a complete, handmade run.
#pragma once

#include "standfast/result/findings/summary.h"

namespace standfast::testing {

inline result::Summary summary_of(const result::RunRecords& run) {
  return result::summarise(run, {}, null_sink()).value();
}

}  // namespace standfast::testing
