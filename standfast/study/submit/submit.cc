#include "standfast/study/submit/submit.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/unique_name.h"
#include "standfast/study/executor/dry_run.h"
#include "standfast/study/record/provenance.h"
#include "standfast/study/record/run_folder.h"
#include "standfast/study/submit/queue.h"
#include "standfast/study/submit/slurm.h"
#include "standfast/study/task/task.h"
#include "standfast/study/unit/kinds.h"
#include "standfast/version.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;
using State = RunFolder::State;

// The subject of a submission: a run, or a study that is not prepared.
struct Subject {
  StudySpec study;
  std::vector<CorpusFacts> corpora;
  std::string study_folder;
  UnitCosts costs;
  bool new_costs = false;
};

Result<Subject> subject_of(const SubmitRequest& request, const RunFolder& folder) {
  Subject subject;
  RunOptions options;
  options.estimate = request.estimate;
  options.prepare_only = true;  // models that need devices run elsewhere
  options.interrupted = request.interrupted;
  options.sink = request.sink;
  if (request.study) {
    RunOptions of_study = *request.study;
    of_study.estimate = request.estimate;
    of_study.prepare_only = true;
    SF_ASSIGN(DryRun dry, dry_run(of_study));
    subject.costs = UnitCosts(dry);
    subject.study = std::move(dry.study);
    subject.corpora = std::move(dry.corpora);
    subject.study_folder = fs::path(of_study.study_path).parent_path().string();
    if (subject.study_folder.empty()) subject.study_folder = ".";
    return subject;
  }
  SF_ASSIGN(Provenance provenance, read_provenance(folder, study_catalogs()));
  if (provenance.version != kVersion)
    return usage_error(
        fmt::format("{} was prepared by standfast {}, and this is {}; prepare it again in another folder",
                    folder.path(), provenance.version, kVersion));
  SF_ASSIGN(subject.study_folder, read_study_folder(folder));
  subject.study = std::move(provenance.study);
  subject.corpora = std::move(provenance.corpora);
  if (has_unit_costs(folder) && !request.changed) {
    SF_ASSIGN(subject.costs, read_unit_costs(folder));
    if (subject.costs.tried() || request.missing || request.estimate == 0) return subject;
  }
  SF_ASSIGN(const DryRun dry, dry_run(subject.study, subject.study_folder, options));
  subject.costs = UnitCosts(dry);
  subject.new_costs = true;
  return subject;
}

// Adds the units that splits determine: from the finished splits, or from the draws of the dry run.
Status grow_plan(const Subject& subject, const RunFolder& folder, Plan& plan) {
  SF_TRY(plan.begin());
  for (auto units = plan.take_new(); !units.empty(); units = plan.take_new())
    for (const auto& unit : units) {
      if (unit.kind != &splits_kind()) continue;
      if (folder.state(unit).state == State::done) {
        SF_ASSIGN(const SplitFacts facts, facts_of_split(folder, unit));
        SF_TRY(plan.settle(unit.key, facts));
      } else if (const auto folds = subject.costs.folds(unit)) {
        SF_TRY(plan.settle(unit.key, {*folds}));
      }
    }
  return {};
}

Result<std::string> absolute(const std::string& path, const BatchSystem& system) {
  std::error_code code;
  const auto whole = fs::absolute(path, code);
  if (code) return data_error(fmt::format("{}: cannot be found ({})", path, code.message()));
  std::string text = whole.lexically_normal().string();
  while (text.size() > 1 && text.back() == '/') text.pop_back();
  // Batch systems give these characters a meaning of their own.
  if (text.find_first_of("\"\n\r%\\$`") != std::string::npos)
    return usage_error(fmt::format(
        "{}: the path of a submitted run may have none of \" % \\ $ ` in it; give another folder", text));
  if ((&system == &pbs_system() || &system == &sge_system()) &&
      text.find_first_of(" \t'") != std::string::npos)
    return usage_error(fmt::format("{}: {} takes no path with a space or a quote in it; give another folder",
                                   text, system.title));
  return text;
}

std::vector<std::string> names_of(const std::vector<JobArray>& arrays, const JobArray& array) {
  std::vector<std::string> names;
  for (const size_t need : array.needs) names.push_back(arrays[need].name);
  return names;
}

uint64_t next_number(const RunFolder& folder) {
  uint64_t number = 1;
  std::error_code ignored;
  while (fs::exists(folder.file(fmt::format("submit/{}", number)), ignored)) ++number;
  return number;
}

}  // namespace

