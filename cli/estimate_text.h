// What a dry run says of the time, memory and disk of a run.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "standfast/study/estimate/estimate.h"

namespace standfast::cli {

// workers: processes that work at once, each on a processor.
std::string estimate_text(const RunEstimate& estimate, int workers);
nlohmann::ordered_json estimate_json(const RunEstimate& estimate, int workers);

}  // namespace standfast::cli
