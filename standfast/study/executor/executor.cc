#include "standfast/study/executor/executor.h"

#include <fmt/format.h>

#include "standfast/base/memory.h"

namespace standfast {

Failure asks_for_too_much(size_t ready, const Resources& all) {
  return fail(
      ErrorKind::missing,
      fmt::format("{} unit{} ask{} for more than there is here ({} processors, {} of memory, {} devices)",
                  ready, ready == 1 ? "" : "s", ready == 1 ? "s" : "", all.cores, shown_bytes(all.memory),
                  all.devices));
}

Status InProcessExecutor::run(UnitQueue& queue) {
  while (const auto unit = queue.take(all_)) {
    if (options_.interrupted && options_.interrupted()) return fail(ErrorKind::interrupted, "interrupted");
    const Status done = do_unit_(*unit, all_.cores, *options_.sink);
    SF_TRY(queue.finished(
        *unit, done ? UnitOutcome{true, false, ""} : UnitOutcome{false, false, done.error().message}));
  }
  return queue.ready() > 0 ? Status(asks_for_too_much(queue.ready(), all_)) : Status();
}

}  // namespace standfast
