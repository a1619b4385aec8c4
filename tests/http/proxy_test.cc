// Which proxy the environment names.
#include "standfast/http/proxy.h"

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standfast {
namespace {

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
