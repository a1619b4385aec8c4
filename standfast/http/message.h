// What goes to a server by HTTP and what comes back, without the library that carries it. So whatever reads answers is
// tested without a server.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "standfast/http/address.h"

namespace standfast {

struct HttpRequest {
  std::string method = "GET";
  HttpAddress address;
  std::vector<std::pair<std::string, std::string>> headers = {};
  std::string body = {};
};

// What stands before the body of an answer.
struct HttpHead {
  int status = 0;
  std::vector<std::pair<std::string, std::string>> headers = {};
  // The first of this name (big and small letters are one), or "".
  std::string_view header(std::string_view name) const;
};

// Who takes an answer as it comes. false: no more of it is wanted.
struct HttpTaker {
  std::function<bool(const HttpHead&)> head;    // before the body; not asked where there can be none (HEAD)
  std::function<bool(std::string_view)> bytes;  // of the body
};

// Why there is no answer, or not all of it.
struct HttpTrouble {
  enum class Kind {
    stopped,        // somebody wanted to stop
    late,           // not whole in time
    no_answer,      // no connection within the time for one
    unreached,      // nobody answers at the address, or there is no such host
    broken,         // the connection broke, or was silent for too long
    not_encrypted,  // no encrypted connection: the certificate, say
    unwanted,       // the taker wanted no more
    other,
  };
  Kind kind = Kind::other;
  std::string said = {};  // by the library that carries it
};

// One request and its answer. The seam between what reads answers and the network.
using HttpTransport =
    std::function<tl::expected<HttpHead, HttpTrouble>(const HttpRequest&, const HttpTaker&)>;

// Seconds that a header Retry-After asks for; 0: none, or a date, for which the own waits do.
double seconds_of_retry_after(std::string_view retry_after);

}  // namespace standfast
