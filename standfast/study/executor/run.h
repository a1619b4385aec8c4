// The run of a study: prepare the folder, do what is missing, gather the scores.
//
// A run may be stopped (kill, power, Ctrl-C). When it is started again with the same study and folder, it
// continues, and it ends with the same bytes as a run that was never stopped. Failed units are tried again;
// if the data are the cause, the unit fails again with the same record. A study may grow: what is in the
// folder stays as it is.
#pragma once

#include "standfast/base/result.h"
#include "standfast/study/executor/prepare.h"
#include "standfast/study/record/status.h"

namespace standfast {

// Runs a study. Once the splits are drawn, warnings about the design go to the sink.
// Errors: the study or a corpus cannot be read, the folder holds something else, fail_fast, interruption.
// Failed units are not an error here; the status lists them.
Result<RunStatus> run_study(const RunOptions& options);

}  // namespace standfast
