// Tests of the places of the cache, the hub and the token, set by the variables of the hub's own library.
#include "standfast/hub/settings.h"

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/hub/listing.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using Variables = std::map<std::string, std::string>;

Environment environment(Variables variables) {
  return [variables = std::move(variables)](const std::string& name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional(found->second);
  };
}

std::string cache(Variables variables) {
  const auto folder = hub_cache_folder(environment(std::move(variables)));
  return folder ? *folder : folder.error().message;
}

TEST(HubSettings, TheCacheIsWherePythonHasIt) {
  Variables all = {{"HOME", "/home/me"}};
  EXPECT_EQ(cache(all), "/home/me/.cache/huggingface/hub");
  all["XDG_CACHE_HOME"] = "/caches";
  EXPECT_EQ(cache(all), "/caches/huggingface/hub");
  all["HF_HOME"] = "~/hf";
  EXPECT_EQ(cache(all), "/home/me/hf/hub");
  all["HUGGINGFACE_HUB_CACHE"] = "/old";
  EXPECT_EQ(cache(all), "/old");
  all["HF_HUB_CACHE"] = "/new";
  EXPECT_EQ(cache(all), "/new");
  EXPECT_THAT(cache({}), ::testing::HasSubstr("set HF_HUB_CACHE to a folder"));
}

TEST(HubSettings, TheTokenComesFromTheEnvironmentOrAFile) {
  const testing::TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.file("token"), "hf_file\n"));
  Variables all = {{"HF_HOME", folder.path()}};
  EXPECT_EQ(hub_settings(environment(all))->token, "hf_file");
  all["HF_TOKEN"] = " hf_given ";
  EXPECT_EQ(hub_settings(environment(all))->token, "hf_given");
  all["HF_TOKEN"] = "hf_a\r\nX: b";
  const auto broken = hub_settings(environment(all));
  ASSERT_FALSE(broken);
  EXPECT_THAT(broken.error().message, ::testing::Not(::testing::HasSubstr("hf_a")));
  all["HF_HUB_DISABLE_IMPLICIT_TOKEN"] = "1";
  EXPECT_EQ(hub_settings(environment(all))->token, "");
}

TEST(HubSettings, TheAddressIsTheHubOrAMirror) {
  Variables all = {{"HOME", "/home/me"}};
  EXPECT_EQ(hub_settings(environment(all))->endpoint.origin, "https://huggingface.co");
  EXPECT_FALSE(hub_settings(environment(all))->offline);
  all["HF_ENDPOINT"] = "https://mirror/hf/";
  EXPECT_EQ(hub_settings(environment(all))->endpoint.target, "/hf");
  all["HF_HUB_OFFLINE"] = "true";
  EXPECT_TRUE(hub_settings(environment(all))->offline);
  all["HF_ENDPOINT"] = "https://me:pw@mirror";
  EXPECT_THAT(hub_settings(environment(all)).error().message, ::testing::Not(::testing::HasSubstr("pw")));
  all["HF_ENDPOINT"] = "mirror";
  EXPECT_EQ(hub_settings(environment(all)).error().kind, ErrorKind::usage);
}

// The expected names are the results of `git hash-object` on these files.
TEST(ContentCheck, GitNamesContentsSo) {
  const testing::TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.file("empty"), ""));
  ASSERT_TRUE(write_file(folder.file("hello"), "hello\n"));
  EXPECT_EQ(git_blob_sha1(folder.file("empty")).value(), "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
  EXPECT_EQ(git_blob_sha1(folder.file("hello")).value(), "ce013625030ba8dba906f756967f9e9ca394464a");
  EXPECT_EQ(objection_to(folder.file("hello"), {.size = 6}).value(), "");
  EXPECT_EQ(objection_to(folder.file("hello"), {.size = 7}).value(),
            "it has 6 bytes, not 7 as the server said");
}

}  // namespace
}  // namespace standfast
