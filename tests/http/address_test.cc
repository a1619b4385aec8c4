// Tests of addresses, redirects of servers, and the proxy that the environment names.
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/http/message.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;

std::string shown(const tl::expected<HttpAddress, AddressFlaw>& address) {
  return address ? address->origin + " " + address->target + (address->secret ? " secret" : "")
                 : address.error().what;
}

TEST(HttpAddress, IsSplitAndMadeFitToBeSent) {
  EXPECT_EQ(shown(http_address("https://Hub.Example:8443/A?b=%2F+'#top")),
            "https://hub.example:8443 /A?b=%2F+' secret");
  EXPECT_EQ(shown(http_address("http://host/a b\r\nX: y\"")), "http://host /a%20b%0D%0AX:%20y%22");
  EXPECT_EQ(shown(http_address("http://127.0.0.1:1")), "http://127.0.0.1:1  secret");
  EXPECT_EQ(shown(http_address("http://127.0.0.1.example.org/")), "http://127.0.0.1.example.org /")
      << "a host of somebody";
  EXPECT_EQ(shown(http_address("http://[::1]:80/")), "http://[::1]:80 / secret");
  EXPECT_EQ(shown(http_address("ftp://host")), "is not an http or https address");
  EXPECT_EQ(shown(http_address("http://me:pw@host")), "holds a user name or a password");
  EXPECT_EQ(shown(http_address("http://:80")), "names no host");
  EXPECT_EQ(shown(http_address("http://host:0")), "\"0\" is not a port");
}

TEST(HttpAddress, ALocationIsWholeOrAPart) {
  const HttpAddress asked = *http_address("https://hub/a/b?c=d");
  EXPECT_EQ(shown(led_to(asked, "https://other/x")), "https://other /x secret");
  EXPECT_EQ(shown(led_to(asked, "HTTP://Other/x")), "http://other /x");
  EXPECT_EQ(shown(led_to(asked, "//other/x")), "https://other /x secret");
  EXPECT_EQ(shown(led_to(asked, "/x?y=http://z")), "https://hub /x?y=http://z secret");
  EXPECT_EQ(shown(led_to(asked, "x")), "https://hub /a/x secret");
  EXPECT_EQ(shown(led_to(asked, "javascript:x")), "is not an http or https address");
}

TEST(HttpAddress, PartsOfPathsAreEncoded) {
  EXPECT_EQ(percent_encoded("refs/pr/1 \xc3\xa9"), "refs%2Fpr%2F1%20%C3%A9");
  EXPECT_EQ(percent_encoded("1_Pooling/config.json", "/"), "1_Pooling/config.json");
}

// A chain of addresses: each redirects to the next, and the last answers.
struct Way {
  std::vector<std::string> stops;
  std::vector<std::string> seen = {};  // origin and token of each request
  tl::expected<HttpAnswer, HttpTrouble> go(const RedirectRules& rules) {
    const HttpTransport transport = [&](const HttpRequest& request,
                                        const HttpTaker& taker) -> tl::expected<HttpHead, HttpTrouble> {
      std::string token;
      for (const auto& [name, value] : request.headers)
        if (name == "Authorization") token = value;
      seen.push_back(request.address.origin + " " + token);
      const size_t at = seen.size();
      HttpHead head{200};
      if (at < stops.size()) head = {302, {{"location", stops[at]}}};
      if (taker.head && !taker.head(head)) return tl::unexpected(HttpTrouble{HttpTrouble::Kind::unwanted});
      if (taker.bytes) taker.bytes(at < stops.size() ? "moved" : "body");
      return head;
    };
    std::string body;
    auto answer = follow_redirects(transport, {.address = *http_address(stops[0])},
                                   {.head = {},
                                    .bytes =
                                        [&](std::string_view bytes) {
                                          body += bytes;
                                          return true;
                                        }},
                                   rules);
    EXPECT_EQ(body, answer && answer->head.status == 200 ? "body" : "");
    return answer;
  }
};

TEST(Redirects, TheKeyStaysAtHome) {
  Way way{{"https://hub/a", "/b", "https://cdn/c", "https://hub/d"}};
  ASSERT_TRUE(way.go({.key = "k"}));
  EXPECT_THAT(way.seen, ::testing::ElementsAre("https://hub Bearer k", "https://hub Bearer k", "https://cdn ",
                                               "https://hub "));
  Way port{{"http://127.0.0.1:1/", "http://127.0.0.1:2/"}};
  ASSERT_TRUE(port.go({.key = "k"}));
  EXPECT_EQ(port.seen[1], "http://127.0.0.1:2 ") << "another port is another server";
}

