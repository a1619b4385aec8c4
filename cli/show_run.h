// How far a run is, on the terminal.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "standfast/study/estimate/estimate.h"
#include "standfast/study/executor/run_progress.h"

namespace standfast::cli {

// "37%, cells 12/40, tokens 4000/20000, about 5 min left".
std::string words_of(const RunShown& shown);

void show_run(const RunShown& shown);

// What --devices means, to run and to work alike.
inline constexpr const char* kDevicesHelp =
    "Accelerators that models with devices = N may use at once; where CUDA_VISIBLE_DEVICES is set, the first of "
    "its entries";

// What a dry run says of the time, memory and disk of a run.

// workers: processes that work at once, each on a processor.
std::string estimate_text(const RunEstimate& estimate, int workers);
nlohmann::ordered_json estimate_json(const RunEstimate& estimate, int workers);

}  // namespace standfast::cli
