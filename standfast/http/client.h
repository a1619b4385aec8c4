// The only code that talks to the network. It asks only servers that the user named, and follows no redirect.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "standfast/http/address.h"
#include "standfast/http/message.h"

namespace standfast {

// The size limit of the head of an answer, 64 KiB, however fast it comes; a longer one is a trouble of kind
// `other`.
inline constexpr uint64_t kMostOfHead = uint64_t{64} << 10;

struct HttpLimits {
  double connect = 10;  // seconds until there is a connection
  double silence = 30;  // seconds without a byte
  double head = 0;      // seconds until the head of an answer is whole; 0: as long as bytes come
  double whole = 0;     // seconds for one whole answer; 0: as long as bytes come
};

// A client of one server, which keeps its connection. One thread at a time.
class HttpClient {
 public:
  // Makes a client for the origin of an HttpAddress.
  HttpClient(const std::string& origin, const HttpLimits& limits,
             const std::optional<HttpProxy>& proxy = std::nullopt);
  HttpClient(HttpClient&&) noexcept;
  HttpClient& operator=(HttpClient&&) noexcept;
  ~HttpClient();

  bool is_valid() const;
  // Sends a request, whose address must have the origin of this client. stop: asked often, by another thread;
  // true ends the request.
  tl::expected<HttpHead, HttpTrouble> send(const HttpRequest& request, const HttpTaker& taker,
                                           const std::function<bool()>& stop);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Returns a transport with a client for each server, made for the first request, through the proxy that the
// environment names for it.
HttpTransport http_transport(const HttpLimits& limits, const Environment& environment,
                             std::function<bool()> stop);

}  // namespace standfast
