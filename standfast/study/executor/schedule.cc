#include "standfast/study/executor/schedule.h"

#include <cassert>

#include <fmt/format.h>

#include "standfast/study/executor/split_facts.h"
#include "standfast/study/unit/kinds.h"

namespace standfast {

Status Schedule::start() {
  SF_TRY(take_in_new());
  show();
  return {};
}

Schedule::Rank Schedule::rank_of(const Entry& entry) const {
  return {entry.unit.kind->only_shown(), entry.unit.stage, entry.number};
}

Status Schedule::take_in_new() {
  // What is already done may let the plan grow at once.
  for (auto units = plan_.take_new(); !units.empty(); units = plan_.take_new()) {
    std::vector<std::string> open;
    for (auto& unit : units) {
      const std::string key = unit.key;
      Entry& entry = entries_[key];
      entry.number = entries_.size();
      ++counts_[unit.kind].all;
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
  if (!plan_.complete() || told_drawn_) return {};
  told_drawn_ = true;
  return options_.all_drawn ? options_.all_drawn() : Status();
}

Status Schedule::look_at(const std::string& key) {
  Entry& entry = entries_.at(key);
  const auto found = folder_.state(entry.unit, Check::digests);
  if (found.state == RunFolder::State::done) return end(key, State::done, "");
  if (found.state == RunFolder::State::damaged)
    options_.sink->warn(fmt::format("{}: {}; it is made again", entry.unit.label(), found.reason));
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
    return unit;
  }
  return std::nullopt;
}

Status Schedule::finished(const Unit& unit, const UnitOutcome& outcome) {
  if (!outcome.ok) {
    options_.sink->warn(fmt::format("{}: {}", unit.label(), outcome.reason));
    if (outcome.crashed) SF_TRY(folder_.write_failure(unit, provenance_.study, outcome.reason));
  }
  SF_TRY(end(unit.key, outcome.ok ? State::done : State::failed, outcome.reason));
  SF_TRY(take_in_new());
  show();
  if (!outcome.ok && options_.fail_fast)
    return fail(ErrorKind::incomplete,
                fmt::format("{}: {} (stopped: --fail-fast)", unit.label(), outcome.reason));
  return {};
}

Status Schedule::end(const std::string& key, State state, const std::string& reason) {
  Entry& entry = entries_.at(key);
  entry.state = state;
  entry.reason = reason;
  ++counts_[entry.unit.kind].done;
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

// Shows the progress of the first kind with units that have not ended, in the order of the plan.
void Schedule::show() const {
  const std::pair<const UnitKind* const, Count>* shown = nullptr;
  for (const bool last : {false, true})
    for (const UnitKind* kind : unit_kinds()) {
      const auto found = counts_.find(kind);
      if (found == counts_.end() || kind->only_shown() != last) continue;
      if (shown == nullptr || shown->second.done == shown->second.all) shown = &*found;
    }
  if (shown != nullptr) options_.sink->progress(shown->first->units(), shown->second.done, shown->second.all);
}

}  // namespace standfast
