// Slurm, spoken to through its own programs.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/study/submit/job.h"

namespace standfast {

// What Slurm's programs print, as values.

// "MaxArraySize = 1001" of each line of scontrol show config.
std::map<std::string, std::string> parse_slurm_config(std::string_view text);
// "PartitionName=main Default=YES ..." of each line of scontrol --oneliner show partition.
std::vector<std::map<std::string, std::string>> parse_slurm_partitions(std::string_view text);

// What a cluster allows in a partition ("": its default one); what it does not say stays as it is in ClusterLimits. A usage
// error names the partitions if there is none of that name.
Result<ClusterLimits> slurm_limits(std::string_view config, std::string_view partitions,
                                   const std::string& partition);

// A task in the queue: a line of squeue --array --format=kQueueFormat.
struct QueuedTask {
  std::string job;               // id of its array
  std::optional<uint64_t> task;  // number in it
  std::string state, node, reason, name;
  bool waits() const;    // it has not begun
  bool is_over() const;  // it has ended, and is still shown
};
inline constexpr const char* kQueueFormat = "%F|%K|%T|%N|%r|%j";
// Lines of another form are passed over.
std::vector<QueuedTask> parse_squeue(std::string_view text);

// How a task ended: a line of sacct --parsable2 --allocations --format=JobID,State,ExitCode,NodeList.
struct EndedTask {
  std::string job;
  uint64_t task = 0;
  std::string state;  // without who cancelled it: "CANCELLED"
  std::string exit_code, node;
};
inline constexpr const char* kAccountFormat = "JobID,State,ExitCode,NodeList";
std::vector<EndedTask> parse_sacct(std::string_view text);

// The id that sbatch --parsable printed ("123" or "123;cluster"), "" if there is none.
std::string parse_sbatch(std::string_view text);

// Why a task ended without having done its units.
enum class TaskEnd { never_began, memory, time, cancelled, node, stopped, failed };
// From its state ("": accounting does not say) and the end of its log ("": it wrote nothing).
TaskEnd why_ended(std::string_view state, std::string_view log);
std::string in_words(TaskEnd end);

// The last line of a log that says something, shortened.
std::string last_line(std::string_view log);

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
