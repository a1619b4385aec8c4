#include "standfast/http/client.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include <httplib.h>

#include "standfast/http/bytes_read.h"
#include "standfast/http/trust.h"

namespace standfast {
namespace {

// A watch over a request under way: it breaks the connection when its time is over, or when a stop is asked
// for. The time limits of the library are for each read, and a server that sends a byte now and then would
// keep them for ever.
class Watch {
 public:
  // socket: the connection's, -1 while there is none.
  Watch(httplib::Client& client, const HttpLimits& limits, const std::atomic<int>& socket,
        const std::function<bool()>& stop) {
    try {
      thread_ = std::jthread([this, &client, &limits, &socket, &stop](const std::stop_token& done) {
        watch(done, client, limits, socket, stop);
      });
    } catch (const std::exception&) {
      // The system gives no thread. Then the limits of the library hold.
    }
  }
  void head_is_whole() { head_ = true; }
  bool late() const { return late_; }
  bool stopped() const { return stopped_; }
  bool endless_head() const { return endless_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr uint64_t kBuffered = uint64_t{64} << 10;  // part of a body, or of TLS, read with a head

  void watch(const std::stop_token& done, httplib::Client& client, const HttpLimits& limits,
             const std::atomic<int>& socket, const std::function<bool()>& stop) {
    const auto begin = Clock::now();
    const int at_first = socket;
    const uint64_t before = at_first < 0 ? 0 : bytes_read_from(at_first).value_or(0);
    std::unique_lock lock(mutex_);
    while (!done.stop_requested()) {
      const double passed = std::chrono::duration<double>(Clock::now() - begin).count();
      late_ = (limits.whole > 0 && passed >= limits.whole) ||
              (limits.head > 0 && passed >= limits.head && !head_);
      stopped_ = stop();
      const int now = socket;
      // The count first: a head that became whole meanwhile has set its mark.
      const uint64_t came = now < 0 ? 0 : bytes_read_from(now).value_or(0);
      endless_ = came > (now == at_first ? before : 0) + kMostOfHead + kBuffered && !head_;
      if (late_ || stopped_ || endless_) return client.stop();
      wake_.wait_for(lock, done, std::chrono::milliseconds(20), [] { return false; });
    }
  }

  std::atomic<bool> late_ = false, stopped_ = false, endless_ = false, head_ = false;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;  // the last: it uses the others
};

HttpTrouble trouble_of(httplib::Error error) {
  using Kind = HttpTrouble::Kind;
  HttpTrouble trouble{Kind::other, httplib::to_string(error)};
  switch (error) {
    case httplib::Error::ConnectionTimeout:
      trouble.kind = Kind::no_answer;
      break;
    case httplib::Error::Connection:
    case httplib::Error::BindIPAddress:
      trouble.kind = Kind::unreached;
      break;
    case httplib::Error::Read:
    case httplib::Error::Write:
      trouble.kind = Kind::broken;
      break;
    case httplib::Error::SSLConnection:
    case httplib::Error::SSLLoadingCerts:
    case httplib::Error::SSLServerVerification:
      trouble.kind = Kind::not_encrypted;
      break;
    default:
      break;
  }
  return trouble;
}

constexpr bool kDecodesLocation = std::string_view(CPPHTTPLIB_VERSION).starts_with("0.11.") ||
                                  std::string_view(CPPHTTPLIB_VERSION).starts_with("0.10.");

// Encodes the query of a redirect again. Before 0.12 the library decodes the values of all headers, also an
// address, in which "%2F" is not "/" and which may be signed. It is written again as clients write queries
// (URL Standard, 5.2): all but letters, digits, "*-._~" and "+" as %XX, and the first "=" of each part as it
// is. Addresses of the hub come out as they were.
std::string encoded_again(std::string_view location) {
  constexpr std::string_view kInQuery = "*+", kInPath = "/:@!$&'()*+,;=[]";
  const size_t question = std::min(location.find('?'), location.size());
  std::string out = percent_encoded(location.substr(0, question), kInPath);
  for (size_t begin = question; begin < location.size();) {
    const size_t end = std::min(location.find('&', begin + 1), location.size());
    const std::string_view part = location.substr(begin + 1, end - begin - 1);
    const size_t equals = std::min(part.find('='), part.size());
    out += location[begin] + percent_encoded(part.substr(0, equals), kInQuery);
    if (equals < part.size()) out += "=" + percent_encoded(part.substr(equals + 1), kInQuery);
    begin = end;
  }
  return out;
}

bool is_location(std::string name) {
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name == "location";
}

HttpHead head_of(const httplib::Response& response) {
  HttpHead head{response.status};
  for (const auto& [name, value] : response.headers)
    head.headers.emplace_back(name, kDecodesLocation && is_location(name) ? encoded_again(value) : value);
  return head;
}

time_t whole_seconds(double seconds) {
  return static_cast<time_t>(std::ceil(seconds));
}

}  // namespace

struct HttpClient::State {
  State(const std::string& origin, const HttpLimits& given) : client(origin), limits(given) {}
  httplib::Client client;
  HttpLimits limits;
  std::atomic<int> socket = -1;
};

HttpClient::HttpClient(const std::string& origin, const HttpLimits& limits,
                       const std::optional<HttpProxy>& proxy)
    : state_(std::make_unique<State>(origin, limits)) {
  httplib::Client& client = state_->client;
  if (!client.is_valid()) return;
  prepare_host_names();
  if (const auto trusted = trusted_certificates(process_environment()); !trusted.by_default)
    client.set_ca_cert_path(trusted.file.c_str());
  client.set_connection_timeout(whole_seconds(limits.connect));
  client.set_read_timeout(whole_seconds(limits.silence));
  client.set_write_timeout(whole_seconds(limits.silence));
  client.set_socket_options([&socket = state_->socket](socket_t made) {
    httplib::default_socket_options(made);
    socket = made;
  });
  client.set_keep_alive(true);
  client.set_tcp_nodelay(true);       // else every answer waits for a delayed acknowledgement
  client.set_follow_location(false);  // a key must not follow
  client.set_url_encode(false);       // the address is as it is sent
  if (proxy) client.set_proxy(proxy->host, proxy->port);
}
HttpClient::HttpClient(HttpClient&&) noexcept = default;
HttpClient& HttpClient::operator=(HttpClient&&) noexcept = default;
HttpClient::~HttpClient() = default;

bool HttpClient::is_valid() const {
  return state_->client.is_valid();
}

tl::expected<HttpHead, HttpTrouble> HttpClient::send(const HttpRequest& asked, const HttpTaker& taker,
                                                     const std::function<bool()>& stop) {
  httplib::Request request;
  request.method = asked.method;
  request.path = asked.address.target.starts_with('/') ? asked.address.target : "/" + asked.address.target;
  request.body = asked.body;
  for (const auto& [name, value] : asked.headers) request.headers.emplace(name, value);
  bool unwanted = false;
  Watch watch(state_->client, state_->limits, state_->socket, stop);
  request.response_handler = [&](const httplib::Response& response) {
    watch.head_is_whole();
    unwanted = taker.head && !taker.head(head_of(response));
    return !unwanted;
  };
  request.content_receiver = [&](const char* data, size_t n, uint64_t, uint64_t) {
    unwanted = taker.bytes && !taker.bytes({data, n});
    return !unwanted;
  };
  const auto got = state_->client.send(request);
  if (got) return head_of(*got);
  if (watch.stopped()) return tl::unexpected(HttpTrouble{HttpTrouble::Kind::stopped});
  if (watch.endless_head())
    return tl::unexpected(
        HttpTrouble{HttpTrouble::Kind::other, "the head of its answer is longer than 64 KiB"});
  if (watch.late()) return tl::unexpected(HttpTrouble{HttpTrouble::Kind::late});
  if (unwanted) return tl::unexpected(HttpTrouble{HttpTrouble::Kind::unwanted});
  return tl::unexpected(trouble_of(got.error()));
}

HttpTransport http_transport(const HttpLimits& limits, const Environment& environment,
                             std::function<bool()> stop) {
  const auto clients = std::make_shared<std::map<std::string, HttpClient>>();
  return [limits, environment, stop = std::move(stop), clients](
             const HttpRequest& request, const HttpTaker& taker) -> tl::expected<HttpHead, HttpTrouble> {
    const auto other = [](std::string said) {
      return tl::unexpected(HttpTrouble{HttpTrouble::Kind::other, std::move(said)});
    };
    const std::string& origin = request.address.origin;
    auto client = clients->find(origin);
    if (client == clients->end()) {
      const auto proxy = proxy_for(request.address, environment);
      if (!proxy) return other(proxy.error().message);
      client = clients->try_emplace(origin, origin, limits, *proxy).first;
    }
    if (!client->second.is_valid()) return other("no such kind of address");
    return client->second.send(request, taker, stop);
  };
}

}  // namespace standfast
