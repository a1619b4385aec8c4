// A model over real connections: two servers on this machine, the hub and the one that has its large files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

// Answers for the hub, or for the other server.
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
      // The library would cut a range out of any other body by itself.
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
            url + " is not reached; is there a network, and is its address (HF_ENDPOINT) right?");
  EXPECT_EQ(waits, 0) << "waiting makes no network";
}

}  // namespace
}  // namespace standfast
