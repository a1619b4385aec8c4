#include "standfast/hub/patience.h"

#include <algorithm>

#include <fmt/format.h>

namespace standfast {
namespace {

constexpr int kMostTries = 5;
constexpr double kFirstWait = 1, kLongestWait = 300;  // seconds

}  // namespace

Status Patience::after(const HubFailure& failure, bool progressed) {
  if (progressed) failures_ = 0;
  ++failures_;
  // A longer wait is for the user to take.
  if (!failure.passing || failures_ >= kMostTries || failure.wait > kLongestWait)
    return Failure(failure.error);
  const double seconds = std::max(failure.wait, kFirstWait * (1 << (failures_ - 1)));
  sink_.info(fmt::format("{}; again in {:.0f} s", failure.error.message, seconds));
  if (!wait_(seconds)) return fail(ErrorKind::interrupted, "interrupted");
  return {};
}

}  // namespace standfast
