// Progress of a run: the share of its work that is done, which never falls, and the remaining time.
//
// The durations of units differ by a factor of a thousand, so units are weighed, not counted. Their weights
// are the seconds that units of their class took so far (the same corpus, condition, model; wider classes
// where none has ended). A unit under way counts by the progress that it reports ("tokens 1000 of 20000").
// The plan grows when splits are known: expected cells are weighed before they are planned. A wrong
// expectation makes the share wait, never fall. It reaches 1 when everything has ended, not before.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "standfast/base/sink.h"
#include "standfast/study/plan/unit.h"

namespace standfast {

struct RunShown {
  double share = 0;                    // share of the work that is done
  std::optional<double> seconds_left;  // nothing if too little is known
  std::string units;                   // name of the kind of units in work: "cells"
  uint64_t done = 0, all = 0;          // numbers of units of this kind; all: as far as planned
  size_t under_way = 0;                // units
  // The progress of the unit that has been under way longest, if it reports any: "tokens", 1000, 20000.
  std::string inside;
  uint64_t inside_done = 0, inside_all = 0;
};

class RunProgress {
 public:
  using Clock = std::function<double()>;   // seconds
  explicit RunProgress(Clock clock = {});  // default: the steady clock

  void plan(const Unit& unit);
  // Announces cells that will be added to the plan later.
  void expect_cells(uint64_t cells);
  void start(const Unit& unit);
  // Receives the progress of a unit under way: `what` has done `done` of `total` steps. Thread-safe.
  void advance(const Unit& unit, std::string_view what, uint64_t done, uint64_t total);
  // Ends a unit. took_time: it was done in this run; else it was there already, failed because of a need, or
  // crashed.
  void end(const Unit& unit, bool took_time);

  RunShown shown();

 private:
  struct Mean {
    double seconds = 0;
    uint64_t units = 0;
  };
  using Keys = std::array<std::string, 4>;  // names of its classes, from the narrowest to the widest
  static Keys keys_of(const Unit& unit);
  struct Class {
    const UnitKind* kind = nullptr;
    Keys keys;
    uint64_t waiting = 0;
    uint64_t idle = 0;  // units that ended without taking time
  };
  struct Running {
    Keys keys;
    double since = 0;
    std::string what;          // the stretch of work that it reports
    double stretch_since = 0;  // time when this stretch began
    uint64_t begun = 0, done = 0, total = 0;
  };
  struct Count {
    uint64_t done = 0, all = 0;
  };
  struct Guess {
    double seconds = 0;
    bool known = false;  // true if units have ended, or a unit under way has reported progress
  };

  Guess expected(const Keys& keys, double now) const;
  double left_of(const Running& running, double now) const;

  Clock clock_;
  std::mutex mutex_;
  std::map<std::string, Class> classes_;
  std::map<std::string, Mean> means_;  // by class, narrow and wide
  std::map<std::string, Running> running_;
  std::map<const UnitKind*, Count> counts_;
  uint64_t to_come_ = 0;
  double spent_ = 0;  // seconds of units that have ended
  double started_ = 0, shown_ = 0;
  size_t most_under_way_ = 1;
};

// Shows the progress of a run a few times a second.
class ShowProgress {
 public:
  // show: if empty, the sink gets the progress, as "run" in thousandths.
  ShowProgress(RunProgress& progress, std::function<void(const RunShown&)> show, Sink& sink)
      : progress_(progress), show_(std::move(show)), sink_(sink) {}

  ~ShowProgress() {  // shows the last progress
    last_ = {};
    (*this)();
  }
  ShowProgress(const ShowProgress&) = delete;
  ShowProgress& operator=(const ShowProgress&) = delete;

  // Shows the progress, unless it was shown just before. Thread-safe.
  void operator()() {
    const std::lock_guard lock(mutex_);
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::milliseconds(200)) return;
    last_ = now;
    const RunShown shown = progress_.shown();
    if (show_) return show_(shown);
    sink_.progress("run", static_cast<uint64_t>(1000 * shown.share), 1000);
  }

 private:
  RunProgress& progress_;
  std::function<void(const RunShown&)> show_;
  Sink& sink_;
  std::mutex mutex_;
  std::chrono::steady_clock::time_point last_{};
};

}  // namespace standfast
