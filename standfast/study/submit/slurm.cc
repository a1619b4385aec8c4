#include "standfast/study/submit/slurm.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/child_program.h"
#include "standfast/model/program/scratch_folder.h"
#include "standfast/text/printable.h"

namespace standfast {
namespace {

constexpr double kPatience = 120;  // seconds for an answer; a busy controller lets its clients wait
constexpr uint64_t kMostAnswer = uint64_t{256} << 20;  // bytes: a line for each of a million tasks

// What a program of Slurm prints. A missing error, with its words, if it does not end well.
Result<std::string> ask(std::vector<std::string> command) {
  const std::string name = command.front();
  SF_ASSIGN(const ScratchFolder scratch, ScratchFolder::make());
  SF_ASSIGN(const ProgramEnd end, run_program({.command = std::move(command),
                                               .timeout_seconds = kPatience,
                                               .log_path = scratch.file("answer"),
                                               .scratch = scratch.path()}));
  auto answer = scratch.read("answer", kMostAnswer);
  if (!answer) return with_context(name, answer.error());
  if (end.ok()) return std::move(*answer);
  std::string words = *answer;
  while (!words.empty() && words.back() == '\n') words.pop_back();
  for (char& c : words)
    if (c == '\n') c = ' ';
  return missing_error(
      fmt::format("{} {}{}{}", name, end.in_words(), words.empty() ? "" : ": ", message_line(words)));
}

}  // namespace

Status slurm_is_here(const std::string& command) {
  if (program_exists("sbatch")) return {};
  return missing_error(fmt::format(
      "there is no sbatch in PATH; on a machine that sends jobs to the cluster, and sees the folder: {}",
      command));
}

Result<ClusterLimits> ask_slurm_limits(const std::string& partition) {
  SF_ASSIGN(const std::string config, ask({"scontrol", "show", "config"}));
  SF_ASSIGN(const std::string partitions, ask({"scontrol", "--oneliner", "show", "partition"}));
  return slurm_limits(config, partitions, partition);
}

Result<std::string> sbatch(const std::string& script, const std::vector<std::string>& needs, bool after_any) {
  std::vector<std::string> command = {"sbatch", "--parsable"};
  if (!needs.empty())
    command.push_back(
        fmt::format("--dependency={}:{}", after_any ? "afterany" : "afterok", fmt::join(needs, ":")));
  command.push_back(script);
  SF_ASSIGN(const std::string answer, ask(std::move(command)));
  std::string id = parse_sbatch(answer);
  if (id.empty())
    return missing_error(fmt::format("sbatch gave no number of a job: {}", message_line(answer)));
  return id;
}

Result<std::vector<QueuedTask>> squeue(const std::vector<std::string>& names) {
  std::vector<QueuedTask> tasks;
  constexpr size_t kAtOnce = 200;  // names in one question
  for (size_t first = 0; first < names.size(); first += kAtOnce) {
    const std::vector<std::string> some(
        names.begin() + static_cast<ptrdiff_t>(first),
        names.begin() + static_cast<ptrdiff_t>(std::min(names.size(), first + kAtOnce)));
    SF_ASSIGN(const std::string answer,
              ask({"squeue", "--noheader", "--array", fmt::format("--name={}", fmt::join(some, ",")),
                   fmt::format("--format={}", kQueueFormat)}));
    const auto found = parse_squeue(answer);
    tasks.insert(tasks.end(), found.begin(), found.end());
  }
  return tasks;
}

std::vector<EndedTask> sacct(const std::vector<std::string>& jobs) {
  if (jobs.empty() || !program_exists("sacct")) return {};
  const auto answer =
      ask({"sacct", "--noheader", "--parsable2", "--allocations",
           fmt::format("--jobs={}", fmt::join(jobs, ",")), fmt::format("--format={}", kAccountFormat)});
  return answer ? parse_sacct(*answer) : std::vector<EndedTask>();
}

Status scancel(const std::vector<std::string>& jobs) {
  if (jobs.empty()) return {};
  std::vector<std::string> command = {"scancel"};
  command.insert(command.end(), jobs.begin(), jobs.end());
  SF_TRY(ask(std::move(command)));
  return {};
}

}  // namespace standfast
