// Executors: what does units of work, somewhere. All share one interface, so that a run does not know where.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "standfast/base/sink.h"
#include "standfast/study/plan/unit.h"

namespace standfast {

struct UnitOutcome {
  bool ok = false;
  bool crashed = false;  // whoever did it died: nobody has recorded the failure yet
  std::string reason;
};

// Units in an order in which they can be done. An executor takes one whenever it has room, and says how it
// ended; then others may become ready.
class UnitQueue {
 public:
  virtual ~UnitQueue() = default;
  // A unit that can be done now and asks for no more than is free; nothing: none at the moment.
  virtual std::optional<Unit> take(const Resources& free) = 0;
  // How many units could be taken now, whatever they ask for.
  virtual size_t ready() const = 0;
  // An error here stops the executor.
  virtual Status finished(const Unit& unit, const UnitOutcome& outcome) = 0;
};

class Executor {
 public:
  virtual ~Executor() = default;
  // Until nothing is left to take and nothing is under way. A unit that fails is told to the queue and is no
  // error here. Errors: the queue's own, interruption, a worker that cannot start, a unit that asks for more
  // than there is.
  virtual Status run(UnitQueue& queue) = 0;
};

// Does a unit; records its failures itself.
using DoUnit = std::function<Status(const Unit&, int threads, Sink& sink)>;

struct ExecutorOptions {
  std::function<bool()> interrupted;  // asked often; true stops all
  Sink* sink = &null_sink();
};

// Does units in this process, one after the other, each with all threads. A crash ends everything.
class InProcessExecutor final : public Executor {
 public:
  InProcessExecutor(DoUnit do_unit, Resources all, ExecutorOptions options)
      : do_unit_(std::move(do_unit)), all_(all), options_(std::move(options)) {}
  Status run(UnitQueue& queue) override;

 private:
  DoUnit do_unit_;
  Resources all_;
  ExecutorOptions options_;
};

// What an executor says of a unit that no room will ever be enough for.
Failure asks_for_too_much(size_t ready, const Resources& all);

}  // namespace standfast
