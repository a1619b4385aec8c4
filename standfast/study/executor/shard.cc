#include "standfast/study/executor/shard.h"

#include <algorithm>
#include <deque>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/file.h"
#include "standfast/study/executor/device_slots.h"
#include "standfast/study/executor/executor.h"
#include "standfast/study/executor/local_executor.h"
#include "standfast/study/executor/run.h"
#include "standfast/study/executor/run_progress.h"
#include "standfast/study/executor/warnings.h"
#include "standfast/study/experiment/preflight.h"
#include "standfast/study/experiment/workshop.h"
#include "standfast/study/record/provenance.h"
#include "standfast/study/record/run_folder.h"
#include "standfast/study/unit/kinds.h"

namespace standfast {
namespace {

using State = RunFolder::State;

// The units of a shard within a stage. Their needs may belong to other shards, whose work has ended.
class Share final : public UnitQueue {
 public:
  Share(const RunFolder& folder, const Provenance& provenance, const Plan& plan, const ShardOptions& options)
      : folder_(folder),
        provenance_(provenance),
        plan_(plan),
        warnings_(*options.sink),
        show_(progress_, options.show, *options.sink) {}

  Status add(const Unit& unit) {
    const auto found = folder_.state(unit, Check::digests);
    if (found.state == State::done) return {};
    if (found.state == State::damaged) warnings_.add(unit, found.reason + "; it is made again");
    for (const auto& need : unit.needs)
      if (const auto needed = folder_.state(*plan_.find(need.key)); needed.state == State::failed)
        return folder_.write_failure(unit, provenance_.study, failed_need(*need.kind, needed.reason));
    units_.push_back(unit);
    progress_.plan(unit);
    return {};
  }

  std::optional<Unit> take(const Resources& free) override {
    for (;;) {
      const auto found = std::find_if(units_.begin(), units_.end(),
                                      [&](const Unit& unit) { return unit.resources.fits(free); });
      if (found == units_.end()) return std::nullopt;
      const Unit unit = *found;
      units_.erase(found);
      progress_.start(unit);
      // Another process may have done it since it was added: a second start of this shard, or another
      // submission.
      if (folder_.state(unit).state != State::done) return unit;
      progress_.end(unit, true);
    }
  }
  size_t ready() const override { return units_.size(); }
  void advanced(const Unit& unit, std::string_view what, uint64_t done, uint64_t total) override {
    progress_.advance(unit, what, done, total);
    show_();
  }
  void warned(const Unit& unit, std::string_view line) override { warnings_.add(unit, line); }
  // Prints how often units repeated each warning.
  void end_warnings() { warnings_.end(); }
  Status finished(const Unit& unit, const UnitOutcome& outcome) override {
    progress_.end(unit, outcome.ok);
    show_();
    if (outcome.ok) return {};
    warnings_.add(unit, outcome.reason);
    return outcome.crashed ? folder_.write_failure(unit, provenance_.study, outcome.reason) : Status();
  }

