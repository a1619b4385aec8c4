#include "standfast/study/executor/run.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/study/executor/device_slots.h"
#include "standfast/study/executor/executor.h"
#include "standfast/study/executor/gather.h"
#include "standfast/study/executor/local_executor.h"
#include "standfast/study/executor/prepare.h"
#include "standfast/study/executor/schedule.h"
#include "standfast/study/executor/warnings.h"
#include "standfast/study/experiment/workshop.h"

namespace standfast {
namespace {

std::unique_ptr<Executor> executor_of(const RunOptions& options, const Resources& here,
                                      std::vector<std::string> devices, const RunFolder& folder,
                                      Workshop& shop) {
  ExecutorOptions common;
  common.devices = std::move(devices);
  common.interrupted = options.interrupted;
  common.sink = options.sink;
  DoUnit alone = [&shop](const Unit& unit, int threads, Sink& sink) {
    return shop.do_unit(unit, threads, sink);
  };
  if (options.in_process)
    return std::make_unique<InProcessExecutor>(std::move(alone), here, std::move(common));
  LocalOptions local;
  local.command = {options.program, "work", folder.path(), "--serve"};
  local.jobs = options.jobs > 0 ? options.jobs : here.cores;
  local.all = here;
  local.common = std::move(common);
  local.alone = std::move(alone);
  return std::make_unique<LocalExecutor>(std::move(local));
}

// Writes the beginning of the plan. An older plan is kept if it has every unit with which the new one begins:
// it may already list the cells.
Status write_beginning(const RunFolder& folder, const std::vector<Unit>& units) {
  const auto old = folder.has_plan() ? folder.read_plan() : Result<std::vector<Unit>>(std::vector<Unit>());
  const bool keeps = old && std::all_of(units.begin(), units.end(), [&](const Unit& unit) {
                       return std::any_of(old->begin(), old->end(),
                                          [&](const Unit& known) { return known.key == unit.key; });
                     });
  return keeps ? Status() : folder.write_plan(units);
}

}  // namespace

Result<RunStatus> run_study(const RunOptions& options) {
  std::string text;
  SF_ASSIGN(const Provenance provenance, provenance_of(options, text));
  SF_ASSIGN(const Resources here,
            resources_here(options.memory, most_memory(provenance.study, study_catalogs(), provenance.corpora,
                                                       study_folder_of(options))));
  SF_ASSIGN(const auto devices, devices_here(options.devices));
  // The work of a run that is only prepared may be done on another machine, where the devices are.
  if (!options.prepare_only) SF_TRY(devices_suffice(provenance.study, devices.size()));
  const RunFolder folder(options.folder);
  SF_TRY(check_folder(folder));
  SF_ASSIGN(const RunLock lock, RunLock::take(folder, true));
  if (!lock.held())
    options.sink->warn(fmt::format(
        "{}: this file system has no locks, so nothing keeps a second run out of this folder; start one at a time",
        folder.path()));
  folder.remove_temporaries();
  SF_TRY(write_head(folder, provenance, text, options));

  Plan plan(provenance.study, study_catalogs(), provenance.corpora, study_folder_of(options));
  SF_TRY(plan.begin());
  SF_TRY(write_beginning(folder, plan.units()));
  if (options.prepare_only) return read_status(folder);

  Schedule::Options ways;
  ways.fail_fast = options.fail_fast;
  ways.sink = options.sink;
  ways.show = options.show;
  ways.all_drawn = [&]() -> Status {
    const auto units = plan.units();
    SF_TRY(folder.write_plan(units));
    folder.remove_orphans(units);
    return warn_of_design(folder, provenance, units, options.ignore, options.report_follows, *options.sink);
  };
  Schedule schedule(folder, provenance, plan, std::move(ways));
  SF_TRY(schedule.start());
  Workshop shop(folder, provenance, study_folder_of(options), study_catalogs());
  const Status ran = executor_of(options, here, devices, folder, shop)->run(schedule);
  schedule.end_warnings();
  SF_TRY(ran);
  return gather_scores(folder, plan.units());
}

}  // namespace standfast
