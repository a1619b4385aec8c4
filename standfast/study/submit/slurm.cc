#include "standfast/study/submit/slurm.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/child_program.h"
#include "standfast/model/program/scratch_folder.h"
#include "standfast/study/submit/batch_system.h"
#include "standfast/study/submit/job.h"
#include "standfast/text/printable.h"

namespace standfast {
namespace {

constexpr double kPatience = 120;  // seconds for an answer; a busy controller lets its clients wait
constexpr uint64_t kMostAnswer = uint64_t{256} << 20;  // bytes: a line for each of a million tasks

// Runs a program of Slurm and returns its output. A missing error, with Slurm's words, if it fails.
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
      "sbatch is not in PATH; on a machine that submits to the cluster and sees the folder, run: {}",
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
  if (id.empty()) return missing_error(fmt::format("sbatch printed no job id: {}", message_line(answer)));
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

namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
    text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> parts_of(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::optional<uint64_t> uint_of(std::string_view text) {
  uint64_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || read.ec != std::errc() || read.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

bool is_any_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

}  // namespace

std::map<std::string, std::string> parse_slurm_config(std::string_view text) {
  std::map<std::string, std::string> values;
  for (const auto line : parts_of(text, '\n'))
    if (const size_t equals = line.find('='); equals != std::string_view::npos)
      values.emplace(trimmed(line.substr(0, equals)), trimmed(line.substr(equals + 1)));
  return values;
}

std::vector<std::map<std::string, std::string>> parse_slurm_partitions(std::string_view text) {
  std::vector<std::map<std::string, std::string>> partitions;
  for (const auto line : parts_of(text, '\n')) {
    std::map<std::string, std::string> values;
    for (const auto word : parts_of(trimmed(line), ' '))
      if (const size_t equals = word.find('='); equals != std::string_view::npos)
        values.emplace(word.substr(0, equals), word.substr(equals + 1));
    if (values.contains("PartitionName")) partitions.push_back(std::move(values));
  }
  return partitions;
}

Result<ClusterLimits> slurm_limits(std::string_view config, std::string_view partitions,
                                   const std::string& partition) {
  ClusterLimits limits;
  const auto values = parse_slurm_config(config);
  const auto number = [](const std::map<std::string, std::string>& from, const char* key) {
    const auto found = from.find(key);
    return found == from.end() ? std::nullopt : uint_of(found->second);
  };
  // Indices of an array are below MaxArraySize, and ours begin at 1.
  if (const auto size = number(values, "MaxArraySize"); size && *size > 1) limits.array = *size - 1;
  if (const auto jobs = number(values, "MaxJobCount"); jobs && *jobs > 0) limits.jobs = *jobs;
  if (const auto most = number(values, "MaxMemPerNode")) limits.memory = *most << 20;
  const auto all = parse_slurm_partitions(partitions);
  const auto found = std::ranges::find_if(all, [&](const auto& one) {
    if (!partition.empty()) return one.at("PartitionName") == partition;
    const auto by_default = one.find("Default");
    return by_default != one.end() && by_default->second == "YES";
  });
  if (found == all.end()) {
    if (partition.empty() || all.empty()) return limits;
    std::vector<std::string> names;
    for (const auto& one : all) names.push_back(one.at("PartitionName"));
    return usage_error(fmt::format("--partition: the cluster has no partition \"{}\"; it has {}",
                                   message_line(partition), fmt::join(names, ", ")));
  }
  const auto text = [&](const char* key) {
    const auto at = found->find(key);
    return at == found->end() ? std::string() : at->second;
  };
  limits.seconds = parse_slurm_time(text("MaxTime"));
  limits.default_time = parse_slurm_time(text("DefaultTime")).has_value();
  if (const auto most = number(*found, "MaxMemPerNode")) limits.memory = *most << 20;
  if (const auto cores = number(*found, "TotalCPUs"))
    limits.cores = static_cast<int>(std::min<uint64_t>(*cores, 1000000));
  return limits;
}

bool QueuedTask::waits() const {
  return is_any_of(state, {"PENDING", "CONFIGURING", "REQUEUED", "REQUEUE_HOLD", "REQUEUE_FED",
                           "RESV_DEL_HOLD", "SPECIAL_EXIT"});
}
bool QueuedTask::is_over() const {
  return is_any_of(state, {"COMPLETED", "FAILED", "TIMEOUT", "CANCELLED", "OUT_OF_MEMORY", "NODE_FAIL",
                           "BOOT_FAIL", "DEADLINE", "PREEMPTED", "REVOKED"});
}

std::vector<QueuedTask> parse_squeue(std::string_view text) {
  std::vector<QueuedTask> tasks;
  for (const auto line : parts_of(text, '\n')) {
    const auto parts = parts_of(trimmed(line), '|');
    if (parts.size() != 6 || !uint_of(parts[0])) continue;
    tasks.push_back({std::string(parts[0]), uint_of(parts[1]), std::string(parts[2]), std::string(parts[3]),
                     std::string(parts[4]), std::string(parts[5])});
  }
  return tasks;
}

std::vector<EndedTask> parse_sacct(std::string_view text) {
  std::vector<EndedTask> tasks;
  for (const auto line : parts_of(text, '\n')) {
    const auto parts = parts_of(trimmed(line), '|');
    if (parts.size() != 4) continue;
    const size_t bar = parts[0].find('_');
    if (bar == std::string_view::npos) continue;
    const auto task = uint_of(parts[0].substr(bar + 1));
    if (!task || !uint_of(parts[0].substr(0, bar))) continue;
    tasks.push_back({std::string(parts[0].substr(0, bar)), *task,
                     std::string(parts[1].substr(0, parts[1].find(' '))), std::string(parts[2]),
                     std::string(parts[3])});
  }
  return tasks;
}

std::string parse_sbatch(std::string_view text) {
  for (const auto line : parts_of(text, '\n')) {
    const auto id = trimmed(line.substr(0, line.find(';')));
    if (uint_of(id)) return std::string(id);
  }
  return "";
}

TaskEnd why_ended(std::string_view state, std::string_view log) {
  const auto says = [&](std::string_view words) { return log.find(words) != std::string_view::npos; };
  // Accounting may not show that a worker was killed for lack of memory, so the log is read too.
  if (state == "OUT_OF_MEMORY" || says("oom-kill") || says("oom_kill") || says("Out Of Memory") ||
      says("exceeded memory limit"))
    return TaskEnd::memory;
  if (state == "TIMEOUT" || state == "DEADLINE" || says("DUE TO TIME LIMIT")) return TaskEnd::time;
  if (state == "NODE_FAIL" || state == "BOOT_FAIL" || says("DUE TO NODE FAILURE")) return TaskEnd::node;
  if (state == "CANCELLED" || says("CANCELLED AT"))
    return state == "CANCELLED" && log.empty() ? TaskEnd::never_began : TaskEnd::cancelled;
  if (says("interrupted; to continue")) return TaskEnd::stopped;
  if (log.empty()) return TaskEnd::never_began;
  return TaskEnd::failed;
}

std::string in_words(TaskEnd end) {
  switch (end) {
    case TaskEnd::never_began:
      return "never began";
    case TaskEnd::memory:
      return "out of memory";
    case TaskEnd::time:
      return "over the time limit";
    case TaskEnd::cancelled:
      return "cancelled";
    case TaskEnd::node:
      return "the node was lost";
    case TaskEnd::stopped:
      return "stopped before the time limit, to continue from there";
    case TaskEnd::failed:
      break;
  }
  return "ended without its units";
}

std::string last_line(std::string_view log) {
  std::string_view last;
  for (const auto line : parts_of(log, '\n'))
    if (const auto words = trimmed(line); !words.empty()) last = words;
  return message_line(std::string(last));
}

namespace {

std::string slurm_script(const JobArray& array, const std::vector<std::string>&, const ScriptPlaces& places,
                         const SubmitOptions& options) {
  const Job& job = *array.job;
  const bool units = job.does == Job::Does::units;
  std::string text = "#!/bin/bash\n" + head_comment(array, places, slurm_system());
  const auto ask = [&](std::string_view key, std::string_view value) {
    text += fmt::format("#SBATCH --{}{}{}\n", key, value.empty() ? "" : "=", value);
  };
  ask("job-name", queue_name(array, places));
  // Slurm splits a line at spaces, unless the value is quoted.
  ask("output", "\"" + log_of(array, places, "%a") + "\"");
  ask("open-mode", "append");
  ask("chdir", "\"" + places.run + "\"");
  ask("array", fmt::format("1-{}{}", array.count,
                           units && options.at_once > 0 ? fmt::format("%{}", options.at_once) : ""));
  if (job.seconds) ask("time", slurm_time(*job.seconds));
  ask("mem", fmt::format("{}M", (job.memory + (1 << 20) - 1) >> 20));
  ask("cpus-per-task", std::to_string(job.cores));
  if (job.devices > 0) ask("gres", fmt::format("gpu:{}", job.devices));
  if (!options.partition.empty()) ask("partition", options.partition);
  if (!options.account.empty()) ask("account", options.account);
  if (units) ask("signal", fmt::format("B:USR1@{:.0f}", std::ceil(options.grace)));
  if (units && options.requeue) ask("requeue", "");
  ask("kill-on-invalid-dep", "yes");
  for (const auto& option : options.sbatch) {
    const size_t equals = option.find('=');
    ask(option.substr(0, equals), equals == std::string::npos ? "" : option.substr(equals + 1));
  }
  text += "\n";
  // Slurm ends this script while it waits.
  const char* const again =
      "if [ \"$ended\" = limit ] && [ \"$code\" = 130 ]; then\n"
      "  echo \"its time is over: back to the queue\"\n"
      "  trap 'exit 130' TERM\n"
      "  scontrol requeue \"$SLURM_JOB_ID\" && sleep 60\n"
      "fi\n";
  return text + body_of(array, places, options, "$SLURM_ARRAY_TASK_ID", units ? "USR1" : "",
                        units && options.requeue ? again : "");
}

std::string slurm_send(const JobArray& array, const std::vector<std::string>& needs,
                       const ScriptPlaces& places) {
  std::string dependency;
  for (const auto& need : needs) dependency += fmt::format(":${}", id_variable(need));
  for (const auto& id : array.job->after) dependency += ":" + id;
  if (!dependency.empty())
    dependency = fmt::format(" --dependency={}{}", array.job->after_any ? "afterany" : "afterok", dependency);
  return fmt::format("{}=$(sbatch --parsable{} {})\n", id_variable(array.name), dependency,
                     shell_word(fmt::format("{}/{}/{}.sbatch", places.run, places.submission, array.name)));
}

}  // namespace

const BatchSystem& slurm_system() {
  static constexpr BatchSystem kSystem{"slurm", "Slurm", ".sbatch", slurm_script, slurm_send};
  return kSystem;
}

}  // namespace standfast
