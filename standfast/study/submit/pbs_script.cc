#include <fmt/format.h>

#include "standfast/study/submit/batch_system.h"
#include "standfast/study/submit/durations.h"

namespace standfast {
namespace {

std::string pbs_script(const JobArray& array, const std::vector<std::string>&, const ScriptPlaces& places,
                       const SubmitOptions& options) {
  const Job& job = *array.job;
  const bool several = array.count > 1;  // PBS has no array of one
  std::string text = "#!/bin/bash\n" + head_comment(array, places, pbs_system());
  const auto ask = [&](std::string_view words) { text += fmt::format("#PBS {}\n", words); };
  ask("-N " + queue_name(array, places));
  ask("-j oe");
  ask("-o " + log_of(array, places, several ? "^array_index^" : "1"));
  if (several)
    ask(fmt::format("-J 1-{}{}", array.count,
                    options.at_once > 0 ? fmt::format("%{}", options.at_once) : ""));
  ask(fmt::format("-l select=1:ncpus={}:mem={}mb{}", job.cores, (job.memory + (1 << 20) - 1) >> 20,
                  job.devices > 0 ? fmt::format(":ngpus={}", job.devices) : ""));
  if (job.seconds) ask("-l walltime=" + hours_minutes_seconds(*job.seconds));
  if (!options.partition.empty()) ask("-q " + options.partition);
  if (!options.account.empty()) ask("-A " + options.account);
  ask(options.requeue ? "-r y" : "-r n");
  text += "\n";
  return text + body_of(array, places, options, "${PBS_ARRAY_INDEX:-1}", "", "");
}

std::string pbs_send(const JobArray& array, const std::vector<std::string>& needs,
                     const ScriptPlaces& places) {
  std::string dependency;
  for (const auto& need : needs) dependency += fmt::format(":${}", id_variable(need));
  if (!dependency.empty())
    dependency = fmt::format(" -W depend={}{}", array.job->after_any ? "afterany" : "afterok", dependency);
  return fmt::format("{}=$(qsub{} {})\n", id_variable(array.name), dependency,
                     shell_word(fmt::format("{}/{}/{}.pbs", places.run, places.submission, array.name)));
}

}  // namespace

const BatchSystem& pbs_system() {
  static constexpr BatchSystem kSystem{"pbs", "PBS", ".pbs", pbs_script, pbs_send};
  return kSystem;
}

}  // namespace standfast
