// The summary of a run made by hand, which has all that it needs.
#pragma once

#include "standfast/result/findings/summary.h"

namespace standfast::testing {

inline result::Summary summary_of(const result::RunRecords& run) {
  return result::summarise(run, {}, null_sink()).value();
}

}  // namespace standfast::testing
