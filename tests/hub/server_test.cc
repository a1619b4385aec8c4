// Tests of pulling a model over real connections, with two servers on this machine: the hub, and the server
// that has its large files.
#include <atomic>
#include <chrono>
#include <thread>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "standfast/base/file.h"
#include "standfast/http/client.h"
#include "standfast/hub/cache.h"
#include "standfast/hub/pull.h"
#include "tests/support/data.h"
#include "tests/support/fake_hub.h"
#include "tests/support/loopback_server.h"
#include "tests/support/streams.h"

namespace standfast {
namespace {

using testing::FakeHub;
using testing::LoopbackServer;
using testing::TemporaryFolder;

// Returns the handlers of the hub, or of the other server.
auto answers(FakeHub& hub, std::string FakeHub::*origin) {
  return [&hub, origin](httplib::Server& server) {
    server.Get(".*", [&hub, origin](const httplib::Request& asked, httplib::Response& response) {
      const auto reply =
          hub.answer({asked.method, hub.*origin, asked.target, asked.get_header_value("Authorization"),
                      asked.get_header_value("Range")});
      response.status = reply.status;
      const std::string type = "application/octet-stream";
      for (const auto& [name, value] : reply.headers)
        if (name != "Content-Length" && name != "Content-Type") response.set_header(name, value);
      // From any other body the library would cut the range itself.
      if (!asked.ranges.empty())
        return response.set_chunked_content_provider(
            type, [body = reply.body](size_t, httplib::DataSink& sink) {
              const bool written = sink.write(body.data(), body.size());
              sink.done();
              return written;
            });
      if (!reply.cut) return response.set_content(reply.body, type);
      response.set_content_provider(
          reply.body.size(), type,
          [body = reply.body, cut = *reply.cut](size_t at, size_t, httplib::DataSink& sink) {
            if (at >= cut) return false;
            return sink.write(body.data() + at, std::min<size_t>(cut - at, 1'000));
          });
    });
  };
}

TEST(PullFromAServer, ContinuesAfterACutAndKeepsTheTokenFromTheOther) {
  FakeHub hub;
  int cuts = 0;
  hub.spoil = [&](const FakeHub::Request& request, FakeHub::Reply& reply) {
    if (request.origin == hub.elsewhere && request.range.empty() && cuts++ == 0) reply.cut = 20'000;
  };
  const LoopbackServer other(answers(hub, &FakeHub::elsewhere)), own(answers(hub, &FakeHub::origin));
  hub.elsewhere = other.url();
  hub.origin = own.url();
  const TemporaryFolder folder;
  const HubSettings settings{
      .cache = folder.path(), .endpoint = *http_address(own.url()), .token = "hf_s3cret"};
  testing::ListeningSink sink;
  const auto pulled = pull(
      {.model = hub.model}, settings,
      {http_transport({}, process_environment(), [] { return false; }), [](double) { return true; }, sink});
  ASSERT_TRUE(pulled) << pulled.error().message;
  for (const auto& file : pulled->files)
    EXPECT_EQ(read_plain_file(pulled->folder + "/" + file.name).value(), hub.files.at(file.name));
  EXPECT_EQ(cuts, 1);
  bool continued = false;
  for (const auto& request : hub.requests()) {
    EXPECT_EQ(request.token, request.origin == hub.origin ? "Bearer hf_s3cret" : "") << request.target;
    if (request.origin == hub.elsewhere) {
      EXPECT_THAT(request.target, ::testing::EndsWith(FakeHub::kSigned))
          << "a signed address is sent as it is";
      continued |= request.range == "bytes=20000-";
    }
  }
  EXPECT_TRUE(continued);
}

// A server that sends the head of an answer piece by piece, without end.
class EndlessHead {
 public:
  EndlessHead(std::string piece, std::chrono::milliseconds pause) {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const shown = reinterpret_cast<sockaddr*>(&address);
    EXPECT_EQ(::bind(listener_, shown, size), 0);
    EXPECT_EQ(::listen(listener_, 8), 0);
    EXPECT_EQ(::getsockname(listener_, shown, &size), 0);
    url_ = fmt::format("http://127.0.0.1:{}", ntohs(address.sin_port));
    thread_ = std::jthread([this, piece = std::move(piece), pause] {
      for (int client; (client = ::accept(listener_, nullptr, nullptr)) >= 0; ::close(client)) {
        client_ = client;
        const std::string begin = "HTTP/1.1 200 OK\r\n";
        ::send(client, begin.data(), begin.size(), MSG_NOSIGNAL);
        for (ssize_t n = 1; n > 0; std::this_thread::sleep_for(pause)) {
          n = ::send(client, piece.data(), piece.size(), MSG_NOSIGNAL);
          if (n > 0) sent_ += static_cast<uint64_t>(n);
        }
      }
    });
  }
  ~EndlessHead() {
    ::shutdown(listener_, SHUT_RDWR);
    ::shutdown(client_, SHUT_RDWR);  // it may wait for a client that no longer reads
    thread_.join();
    ::close(listener_);
  }
  const std::string& url() const { return url_; }
  uint64_t sent() const { return sent_; }

 private:
  int listener_ = -1;
  std::string url_;
  std::atomic<int> client_ = -1;
  std::atomic<uint64_t> sent_ = 0;
  std::jthread thread_;
};

// The lines of such a head would fill the memory, or keep the program for ever.
TEST(PullFromAServer, AHeadWithoutEndIsCutOff) {
  const auto message = [](const EndlessHead& server, HttpLimits limits) {
    const TemporaryFolder folder;
    const auto pulled =
        pull({.model = "a/b"}, {.cache = folder.path(), .endpoint = *http_address(server.url())},
             {http_transport(limits, process_environment(), [] { return false; }),
              [](double) { return true; }, null_sink()});
    return pulled ? "fine" : pulled.error().message;
  };
  const EndlessHead flood("X-Line: " + std::string(400, 'x') + "\r\n", std::chrono::milliseconds(0));
  EXPECT_THAT(message(flood, {}), ::testing::HasSubstr("is longer than 64 KiB"));
  const EndlessHead drip("X-Line: x\r\n", std::chrono::milliseconds(20));
  EXPECT_THAT(message(drip, {.head = 0.3}), ::testing::HasSubstr("silent for too long"));
  EXPECT_LT(drip.sent(), 100'000U);
}

TEST(PullFromAServer, NobodyThereIsSaid) {
  std::string url;
  {
    const LoopbackServer gone([](httplib::Server&) {});
    url = gone.url();
  }
  const TemporaryFolder folder;
  int waits = 0;
  const auto pulled = pull({.model = "a/b"}, {.cache = folder.path(), .endpoint = *http_address(url)},
                           {http_transport({}, process_environment(), [] { return false; }),
                            [&](double) {
                              ++waits;
                              return true;
                            },
                            null_sink()});
  ASSERT_FALSE(pulled);
  EXPECT_EQ(pulled.error().kind, ErrorKind::missing);
  EXPECT_EQ(pulled.error().message,
            url + " cannot be reached; is there a network, and is its address (HF_ENDPOINT) right?");
  EXPECT_EQ(waits, 0) << "waiting makes no network";
}

}  // namespace
}  // namespace standfast
