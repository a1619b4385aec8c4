// Running a study: prepare the folder, do what is missing, gather the scores.
//
// A run that was stopped (kill, power, Ctrl-C) goes on when it is started again with the same study and
// folder, and ends with the same bytes as one that was never stopped. Units that failed are tried again; a
// unit whose data are to blame fails again with the same record. A study may grow: what is in the folder
// stays as it is.
#pragma once

#include "standfast/base/result.h"
#include "standfast/study/executor/run_options.h"
#include "standfast/study/record/status.h"

namespace standfast {

// Once the splits are drawn, warnings about the design go to the sink.
// Errors: the study or a corpus cannot be read, the folder holds something else, fail_fast, interruption.
// Failed units are no error here: they stand in the status.
Result<RunStatus> run_study(const RunOptions& options);

}  // namespace standfast
