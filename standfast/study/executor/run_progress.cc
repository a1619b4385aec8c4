#include "standfast/study/executor/run_progress.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "standfast/study/unit/kinds.h"

namespace standfast {
namespace {

// The duration of a unit about which nothing is known. It only matters until the first of its kind has ended.
constexpr double kUnknownSeconds = 1;
// The time before which no remaining time is shown, and the shortest stretch of a unit under way from which
// its speed is estimated.
constexpr double kTooEarly = 3;
constexpr double kShortStretch = 1;

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

RunProgress::RunProgress(Clock clock)
    : clock_(clock ? std::move(clock) : Clock(steady_seconds)), started_(clock_()) {}

RunProgress::Keys RunProgress::keys_of(const Unit& unit) {
  const std::string who = unit.model + "\n" + unit.encoder + "\n" + unit.analysis;
  const char* kind = unit.kind->name();
  return {fmt::format("{}\n{}\n{}\n{}", kind, unit.corpus, who, unit.condition),
          fmt::format("{}\n{}\n{}", kind, unit.corpus, who), fmt::format("{}\n{}", kind, who), kind};
}

void RunProgress::plan(const Unit& unit) {
  const std::lock_guard lock(mutex_);
  Keys keys = keys_of(unit);
  auto& of = classes_[keys.front()];
  if (of.kind == nullptr) {
    of.kind = unit.kind;
    of.keys = std::move(keys);
  }
  ++of.waiting;
  ++counts_[unit.kind].all;
}

void RunProgress::expect_cells(uint64_t cells) {
  const std::lock_guard lock(mutex_);
  to_come_ = cells;
}

void RunProgress::start(const Unit& unit) {
  const std::lock_guard lock(mutex_);
  Keys keys = keys_of(unit);
  --classes_[keys.front()].waiting;
  const double now = clock_();
  running_[unit.key] = {std::move(keys), now, "", now, 0, 0, 0};
  most_under_way_ = std::max(most_under_way_, running_.size());
}

void RunProgress::advance(const Unit& unit, std::string_view what, uint64_t done, uint64_t total) {
  const std::lock_guard lock(mutex_);
  const auto found = running_.find(unit.key);
  if (found == running_.end() || total == 0) return;
  Running& running = found->second;
  if (what != running.what || done < running.done) {
    running.what = what;
    running.stretch_since = clock_();
    running.begun = done;
  }
  running.total = total;
  running.done = std::min(done, total);
}

void RunProgress::end(const Unit& unit, bool took_time) {
  const std::lock_guard lock(mutex_);
  ++counts_[unit.kind].done;
  const Keys keys = keys_of(unit);
  const auto found = running_.find(unit.key);
  if (found == running_.end()) {
    auto& of = classes_[keys.front()];
    --of.waiting;
    ++of.idle;
    return;
  }
  const double seconds = clock_() - found->second.since;
  running_.erase(found);
  spent_ += seconds;
  if (!took_time) return;
  for (const auto& key : keys) {
    Mean& mean = means_[key];
    mean.seconds += seconds;
    ++mean.units;
  }
}

RunProgress::Guess RunProgress::expected(const Keys& keys, double now) const {
  // The estimate comes from the narrow classes of units that have ended; then from one under way, of the same
  // model; then from the wide class.
  const auto mean = [&](const std::string& key) -> std::optional<Guess> {
    const auto found = means_.find(key);
    if (found == means_.end()) return std::nullopt;
    return Guess{found->second.seconds / static_cast<double>(found->second.units), true};
  };
  for (size_t i = 0; i + 1 < keys.size(); ++i)
    if (const auto guess = mean(keys[i])) return *guess;
  for (const auto& [key, running] : running_) {
    if (running.keys[2] != keys[2]) continue;
    const double stretch = now - running.stretch_since;
    if (running.done <= running.begun || stretch < kShortStretch) continue;
    return {now - running.since +
                stretch * static_cast<double>(running.total - running.done) /
                    static_cast<double>(running.done - running.begun),
            true};
  }
  if (const auto guess = mean(keys.back())) return {guess->seconds, false};
  return {kUnknownSeconds, false};
}

double RunProgress::left_of(const Running& running, double now) const {
  const double elapsed = now - running.since;
  const double stretch = now - running.stretch_since;
  double left = 0;
  if (running.done > running.begun && stretch >= kShortStretch)
    left = stretch * static_cast<double>(running.total - running.done) /
           static_cast<double>(running.done - running.begun);
  else
    left = elapsed;  // assumes that it may take as long again
  // It may have other stretches of work before it; others of its class show how many.
  const Guess whole = expected(running.keys, now);
  const bool others = means_.contains(running.keys[2]);
  if (others) return std::max(whole.seconds - elapsed, running.total > 0 ? left : 0.05 * whole.seconds);
  return std::max(left, whole.seconds - elapsed);
}

RunShown RunProgress::shown() {
  const std::lock_guard lock(mutex_);
  const double now = clock_();
  RunShown shown;
  double done = spent_, left = 0, longest = 0, unknown = 0;
  Mean cells;  // mean of the expected seconds of planned cells
  for (const auto& [key, of] : classes_) {
    if (of.waiting + of.idle == 0) continue;
    const Guess guess = expected(of.keys, now);
    const double waiting = guess.seconds * static_cast<double>(of.waiting);
    done += guess.seconds * static_cast<double>(of.idle);
    left += waiting;
    if (!guess.known) unknown += waiting;
    if (!of.kind->examines()) continue;
    cells.seconds += guess.seconds * static_cast<double>(of.waiting + of.idle);
    cells.units += of.waiting + of.idle;
  }
  if (const auto ended = means_.find(cell_kind().name()); ended != means_.end()) {
    cells.seconds += ended->second.seconds;
    cells.units += ended->second.units;
  }
  const double one_cell =
      cells.units > 0 ? cells.seconds / static_cast<double>(cells.units) : kUnknownSeconds;
  left += one_cell * static_cast<double>(to_come_);
  if (cells.units == 0) unknown += one_cell * static_cast<double>(to_come_);
  const Running* oldest = nullptr;
  for (const auto& [key, running] : running_) {
    const double of_it = left_of(running, now);
    done += now - running.since;
    left += of_it;
    longest = std::max(longest, of_it);
    if (running.done <= running.begun && !means_.contains(running.keys[2])) unknown += of_it;
    if (running.total > 0 && (oldest == nullptr || running.since < oldest->since)) oldest = &running;
  }
  const bool all = running_.empty() && to_come_ == 0 &&
                   std::ranges::all_of(classes_, [](const auto& one) { return one.second.waiting == 0; });
  constexpr double kMostBeforeTheEnd = 0.999;
  const double share = done + left > 0 ? done / (done + left) : 0;
  shown_ = all ? 1 : std::max(shown_, std::min(share, kMostBeforeTheEnd));
  shown.share = shown_;
  // Units share the processors, and their times were measured while as many were under way.
  if (!all && now - started_ >= kTooEarly && unknown <= left / 2)
    shown.seconds_left =
        std::max(longest, left / static_cast<double>(std::max(running_.size(), most_under_way_)));
  const std::pair<const UnitKind* const, Count>* kind = nullptr;
  for (const bool last : {false, true})
    for (const UnitKind* one : unit_kinds()) {
      const auto found = counts_.find(one);
      if (found == counts_.end() || one->only_shown() != last) continue;
      if (kind == nullptr || kind->second.done == kind->second.all) kind = &*found;
    }
  if (kind != nullptr) {
    shown.units = kind->first->units();
    shown.done = kind->second.done;
    shown.all = kind->second.all;
  }
  shown.under_way = running_.size();
  if (oldest != nullptr) {
    shown.inside = oldest->what;
    shown.inside_done = oldest->done;
    shown.inside_all = oldest->total;
  }
  return shown;
}

}  // namespace standfast
