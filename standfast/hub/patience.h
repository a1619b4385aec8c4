// Retries of failed requests.
#pragma once

#include <functional>

#include "standfast/base/sink.h"
#include "standfast/hub/failure.h"

namespace standfast {

// Waits so many seconds; returns false to stop.
using Wait = std::function<bool(double seconds)>;

// A retry policy: several tries, each after a longer wait. A request that makes progress may go on for ever.
class Patience {
 public:
  Patience(Wait wait, Sink& sink) : wait_(std::move(wait)), sink_(sink) {}

  // Waits after a failure, so that the request may be sent again; or returns the error, where a retry is of
  // no use. progressed: some bytes came before the failure.
  Status after(const HubFailure& failure, bool progressed = false);

 private:
  Wait wait_;
  Sink& sink_;
  int failures_ = 0;  // in a row
};

}  // namespace standfast
