// How far a run is, on the terminal.
#pragma once

#include "standfast/study/executor/run_progress.h"

namespace standfast::cli {

// "37%, cells 12/40, tokens 4000/20000, about 5 min left".
std::string words_of(const RunShown& shown);

void show_run(const RunShown& shown);

}  // namespace standfast::cli
