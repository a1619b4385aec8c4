// Requests and answers of HTTP, without the library that carries them. So readers of answers are tested
// without a server.
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

// The head of an answer: everything before its body.
struct HttpHead {
  int status = 0;
  std::vector<std::pair<std::string, std::string>> headers = {};
  // Returns the first header of this name (big and small letters are one), or "".
  std::string_view header(std::string_view name) const;
};

// A consumer of an answer as it comes. Returns false when it wants no more of the answer.
struct HttpTaker {
  std::function<bool(const HttpHead&)> head;    // before the body; not asked where there can be none (HEAD)
  std::function<bool(std::string_view)> bytes;  // called with the body
};

// The reason why there is no answer, or not all of it.
struct HttpTrouble {
  enum class Kind {
    stopped,        // stopped on request
    late,           // not whole in time
    no_answer,      // no connection within the time for one
    unreached,      // no answer at the address, or no such host
    broken,         // the connection broke, or was silent for too long
    not_encrypted,  // no encrypted connection: the certificate, say
    unwanted,       // the taker wanted no more
    other,
  };
  Kind kind = Kind::other;
  std::string said = {};  // the message of the library that carries it
};

// A function that sends one request and returns its answer. The seam between readers of answers and the
// network.
using HttpTransport =
    std::function<tl::expected<HttpHead, HttpTrouble>(const HttpRequest&, const HttpTaker&)>;

// Returns the seconds that a header Retry-After asks for; 0: none, or a date, which the caller's own waiting
// times replace.
double seconds_of_retry_after(std::string_view retry_after);

// Following of redirects to other addresses, without giving the key to another server.

inline constexpr int kMostRedirects = 5;

// An answer that is no redirect, and the address it came from.
struct HttpAnswer {
  HttpHead head;
  HttpAddress address;
};

struct RedirectRules {
  std::string key =
      {};  // sent as a bearer token to the server that is asked first, and to no other; "": none is
  // True if a redirect to another server is followed. Otherwise the redirect is the answer.
  bool to_others = true;
};

// Follows redirects, but never from an encrypted address to one that is not, and never from another machine
// to this one. A refused redirect is a trouble of kind `other`, and its message begins with "the server".
tl::expected<HttpAnswer, HttpTrouble> follow_redirects(const HttpTransport& transport, HttpRequest request,
                                                       const HttpTaker& taker, const RedirectRules& rules);

}  // namespace standfast