Result<SubmitPlan> plan_submission(const SubmitRequest& request) {
  const RunFolder folder(request.folder);
  SF_ASSIGN(const std::string run, absolute(request.folder, *request.system));
  const bool slurm = request.system == &slurm_system();
  // The cluster is asked before anything takes time.
  ClusterLimits limits;
  std::string no_limits;
  if (slurm) {
    auto asked = ask_slurm_limits(request.options.partition);
    if (asked) {
      limits = *asked;
    } else if (request.show_only && asked.error().kind == ErrorKind::missing) {
      no_limits = fmt::format(
          "the limits of the cluster are not known here ({}): arrays of {} at the most are assumed",
          asked.error().message, limits.array);
    } else {
      return Failure(asked.error());
    }
  }
  QueueNow queue;
  if (slurm && !request.study) {
    auto now = look_at_queue(folder);
    if (now) {
      queue = std::move(*now);
    } else if (!request.show_only) {
      return Failure(now.error());
    }
  }
  if (!queue.tasks.empty() && !request.missing && !request.show_only)
    return usage_error(fmt::format(
        "{}: {} of its tasks are in the queue; standfast submit {} --missing sends the other units, and "
        "standfast cancel {} ends them",
        folder.path(), queue.tasks.size(), folder.path(), folder.path()));

  SF_ASSIGN(const Subject subject, subject_of(request, folder));
  if (subject.new_costs && !request.show_only) SF_TRY(write_unit_costs(folder, subject.costs));
  Plan plan(subject.study, study_catalogs(), subject.corpora, subject.study_folder);
  SF_TRY(grow_plan(subject, folder, plan));

  SubmitPlan found;
  std::vector<UnitToSend> units;
  std::set<std::string> sending;
  bool names_more = false;
  const auto all = plan.units();
  for (const auto& unit : all) {
    if (folder.state(unit).state == State::done) {
      ++found.done;
      continue;
    }
    if (queue.find(unit.key) != nullptr) {
      ++found.queued;
      continue;
    }
    UnitToSend one{unit, subject.costs.of(unit, subject.study), subject.costs.reading(unit.corpus), {}};
    for (const auto& need : unit.needs)
      if (const QueuedTask* task = queue.find(need.key)) one.after.push_back(task->job);
    names_more |= unit.kind == &splits_kind();
    units.push_back(std::move(one));
  }
  found.units = units.size();
  found.longest_array = limits.array;
  if (units.empty()) return found;
  auto planned = plan_jobs(units, plan.complete() || !names_more, all.size(), request.options, limits);
  found.jobs = std::move(planned.jobs);
  found.notes = std::move(planned.notes);
  if (!no_limits.empty()) found.notes.push_back(no_limits);

  found.folder = fmt::format("submit/{}", next_number(folder));
  found.tag = "sf-" + unique_digits().substr(0, 6);
  const ScriptPlaces places{run, found.folder, found.tag};
  const auto arrays = arrays_of(found.jobs, limits.array);
  for (const auto& job : found.jobs) {
    found.tasks += job.tasks();
    if (job.does == Job::Does::units) found.files.emplace_back(job.name + ".shares", shares_text(job.shares));
  }
  found.send = "set -e\n";
  for (const auto& array : arrays) {
    const auto needs = names_of(arrays, array);
    found.files.emplace_back(array.name + request.system->ending,
                             request.system->script(array, needs, places, request.options));
    found.send += request.system->send(array, needs, places);
  }
  return found;
}

Result<Submission> send_submission(const SubmitRequest& request, const SubmitPlan& plan) {
  const RunFolder folder(request.folder);
  SF_ASSIGN(const std::string run, absolute(request.folder, *request.system));
  const ScriptPlaces places{run, plan.folder, plan.tag};
  SF_TRY(make_directories(folder.file(plan.folder + "/log")));
  for (const auto& [name, text] : plan.files) SF_TRY(write_file(folder.file(plan.folder + "/" + name), text));
  const bool slurm = request.system == &slurm_system();
  if (!slurm) SF_TRY(write_file(folder.file(plan.folder + "/send.sh"), "#!/bin/sh\n" + plan.send));

  Submission submission;
  submission.number = std::stoull(plan.folder.substr(plan.folder.find('/') + 1));
  submission.system = request.system->name;
  submission.version = kVersion;
  submission.sent =
      std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch())
          .count();
  submission.options = request.options;
  const auto arrays = arrays_of(plan.jobs, plan.longest_array);
  for (const auto& array : arrays) {
    const bool units = array.job->does == Job::Does::units;
    submission.arrays.push_back({array.name, queue_name(array, places), "", units ? array.job->name : "",
                                 array.first, array.count, array.job->tasks(), array.job->memory,
                                 array.job->seconds.value_or(0)});
  }
  SF_TRY(write_submission(folder, submission));
  if (!slurm) return submission;
  for (size_t i = 0; i < arrays.size(); ++i) {
    std::vector<std::string> needs = arrays[i].job->after;
    for (const size_t need : arrays[i].needs) needs.push_back(submission.arrays[need].id);
    auto id = sbatch(fmt::format("{}/{}/{}{}", run, plan.folder, arrays[i].name, request.system->ending),
                     needs, arrays[i].job->after_any);
    if (!id) {
      if (i == 0) return Failure(id.error());
      return fail(
          id.error().kind,
          fmt::format(
              "{} ({} of {} jobs were sent before; standfast cancel {} ends them, standfast submit {} "
              "--missing sends the rest)",
              id.error().message, i, arrays.size(), folder.path(), folder.path()));
    }
    submission.arrays[i].id = std::move(*id);
    SF_TRY(write_submission(folder, submission));
  }
  return submission;
}

}  // namespace standfast
