#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/study/submit/batch_system.h"
#include "standfast/study/submit/durations.h"

namespace standfast {
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
