// Following of redirects to other addresses, without giving the key to another server.
#pragma once

#include <string>

#include "standfast/http/message.h"

namespace standfast {

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
