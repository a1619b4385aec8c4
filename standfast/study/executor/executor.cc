#include "standfast/study/executor/executor.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "standfast/base/child_program.h"
#include "standfast/base/memory.h"
#include "standfast/base/parallel.h"
#include "standfast/study/executor/device_slots.h"

namespace standfast {

Failure asks_for_too_much(size_t ready, const Resources& all) {
  return fail(
      ErrorKind::missing,
      fmt::format("{} unit{} ask{} for more than this machine has ({} processors, {} of memory, {} devices)",
                  ready, ready == 1 ? "" : "s", ready == 1 ? "s" : "", all.cores, shown_bytes(all.memory),
                  all.devices));
}

namespace {

// Passes progress and warnings of a unit to the queue, and everything else to a sink.
class UnitSink final : public Sink {
 public:
  UnitSink(const Unit& unit, UnitQueue& queue, Sink& next) : unit_(unit), queue_(queue), next_(next) {}
  void log(Level level, std::string_view line) override {
    if (level == Level::warning) return queue_.warned(unit_, line);
    next_.log(level, line);
  }
  void progress(std::string_view what, uint64_t done, uint64_t total) override {
    queue_.advanced(unit_, what, done, total);
  }

 private:
  const Unit& unit_;
  UnitQueue& queue_;
  Sink& next_;
};

}  // namespace

Status InProcessExecutor::run(UnitQueue& queue) {
  DeviceSlots slots(options_.devices);
  while (const auto unit = queue.take(all_)) {
    if (options_.interrupted && options_.interrupted()) return fail(ErrorKind::interrupted, "interrupted");
    const auto places = slots.take(unit->resources.devices);
    grant_devices(slots.names_of(places));
    UnitSink sink(*unit, queue, *options_.sink);
    const Status done = do_unit_(*unit, all_.cores, sink);
    grant_devices({});
    slots.give_back(places);
    SF_TRY(queue.finished(
        *unit, done ? UnitOutcome{true, false, ""} : UnitOutcome{false, false, done.error().message}));
  }
  return queue.ready() > 0 ? Status(asks_for_too_much(queue.ready(), all_)) : Status();
}

Result<Resources> resources_here(uint64_t memory, const MostMemory& most) {
  Resources here{.cores = available_threads(), .memory = memory};
  if (memory > 0) {
    if (most.bytes <= memory) return here;
    return missing_error(fmt::format("--memory: {} is less than {} need ({})", shown_bytes(memory), most.who,
                                     shown_bytes(most.bytes)));
  }
  here.memory = machine_memory().available;
  if (here.memory == 0) here.memory = std::numeric_limits<uint64_t>::max();
  here.memory = std::max(here.memory, most.bytes);
  return here;
}

}  // namespace standfast
