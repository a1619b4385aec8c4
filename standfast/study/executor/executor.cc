#include "standfast/study/executor/executor.h"

#include <fmt/format.h>

#include "standfast/base/granted_devices.h"
#include "standfast/base/memory.h"
#include "standfast/study/executor/device_slots.h"

namespace standfast {

Failure asks_for_too_much(size_t ready, const Resources& all) {
  return fail(
      ErrorKind::missing,
      fmt::format("{} unit{} ask{} for more than there is here ({} processors, {} of memory, {} devices)",
                  ready, ready == 1 ? "" : "s", ready == 1 ? "s" : "", all.cores, shown_bytes(all.memory),
                  all.devices));
}

Status InProcessExecutor::run(UnitQueue& queue) {
  DeviceSlots slots(options_.devices);
  while (const auto unit = queue.take(all_)) {
    if (options_.interrupted && options_.interrupted()) return fail(ErrorKind::interrupted, "interrupted");
    const auto places = slots.take(unit->resources.devices);
    grant_devices(slots.names_of(places));
    const Status done = do_unit_(*unit, all_.cores, *options_.sink);
    grant_devices({});
    slots.give_back(places);
    SF_TRY(queue.finished(
        *unit, done ? UnitOutcome{true, false, ""} : UnitOutcome{false, false, done.error().message}));
  }
  return queue.ready() > 0 ? Status(asks_for_too_much(queue.ready(), all_)) : Status();
}

}  // namespace standfast