TEST(Redirects, AreRefusedWhereTheyLeadAstray) {
  const auto said = [](std::vector<std::string> stops) {
    Way way{std::move(stops)};
    const auto answer = way.go({});
    return answer ? "fine" : answer.error().said;
  };
  EXPECT_THAT(said({"https://hub/", "http://hub/"}), HasSubstr("is not encrypted"));
  for (const char* here :
       {"http://127.0.0.1/", "http://localhost:80/", "https://[::1]:2/", "https://localhost/"}) {
    EXPECT_THAT(said({"https://hub/", here}), HasSubstr("which is this machine")) << here;
    EXPECT_THAT(said({"http://hub/", here}), HasSubstr("which is this machine")) << here;
  }
  EXPECT_THAT(said({"https://127.0.0.1/", "http://127.0.0.1:1/"}), HasSubstr("is not encrypted"));
  EXPECT_EQ(said({"http://127.0.0.1/", "http://localhost:1/"}), "fine");
  EXPECT_EQ(said({"http://hub/", "http://cdn/"}), "fine");
  EXPECT_EQ(said({"https://hub/", "/1", "/2", "/3", "/4", "/5"}), "fine");
  EXPECT_THAT(said({"https://hub/", "/1", "/2", "/3", "/4", "/5", "/6"}), HasSubstr("more than 5 times"));
  EXPECT_THAT(said({"https://hub/", "file:///etc/passwd"}), HasSubstr("is not an http or https address"));
  Way stays{{"https://hub/a", "/b", "https://cdn/c"}};
  const auto answer = stays.go({.to_others = false});
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->head.status, 302);
  EXPECT_EQ(answer->address.target, "/b");
}

using Variables = std::map<std::string, std::string>;

std::string proxy(const std::string& url, const Variables& variables) {
  const auto found =
      proxy_for(*http_address(url), [&](const std::string& name) -> std::optional<std::string> {
        const auto at = variables.find(name);
        return at == variables.end() ? std::nullopt : std::optional(at->second);
      });
  if (!found) return found.error().message;
  return *found ? (*found)->host + " " + std::to_string((*found)->port) : "none";
}

TEST(Proxy, IsNamedByTheEnvironment) {
  const std::string hub = "https://hub.org/x";
  EXPECT_EQ(proxy(hub, {}), "none");
  EXPECT_EQ(proxy(hub, {{"https_proxy", "http://proxy:3128/"}}), "proxy 3128");
  EXPECT_EQ(proxy(hub, {{"HTTPS_PROXY", "proxy"}}), "proxy 80");
  EXPECT_EQ(proxy(hub, {{"http_proxy", "http://proxy:3128"}}), "none") << "for other addresses";
  EXPECT_EQ(proxy("http://hub.org", {{"http_proxy", "proxy:3128"}}), "proxy 3128");
  EXPECT_EQ(proxy(hub, {{"ALL_PROXY", "proxy:1"}}), "proxy 1");
  EXPECT_EQ(proxy("http://127.0.0.1:8000", {{"http_proxy", "proxy:3128"}}), "none");
  for (const char* list : {"*", "hub.org", "a, .org", "hub.org:443,hub.org"})
    EXPECT_EQ(proxy(hub, {{"https_proxy", "proxy:1"}, {"no_proxy", list}}), "none") << list;
  for (const char* list : {"ub.org", "www.hub.org", "hub.org:80"})
    EXPECT_EQ(proxy(hub, {{"https_proxy", "proxy:1"}, {"NO_PROXY", list}}), "proxy 1") << list;
}

TEST(Proxy, OfAnotherKindIsRefused) {
  const auto said = [](const std::string& value) {
    return proxy("https://hub.org", {{"https_proxy", value}});
  };
  EXPECT_THAT(said("socks5://proxy:1"), ::testing::HasSubstr("is not supported"));
  EXPECT_THAT(said("http://me:s3cret@proxy:1"), ::testing::Not(::testing::HasSubstr("s3cret")));
}

}  // namespace
}  // namespace standfast
