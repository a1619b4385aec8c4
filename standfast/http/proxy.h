// The proxy that the environment names, by the variables that other programs heed: https_proxy, http_proxy,
// all_proxy and no_proxy, in small or big letters.
#pragma once

#include <optional>
#include <string>

#include "standfast/base/environment.h"
#include "standfast/base/result.h"
#include "standfast/http/address.h"

namespace standfast {

struct HttpProxy {
  std::string host;
  int port = 0;
};

// Returns the proxy for an address; nothing where it is reached without one: this machine, and hosts that
// no_proxy names (the host itself, its ending, or "*"). A usage error for a proxy of another kind (https,
// socks) or with a password: the library sends it to others, too.
Result<std::optional<HttpProxy>> proxy_for(const HttpAddress& address, const Environment& environment);

}  // namespace standfast
