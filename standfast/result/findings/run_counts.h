// How many cells of a run finished, failed and have not run.
#pragma once

#include <cstdint>
#include <string>

#include "standfast/result/run/records.h"

namespace standfast::result {

// A cell counts once, whatever sides it has: by its test items; as missing if the answers to any side are.
struct RunCounts {
  uint64_t cells = 0, failed = 0, missing = 0;  // cells: finished
  std::string first_failed;                     // in the words of MissingCell::label; "": none
};
RunCounts run_counts(const RunRecords& run);

}  // namespace standfast::result
