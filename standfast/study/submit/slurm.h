// Interface to Slurm, through its own programs.
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

// Parses each line of scontrol show config, such as "MaxArraySize = 1001".
std::map<std::string, std::string> parse_slurm_config(std::string_view text);
// Parses each line of scontrol --oneliner show partition, such as "PartitionName=main Default=YES ...".
std::vector<std::map<std::string, std::string>> parse_slurm_partitions(std::string_view text);

// Returns the limits of a cluster in a partition ("": its default one); unreported limits stay as they are in
// ClusterLimits. A usage error names the partitions if there is none of that name.
Result<ClusterLimits> slurm_limits(std::string_view config, std::string_view partitions,
                                   const std::string& partition);

// A task in the queue: a line of squeue --array --format=kQueueFormat.
struct QueuedTask {
  std::string job;               // id of its array
  std::optional<uint64_t> task;  // number in it
  std::string state, node, reason, name;
  bool waits() const;    // returns whether it has not begun
  bool is_over() const;  // returns whether it has ended, and is still shown
};
inline constexpr const char* kQueueFormat = "%F|%K|%T|%N|%r|%j";
// Parses the output of squeue. Skips lines of another form.
std::vector<QueuedTask> parse_squeue(std::string_view text);

// The end of a task: a line of sacct --parsable2 --allocations --format=JobID,State,ExitCode,NodeList.
struct EndedTask {
  std::string job;
  uint64_t task = 0;
  std::string state;  // without the user who cancelled it: "CANCELLED"
  std::string exit_code, node;
};
inline constexpr const char* kAccountFormat = "JobID,State,ExitCode,NodeList";
std::vector<EndedTask> parse_sacct(std::string_view text);

// Returns the id that sbatch --parsable printed ("123" or "123;cluster"), "" if there is none.
std::string parse_sbatch(std::string_view text);

// Reasons why a task ended without having done its units.
enum class TaskEnd { never_began, memory, time, cancelled, node, stopped, failed };
// Returns the reason, from its state ("": accounting gives none) and the end of its log ("": it wrote
// nothing).
TaskEnd why_ended(std::string_view state, std::string_view log);
std::string in_words(TaskEnd end);

// Returns the last line of a log that is not empty, shortened.
std::string last_line(std::string_view log);

// Checks that sbatch is in PATH. Otherwise a missing error with the command for another machine.
Status slurm_is_here(const std::string& command);

Result<ClusterLimits> ask_slurm_limits(const std::string& partition);

// Sends a script. needs: ids of jobs that must have ended, well or (after_any) in any way. Returns the id. A
// missing error has Slurm's own words.
Result<std::string> sbatch(const std::string& script, const std::vector<std::string>& needs, bool after_any);

// Returns the tasks in the queue whose jobs have one of these names.
Result<std::vector<QueuedTask>> squeue(const std::vector<std::string>& names);
// Returns how tasks of these jobs ended; empty where there is no accounting.
std::vector<EndedTask> sacct(const std::vector<std::string>& jobs);
Status scancel(const std::vector<std::string>& jobs);

}  // namespace standfast
