// Failures of requests to the hub, as the user should see them, with the prospects of a retry.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "standfast/base/result.h"
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

}  // namespace standfast
