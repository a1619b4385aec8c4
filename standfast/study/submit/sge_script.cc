#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/study/submit/batch_system.h"
#include "standfast/study/submit/durations.h"

namespace standfast {
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
