// Addresses of http and https, the targets of redirects, and the proxy for an address.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "standfast/base/environment.h"
#include "standfast/base/result.h"

namespace standfast {

struct HttpAddress {
  std::string origin;  // "https://host:port", in small letters; the port only where it was given
  std::string
      target;  // path and query, as they are sent: "/v1/models?a=b"; "" where nothing follows the host
  bool secret = false;  // https, or a host that is this machine: the data cannot be read on the way
};

// The error in an address.
struct AddressFlaw {
  enum class Kind { scheme, password, host, port };
  Kind kind = Kind::scheme;
  std::string what;  // follows the name of the address: "is not an http or https address"; shows no password
};

// Returns whether the host is this machine: localhost, 127.0.0.0/8, ::1.
bool is_on_this_machine(const HttpAddress& address);

// Parses an address. The part behind a "#" is left out. Bytes that no request may hold (blanks, line breaks,
// quotes ...) are encoded in the target.
tl::expected<HttpAddress, AddressFlaw> http_address(std::string_view url);

// Resolves a header Location against the address that was asked: it may be a whole address or a part of one.
tl::expected<HttpAddress, AddressFlaw> led_to(const HttpAddress& asked, std::string_view location);

// Encodes the text as one part of a path (with kept = "/": as several): every character except letters,
// digits, "-._~" and `kept` becomes %XX.
std::string percent_encoded(std::string_view text, std::string_view kept = "");

// The proxy that the environment names, by the variables that other programs heed: https_proxy, http_proxy,
// all_proxy and no_proxy, in small or big letters.
struct HttpProxy {
  std::string host;
  int port = 0;
};

// Returns the proxy for an address; nothing where it is reached without one: this machine, and hosts that
// no_proxy names (the host itself, its ending, or "*"). A usage error for a proxy of another kind (https,
// socks) or with a password: the library sends it to others, too.
Result<std::optional<HttpProxy>> proxy_for(const HttpAddress& address, const Environment& environment);

}  // namespace standfast
