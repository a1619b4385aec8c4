// Failures of requests to the hub, as the user should see them, with the prospects of a retry.
#pragma once

#include <functional>
#include <string>

#include <tl/expected.hpp>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/http/message.h"

namespace standfast {

// The request, for the message.
struct AskedOfHub {
  std::string server, model, revision, file = {};  // file "": the listing
  bool with_token = false;
};

struct HubFailure {
  Error error;
  bool passing = false;  // busy, or the connection broke
  double wait = 0;       // seconds that the server asks to wait; 0: none given
};
template <class T>
using FromHub = tl::expected<T, HubFailure>;
inline tl::unexpected<HubFailure> hub_failure(Failure failure, bool passing = false, double wait = 0) {
  return tl::unexpected(HubFailure{std::move(failure).value(), passing, wait});
}

// Returns the failure for an answer with a status other than success.
tl::unexpected<HubFailure> refused_by_hub(const HttpHead& head, const AskedOfHub& asked);
// Returns the failure for a missing answer.
tl::unexpected<HubFailure> unanswered_by_hub(const HttpTrouble& trouble, const AskedOfHub& asked);

// Retries of failed requests.

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
