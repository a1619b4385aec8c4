// Slurm, spoken to through its own programs.
#pragma once

#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/study/submit/slurm_text.h"

namespace standfast {

// A missing error, with the command for another machine, if sbatch is not in PATH.
Status slurm_is_here(const std::string& command);

Result<ClusterLimits> ask_slurm_limits(const std::string& partition);

// Sends a script. needs: ids of jobs that must have ended, well or (after_any) in any way. Returns the id. A missing error has
// Slurm's own words.
Result<std::string> sbatch(const std::string& script, const std::vector<std::string>& needs, bool after_any);

// Tasks in the queue whose jobs have one of these names.
Result<std::vector<QueuedTask>> squeue(const std::vector<std::string>& names);
// How tasks of these jobs ended; nothing where there is no accounting.
std::vector<EndedTask> sacct(const std::vector<std::string>& jobs);
Status scancel(const std::vector<std::string>& jobs);

}  // namespace standfast
