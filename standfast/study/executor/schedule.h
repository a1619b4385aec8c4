// The schedule of a run: it chooses the next unit of a growing plan.
//
// A unit is ready when all units that it needs are done; it never waits for a whole stage. Units of lower
// stages come first, because others wait for them. Units that only the report shows come last. If a unit
// needs one that failed, it is not tried: it fails with the same reason. When a splits unit ends, the plan
// grows.
#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "standfast/study/executor/executor.h"
#include "standfast/study/executor/run_progress.h"
#include "standfast/study/executor/warnings.h"
#include "standfast/study/plan/plan.h"
#include "standfast/study/record/provenance.h"

namespace standfast {

class Schedule final : public UnitQueue {
 public:
  struct Options {
    bool fail_fast = false;  // the first failure is an error of finished()
    // Called once, when the last split has ended.
    std::function<Status()> all_drawn = {};
    Sink* sink = &null_sink();
    std::function<void(const RunShown&)> show = {};
  };
  // The arguments must outlive this. The plan must have begun.
  Schedule(const RunFolder& folder, const Provenance& provenance, Plan& plan, Options options)
      : folder_(folder),
        provenance_(provenance),
        plan_(plan),
        options_(std::move(options)),
        warnings_(*options_.sink),
        show_(progress_, options_.show, *options_.sink) {}

  // Compares the plan with the folder: units that are done stay as they are, damaged ones are made again.
  // Must be called before an executor runs.
  Status start();

  std::optional<Unit> take(const Resources& free) override;
  size_t ready() const override { return ready_.size(); }
  void advanced(const Unit& unit, std::string_view what, uint64_t done, uint64_t total) override;
  void warned(const Unit& unit, std::string_view line) override { warnings_.add(unit, line); }
  Status finished(const Unit& unit, const UnitOutcome& outcome) override;
  // Prints how often units repeated each warning. Must be called when the executor has ended.
  void end_warnings() { warnings_.end(); }

 private:
  enum class State { waiting, ready, done, failed };
  struct Entry {
    Unit unit;
    State state = State::waiting;
    size_t unmet = 0;  // number of needs that have not ended
    size_t number = 0;
    std::string reason;  // reason of a failure
  };
  using Rank = std::tuple<bool, int, size_t>;  // the lowest is taken first

  Rank rank_of(const Entry& entry) const;
  Status take_in_new();
  Status look_at(const std::string& key);  // requires that all needs of the unit have ended
  Status end(const std::string& key, State state, const std::string& reason);
  uint64_t cells_to_come() const;

  const RunFolder& folder_;
  const Provenance& provenance_;
  Plan& plan_;
  Options options_;
  UnitWarnings warnings_;
  std::map<std::string, Entry> entries_;                     // by key
  std::map<std::string, std::vector<std::string>> waiting_;  // by key of a need: the units that wait for it
  std::map<Rank, std::string> ready_;
  uint64_t cells_ = 0;  // in the plan
  RunProgress progress_;
  ShowProgress show_;
  bool drawn_reported_ = false;
};

}  // namespace standfast
