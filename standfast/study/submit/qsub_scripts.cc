// Scripts of the systems whose jobs are sent by qsub: PBS and Grid Engine.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/study/submit/batch_system.h"
#include "standfast/study/submit/job.h"

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

namespace {

std::string sge_script(const JobArray& array, const std::vector<std::string>& needs,
                       const ScriptPlaces& places, const SubmitOptions& options) {
  const Job& job = *array.job;
  std::string text = "#!/bin/bash\n" + head_comment(array, places, sge_system());
  const auto ask = [&](std::string_view words) { text += fmt::format("#$ {}\n", words); };
  ask("-N " + queue_name(array, places));
  ask("-S /bin/bash");
  ask("-wd " + places.run);
  ask("-j y");
  ask("-o " + log_of(array, places, "$TASK_ID"));
  ask(fmt::format("-t 1-{}", array.count));
  if (job.does == Job::Does::units && options.at_once > 0) ask(fmt::format("-tc {}", options.at_once));
  // The memory limit applies to a slot.
  const uint64_t megabytes = (job.memory + (1 << 20) - 1) >> 20, cores = static_cast<uint64_t>(job.cores);
  ask(fmt::format("-l h_vmem={}M", (megabytes + cores - 1) / cores));
  if (job.cores > 1) ask(fmt::format("-pe smp {}", job.cores));
  if (job.devices > 0) ask(fmt::format("-l gpu={}", job.devices));
  if (job.seconds) ask("-l h_rt=" + hours_minutes_seconds(*job.seconds));
  if (!options.partition.empty()) ask("-q " + options.partition);
  if (!options.account.empty()) ask("-P " + options.account);
  ask("-notify");  // SIGUSR2 some time before SIGKILL
  ask(options.requeue ? "-r y" : "-r n");
  if (!needs.empty()) {
    std::vector<std::string> names;
    for (const auto& need : needs) names.push_back(places.tag + "-" + need);
    ask(fmt::format("-hold_jid {}", fmt::join(names, ",")));
  }
  text += "\n";
  return text + body_of(array, places, options, "$SGE_TASK_ID", "USR2", "");
}

std::string sge_send(const JobArray& array, const std::vector<std::string>&, const ScriptPlaces& places) {
  return fmt::format("qsub {}\n",
                     shell_word(fmt::format("{}/{}/{}.sge", places.run, places.submission, array.name)));
}

}  // namespace

const BatchSystem& sge_system() {
  static constexpr BatchSystem kSystem{"sge", "Grid Engine", ".sge", sge_script, sge_send};
  return kSystem;
}

}  // namespace standfast