 private:
  const RunFolder& folder_;
  const Provenance& provenance_;
  const Plan& plan_;
  UnitWarnings warnings_;
  std::deque<Unit> units_;
  RunProgress progress_;
  ShowProgress show_;
};

// Returns the units of a stage. Units that only the report shows come last, because nothing waits for them.
std::vector<Unit> units_of_stage(const Plan& plan, int stage) {
  auto units = plan.units();
  std::erase_if(units, [&](const Unit& unit) { return unit.stage != stage; });
  std::stable_partition(units.begin(), units.end(),
                        [](const Unit& unit) { return !unit.kind->only_shown(); });
  return units;
}

Status check_nothing_is_missing(const RunFolder& folder, const std::vector<Unit>& units, int stage,
                                const std::optional<int>& asked) {
  const Unit* first = nullptr;
  uint64_t missing = 0;
  for (const auto& unit : units)
    if (!unit.kind->only_shown() && folder.state(unit).state == State::missing && missing++ == 0)
      first = &unit;
  if (missing == 0) return {};
  return fail(ErrorKind::incomplete,
              asked ? fmt::format("stage {} needs stage {} ({}), of which {} units are not done; run its "
                                  "shards first",
                                  *asked, stage, first->kind->units(), missing)
                    : fmt::format("stage {} ({}) still needs {} units of other shards; start this shard "
                                  "again when they are done",
                                  stage, first->kind->units(), missing));
}

// Tells the plan which splits have ended.
Status settle(const RunFolder& folder, const std::vector<Unit>& units, Plan& plan) {
  for (const auto& unit : units)
    if (unit.kind == &splits_kind()) {
      SF_ASSIGN(const SplitFacts facts, facts_of_split(folder, unit));
      SF_TRY(plan.settle(unit.key, facts));
    }
  return {};
}

// Grows the plan as far as it can be known now: some splits may not have ended.
Status grow(const RunFolder& folder, Plan& plan) {
  SF_TRY(plan.begin());
  for (auto units = plan.take_new(); !units.empty(); units = plan.take_new()) {
    std::erase_if(units, [&](const Unit& unit) {
      const State state = folder.state(unit).state;
      return state != State::done && state != State::failed;
    });
    SF_TRY(settle(folder, units, plan));
  }
  return {};
}

// Writes the plan if it has grown. Every shard makes the same plan from the same splits.
Result<bool> write_grown(const RunFolder& folder, const Plan& plan) {
  const auto units = plan.units();
  const auto old = folder.read_plan();
  if (old && old->size() >= units.size()) return false;
  SF_TRY(folder.write_plan(units));
  return true;
}

// Does the units of one line of the file of shares.
Status work_listed(const ShardOptions& options, const RunFolder& folder, const Provenance& provenance,
                   Plan& plan, LocalExecutor& executor) {
  SF_ASSIGN(const std::vector<std::string> keys,
            read_share(folder.file(options.shares), options.shard, options.shards));
  SF_TRY(grow(folder, plan));
  if (options.shard == 0 && plan.complete()) {
    SF_ASSIGN(const bool grown, write_grown(folder, plan));
    if (grown) SF_TRY(warn_of_design(folder, provenance, plan.units(), {}, false, *options.sink));
  }
  Share share(folder, provenance, plan, options);
  std::vector<Unit> units;
  uint64_t waiting = 0;
  for (const auto& key : keys) {
    const Unit* unit = plan.find(key);
    const bool ready = unit != nullptr && std::ranges::none_of(unit->needs, [&](const Need& need) {
                         const State state = folder.state(*plan.find(need.key)).state;
                         return state == State::missing || state == State::damaged;
                       });
    if (!ready) {
      ++waiting;
      continue;
    }
    units.push_back(*unit);
    SF_TRY(share.add(*unit));
  }
  const Status ran = executor.run(share);
  share.end_warnings();
  SF_TRY(ran);
  const auto failed =
      std::ranges::count_if(units, [&](const Unit& unit) { return folder.state(unit).state != State::done; });
  if (failed > 0)
    options.sink->warn(
        fmt::format("{} units of this share failed; see standfast status {}", failed, folder.path()));
  if (waiting == 0) return {};
  return fail(
      ErrorKind::incomplete,
      fmt::format("{} units of this share need units that are not done; standfast submit {} --missing "
                  "sends both",
                  waiting, folder.path()));
}

}  // namespace

Status work_shard(const ShardOptions& options) {
  const RunFolder folder(options.folder);
  if (!folder.has_plan())
    return data_error(
        fmt::format("{}: there is no prepared run; make one with standfast run STUDY --out {} --prepare",
                    folder.path(), folder.path()));
  SF_ASSIGN(const RunLock lock, RunLock::take(folder, false));
  SF_ASSIGN(const Provenance provenance, read_provenance(folder, study_catalogs()));
  SF_TRY(models_are_ready(provenance.study, study_catalogs()));
  LocalOptions local;
  local.command = {options.program, "work", folder.path(), "--serve"};
  SF_ASSIGN(const std::string study_folder, read_study_folder(folder));
  SF_ASSIGN(local.all, resources_here(options.memory, most_memory(provenance.study, study_catalogs(),
                                                                  provenance.corpora, study_folder)));
  if (options.cores > 0) local.all.cores = std::min(local.all.cores, options.cores);
  SF_ASSIGN(local.common.devices, devices_here(options.devices));
  // A listed share may have none of the units that need devices.
  if (options.shares.empty()) SF_TRY(devices_suffice(provenance.study, local.common.devices.size()));
  local.jobs = options.jobs > 0 ? options.jobs : local.all.cores;
  local.common.interrupted = options.interrupted;
  local.common.grace = options.grace;
  local.common.sink = options.sink;
  Workshop workshop(folder, provenance, study_folder, study_catalogs());
  local.alone = [&](const Unit& unit, int threads, Sink& sink) {
    return workshop.do_unit(unit, threads, sink);
  };
  LocalExecutor executor(std::move(local));

  Plan plan(provenance.study, study_catalogs(), provenance.corpora, study_folder);
  if (!options.shares.empty()) return work_listed(options, folder, provenance, plan, executor);
  SF_TRY(plan.begin());
  uint64_t failed = 0;
  bool written = false;
  for (int stage = 0;; ++stage) {
    const auto units = units_of_stage(plan, stage);
    if (units.empty()) break;
    const bool asked = options.stage.value_or(stage) == stage;
    // Every shard makes the same plan from the same splits. The first shard warns about questionable parts of
    // the design.
    if (plan.complete() && !written) {
      SF_TRY(folder.write_plan(plan.units()));
      written = true;
      if (options.shard == 0 && asked)
        SF_TRY(warn_of_design(folder, provenance, plan.units(), {}, false, *options.sink));
    }
    if (asked) {
      Share share(folder, provenance, plan, options);
      for (size_t i = options.shard; i < units.size(); i += options.shards) SF_TRY(share.add(units[i]));
      const Status ran = executor.run(share);
      share.end_warnings();
      SF_TRY(ran);
      for (size_t i = options.shard; i < units.size(); i += options.shards)
        failed += folder.state(units[i]).state != State::done;
    }
    if (options.stage == stage) break;
    SF_TRY(check_nothing_is_missing(folder, units, stage, options.stage));
    SF_TRY(settle(folder, units, plan));
  }
  if (failed > 0)
    return fail(ErrorKind::incomplete,
                fmt::format("{} units of this shard failed; see standfast status {}", failed, folder.path()));
  return {};
}

Status gather_shards(const std::string& path) {
  const RunFolder folder(path);
  SF_ASSIGN(const RunLock lock, RunLock::take(folder, false));
  SF_ASSIGN(const Provenance provenance, read_provenance(folder, study_catalogs()));
  SF_ASSIGN(const std::string study_folder, read_study_folder(folder));
  Plan plan(provenance.study, study_catalogs(), provenance.corpora, study_folder);
  SF_TRY(grow(folder, plan));
  SF_TRY(write_grown(folder, plan));
  SF_TRY(gather_scores(folder, plan.units()));
  return {};
}

Status serve_folder(const std::string& path) {
  const RunFolder folder(path);
  SF_ASSIGN(Provenance provenance, read_provenance(folder, study_catalogs()));
  SF_ASSIGN(std::string study_folder, read_study_folder(folder));
  Workshop workshop(folder, std::move(provenance), std::move(study_folder), study_catalogs());
  return serve_units(
      0, 1, [&](const Unit& unit, int threads, Sink& sink) { return workshop.do_unit(unit, threads, sink); },
      stop_at_sigterm());
}

std::string shares_text(const std::vector<ShareOfUnits>& shares) {
  std::string text;
  for (const auto& share : shares) {
    for (const auto& key : share) {
      if (&key != &share.front()) text += ' ';
      text += key;
    }
    text += '\n';
  }
  return text;
}

Result<std::vector<ShareOfUnits>> read_shares(const std::string& path) {
  SF_ASSIGN(const std::string text, read_file(path));
  if (!text.empty() && text.back() != '\n')
    return data_error(path + ": its last line is cut off; submit again");
  std::vector<ShareOfUnits> shares;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = text.find('\n', begin);
    std::string_view line(text.data() + begin, end - begin);
    ShareOfUnits& share = shares.emplace_back();
    while (!line.empty()) {
      const size_t space = std::min(line.find(' '), line.size());
      if (space > 0) share.emplace_back(line.substr(0, space));
      line.remove_prefix(std::min(space + 1, line.size()));
    }
    begin = end + 1;
  }
  return shares;
}

Result<ShareOfUnits> read_share(const std::string& path, uint64_t shard, uint64_t shards) {
  SF_ASSIGN(auto all, read_shares(path));
  if (all.size() != shards || shard >= shards)
    return data_error(fmt::format("{}: has {} shares, but share {} of {} was requested", path, all.size(),
                                  shard + 1, shards));
  return std::move(all[shard]);
}

}  // namespace standfast
