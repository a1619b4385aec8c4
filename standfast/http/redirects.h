// Following a server that sends on to another address, without telling a stranger the key.
#pragma once

#include <string>

#include "standfast/http/message.h"

namespace standfast {

inline constexpr int kMostRedirects = 5;

// An answer that is no redirect, and where it came from.
struct HttpAnswer {
  HttpHead head;
  HttpAddress address;
};

struct RedirectRules {
  std::string key =
      {};  // sent as a bearer token to the server that is asked first, and to no other; "": none is
  // Whether a redirect to another server is followed. Else it is the answer.
  bool to_others = true;
};

// Never from an encrypted address to one that is not, and never from another machine to this one. A refused redirect is a trouble of kind
// `other`, and what it says begins with "the server".
tl::expected<HttpAnswer, HttpTrouble> follow_redirects(const HttpTransport& transport, HttpRequest request,
                                                       const HttpTaker& taker, const RedirectRules& rules);

}  // namespace standfast
