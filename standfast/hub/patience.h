// When a request that failed is sent again.
#pragma once

#include <functional>

#include "standfast/base/sink.h"
#include "standfast/hub/failure.h"

namespace standfast {

// Waits so many seconds; false: somebody wants to stop.
using Wait = std::function<bool(double seconds)>;

// Several tries, each after a longer wait. What makes progress may go on for ever.
class Patience {
 public:
  Patience(Wait wait, Sink& sink) : wait_(std::move(wait)), sink_(sink) {}

  // After a failure: waits, and the request may be sent again; or the error, where that is of no use. progressed: something
  // came before it failed.
  Status after(const HubFailure& failure, bool progressed = false);

 private:
  Wait wait_;
  Sink& sink_;
  int failures_ = 0;  // in a row
};

}  // namespace standfast
