// Executors: they do units of work. All have one interface, so a run does not depend on where its units are
// done.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/study/plan/plan.h"
#include "standfast/study/plan/unit.h"

namespace standfast {

struct UnitOutcome {
  bool ok = false;
  bool crashed = false;  // the process that did it died; the failure is not recorded yet
  std::string reason;
};

// Units in an order in which they can be done. An executor takes a unit whenever it has room, and reports how
// it ended. Then other units may become ready.
class UnitQueue {
 public:
  virtual ~UnitQueue() = default;
  // Takes a unit that can be done now and asks for no more than is free. Nothing if there is none at the
  // moment.
  virtual std::optional<Unit> take(const Resources& free) = 0;
  // Returns how many units could be taken now, regardless of the resources they ask for.
  virtual size_t ready() const = 0;
  // Receives the progress of a unit that was taken: `what` has done `done` of `total` steps. Thread-safe.
  virtual void advanced(const Unit& unit, std::string_view what, uint64_t done, uint64_t total) {
    (void)unit, (void)what, (void)done, (void)total;
  }
  // Receives a warning of a unit. Thread-safe.
  virtual void warned(const Unit& unit, std::string_view line) { (void)unit, (void)line; }
  // Receives the outcome of a unit. An error stops the executor.
  virtual Status finished(const Unit& unit, const UnitOutcome& outcome) = 0;
};

class Executor {
 public:
  virtual ~Executor() = default;
  // Does the units of the queue. Returns when nothing is left to take and nothing is being done. A failed
  // unit is reported to the queue and is not an error here. Errors: an error of the queue, interruption, a
  // worker that cannot start, a unit that asks for more than there is.
  virtual Status run(UnitQueue& queue) = 0;
};

// Does a unit, and records the unit's failure itself.
using DoUnit = std::function<Status(const Unit&, int threads, Sink& sink)>;

struct ExecutorOptions {
  // Names of the devices that units may have (device_slots.h). The programs of a unit are told the names of
  // their devices (base/child_program.h).
  std::vector<std::string> devices;
  std::function<bool()> interrupted;  // called often; true stops everything
  double grace = 0;  // seconds for units to save their state when they are stopped; 0: workers are killed
  Sink* sink = &null_sink();
};

// Does units in this process, one after the other, each with all threads. A crash ends the whole run.
class InProcessExecutor final : public Executor {
 public:
  InProcessExecutor(DoUnit do_unit, Resources all, ExecutorOptions options)
      : do_unit_(std::move(do_unit)), all_(all), options_(std::move(options)) {
    all_.devices = static_cast<int>(options_.devices.size());
  }
  Status run(UnitQueue& queue) override;

 private:
  DoUnit do_unit_;
  Resources all_;
  ExecutorOptions options_;
};

// Returns the error for units that ask for more than there will ever be.
Failure asks_for_too_much(size_t ready, const Resources& all);

// Returns the resources of this machine: all processors, and the memory that may be used. memory: bytes that
// the user allows; 0: the memory available now, and at least the need of the largest unit, because the system
// may find room for it. A missing error if the user allows less than that.
Result<Resources> resources_here(uint64_t memory, const MostMemory& most);

}  // namespace standfast
