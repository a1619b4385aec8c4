// The progress of a run, on the terminal.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "standfast/study/estimate/estimate.h"
#include "standfast/study/executor/run_progress.h"

namespace standfast::cli {

// Returns "37%, cells 12/40, tokens 4000/20000, about 5 min left".
std::string words_of(const RunShown& shown);

void show_run(const RunShown& shown);

// The help text of --devices, the same for run and work.
inline constexpr const char* kDevicesHelp =
    "Accelerators that models with devices = N may use at once; where CUDA_VISIBLE_DEVICES is set, the first "
    "of its entries";

// Returns the estimated time, memory and disk space of a run, for a dry run. workers: processes that work at
// once, each on one processor.
std::string estimate_text(const RunEstimate& estimate, int workers);
nlohmann::ordered_json estimate_json(const RunEstimate& estimate, int workers);

}  // namespace standfast::cli
