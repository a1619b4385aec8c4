// Addresses of http and https, and where a server sends a client on to.
#pragma once

#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace standfast {

struct HttpAddress {
  std::string origin;  // "https://host:port", in small letters; the port only where it was given
  std::string
      target;  // path and query, as they are sent: "/v1/models?a=b"; "" where nothing follows the host
  bool secret = false;  // https, or a host that is this machine: nobody on the way reads what is sent
};

// What is wrong with an address.
struct AddressFlaw {
  enum class Kind { scheme, password, host, port };
  Kind kind = Kind::scheme;
  std::string what;  // follows the name of the address: "is no http or https address"; shows no password
};

// Returns whether the host is this machine: localhost, 127.0.0.0/8, ::1.
bool is_on_this_machine(const HttpAddress& address);

// What stands behind a "#" is left out. Bytes that no request may hold (blanks, line breaks, quotes ...) are encoded in the
// target.
tl::expected<HttpAddress, AddressFlaw> http_address(std::string_view url);

// Where a header Location leads from the address that was asked: it may be a whole address or a part of one.
tl::expected<HttpAddress, AddressFlaw> led_to(const HttpAddress& asked, std::string_view location);

// The text as one part of a path (with kept = "/": as several): what is no letter, digit or one of "-._~" and of `kept`
// as %XX.
std::string percent_encoded(std::string_view text, std::string_view kept = "");

}  // namespace standfast
