#include "standfast/study/executor/schedule.h"

#include <cassert>

#include <fmt/format.h>

#include "standfast/study/record/run_folder.h"
#include "standfast/study/unit/kinds.h"

namespace standfast {

Status Schedule::start() {
  SF_TRY(take_in_new());
  show_();
  return {};
}

Schedule::Rank Schedule::rank_of(const Entry& entry) const {
  return {entry.unit.kind->only_shown(), entry.unit.stage, entry.number};
}

Status Schedule::take_in_new() {
  // Units that are already done may let the plan grow at once.
  for (auto units = plan_.take_new(); !units.empty(); units = plan_.take_new()) {
    std::vector<std::string> open;
    for (auto& unit : units) {
      const std::string key = unit.key;
      Entry& entry = entries_[key];
      entry.number = entries_.size();
      progress_.plan(unit);
      cells_ += unit.kind->examines() && !unit.left_out;
      for (const auto& need : unit.needs) {
        const State state = entries_.at(need.key).state;
        if (state == State::done || state == State::failed) continue;
        ++entry.unmet;
        waiting_[need.key].push_back(key);
      }
      entry.unit = std::move(unit);
      if (entry.unmet == 0) open.push_back(key);
    }
    for (const auto& key : open) SF_TRY(look_at(key));
  }
  progress_.expect_cells(cells_to_come());
  if (!plan_.complete() || drawn_reported_) return {};
  drawn_reported_ = true;
  return options_.all_drawn ? options_.all_drawn() : Status();
}

Status Schedule::look_at(const std::string& key) {
  Entry& entry = entries_.at(key);
  const auto found = folder_.state(entry.unit, Check::digests);
  if (found.state == RunFolder::State::done) return end(key, State::done, "");
  if (found.state == RunFolder::State::damaged)
    warnings_.add(entry.unit, found.reason + "; it is made again");
  for (const auto& need : entry.unit.needs) {
    const Entry& needed = entries_.at(need.key);
    if (needed.state != State::failed) continue;
    const std::string reason = failed_need(*need.kind, needed.reason);
    SF_TRY(folder_.write_failure(entry.unit, provenance_.study, reason));
    return end(key, State::failed, reason);
  }
  entry.state = State::ready;
  ready_[rank_of(entry)] = key;
  return {};
}

std::optional<Unit> Schedule::take(const Resources& free) {
  for (auto it = ready_.begin(); it != ready_.end(); ++it) {
    const Unit& unit = entries_.at(it->second).unit;
    if (!unit.resources.fits(free)) continue;
    ready_.erase(it);
    progress_.start(unit);
    return unit;
  }
  return std::nullopt;
}

void Schedule::advanced(const Unit& unit, std::string_view what, uint64_t done, uint64_t total) {
  progress_.advance(unit, what, done, total);
  show_();
}

// Returns the number of cells that are still to be planned. Each split with a known number of folds gives as
// many cells of each model and fit; other splits are assumed to have as many folds as the splits of their
// condition, else as all splits on average. Cells of a model may wait until all splits are drawn.
uint64_t Schedule::cells_to_come() const {
  if (plan_.complete()) return 0;
  uint64_t a_fold = 0;
  for (const auto& model : plan_.study().models) a_fold += fits_of(plan_.study(), model, plan_.catalogs());
  struct Folds {
    uint64_t sum = 0, splits = 0;
    uint64_t mean() const { return (sum + splits - 1) / splits; }
    void add(uint64_t folds) {
      sum += folds;
      ++splits;
    }
  };
  std::map<std::string, Folds> of_condition;
  Folds all;
  std::vector<std::string> unknown;  // conditions
  for (const auto& corpus : plan_.corpora())
    for (const auto& split : plan_.splits_of(corpus.name)) {
      const auto found = plan_.facts().find(split.key);
      if (found == plan_.facts().end()) {
        unknown.push_back(split.condition);
        continue;
      }
      of_condition[split.condition].add(std::max(found->second.folds, 1U));
      all.add(std::max(found->second.folds, 1U));
    }
  constexpr uint64_t kUsual = 5;
  uint64_t folds = all.sum;
  for (const auto& condition : unknown) {
    const auto alike = of_condition.find(condition);
    folds += alike != of_condition.end() ? alike->second.mean() : all.splits > 0 ? all.mean() : kUsual;
  }
  return std::max(folds * a_fold, cells_) - cells_;
}

Status Schedule::finished(const Unit& unit, const UnitOutcome& outcome) {
  if (!outcome.ok) {
    warnings_.add(unit, outcome.reason);
    if (outcome.crashed) SF_TRY(folder_.write_failure(unit, provenance_.study, outcome.reason));
  }
  SF_TRY(end(unit.key, outcome.ok ? State::done : State::failed, outcome.reason));
  SF_TRY(take_in_new());
  show_();
  if (!outcome.ok && options_.fail_fast)
    return fail(ErrorKind::incomplete,
                fmt::format("{}: {} (stopped: --fail-fast)", unit.label(), outcome.reason));
  return {};
}

Status Schedule::end(const std::string& key, State state, const std::string& reason) {
  Entry& entry = entries_.at(key);
  entry.state = state;
  entry.reason = reason;
  progress_.end(entry.unit, state == State::done);
  if (entry.unit.kind == &splits_kind()) {
    SF_ASSIGN(const SplitFacts facts, facts_of_split(folder_, entry.unit));
    SF_TRY(plan_.settle(key, facts));
  }
  const auto waiting = waiting_.find(key);
  if (waiting == waiting_.end()) return {};
  const auto keys = std::move(waiting->second);
  waiting_.erase(waiting);
  for (const auto& other : keys)
    if (--entries_.at(other).unmet == 0) SF_TRY(look_at(other));
  return {};
}

}  // namespace standfast
