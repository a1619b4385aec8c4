#include "standfast/base/plugin.h"

#include <cstdlib>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/base/plugin/greeter.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

using GreeterCatalog = Catalog<Greeter, GreeterTraits>;

GreeterCatalog::Entry loud(const std::string& name, const std::string& library) {
  return {.name = name,
          .summary = "Greets in capitals.",
          .citation = "",
          .traits = {},
          .options = greeter_table(),
          .lives_in = PluginHome{library, "standfast-greeter"}};
}

// Entries that find the plug-in, that find one built otherwise, that find none, and one that is not in it.
const GreeterCatalog& greeters() {
  static const GreeterCatalog catalog(
      "greeter", {loud("loud", fs::path(STANDFAST_GREETER_PLUGIN).filename()),
                  loud("other-build", fs::path(STANDFAST_GREETER_PLUGIN_OF_ANOTHER_BUILD).filename()),
                  loud("missing", "libstandfast_no_such.so"),
                  loud("silent", fs::path(STANDFAST_GREETER_PLUGIN).filename())});
  return catalog;
}

class Plugins : public ::testing::Test {
 protected:
  void SetUp() override {
    setenv("STANDFAST_PLUGINS",
           ("/nowhere:" + fs::path(STANDFAST_GREETER_PLUGIN).parent_path().string()).c_str(), 1);
  }
  void TearDown() override { unsetenv("STANDFAST_PLUGINS"); }
};

TEST_F(Plugins, AreListedAndCheckedWithoutBeingLoaded) {
  // Of a library that is not there, too.
  const auto info = greeters().info("missing");
  ASSERT_TRUE(info);
  EXPECT_EQ(info->options->size(), 2U);
  EXPECT_EQ(info->lives_in->package, "standfast-greeter");
  EXPECT_TRUE(greeters().resolve("missing", {{"times", int64_t{2}}}));
  const auto refused = greeters().resolve("missing", {{"times", int64_t{10}}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "greeter missing: times = 10: it is 1 to 9");
}

TEST_F(Plugins, AreLoadedOnUse) {
  const auto made = greeters().make("loud", {{"times", int64_t{2}}, {"whom", std::string("you")}});
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ((*made)->greet(), "HELLO you!HELLO you!");
  EXPECT_TRUE(greeters().ready("loud", *greeters().resolve("loud", {})));
}

TEST_F(Plugins, ThatAreMissingNameThePackage) {
  for (const auto& failed : {greeters().make("missing", {}).error(),
                             greeters().ready("missing", *greeters().resolve("missing", {})).error()}) {
    EXPECT_EQ(exit_code(failed.kind), 4);
    EXPECT_THAT(failed.message,
                HasSubstr("greeter missing is not installed: its library "
                          "libstandfast_no_such.so comes with the package standfast-greeter"));
    EXPECT_THAT(failed.message, HasSubstr("looked in /nowhere, "));
  }
}

TEST_F(Plugins, OfAnotherBuildAreRefused) {
  const auto failed = greeters().make("other-build", {});
  ASSERT_FALSE(failed);
  EXPECT_EQ(exit_code(failed.error().kind), 4);
  EXPECT_THAT(
      failed.error().message,
      HasSubstr("was built for another Standfast (0.0.0-of-another; this one is " + std::string(build_id()) +
                "); install the package standfast-greeter of this version"));
}

TEST_F(Plugins, ThatLackAComponentSaySo) {
  const auto failed = greeters().make("silent", {});
  ASSERT_FALSE(failed);
  EXPECT_EQ(exit_code(failed.error().kind), 4);
  EXPECT_THAT(failed.error().message, HasSubstr("has no such component"));
}

TEST_F(Plugins, ThatAreNoneAreRefused) {
  const PluginHome home{fs::path(STANDFAST_NO_PLUGIN).filename(), "standfast-greeter"};
  setenv("STANDFAST_PLUGINS", fs::path(STANDFAST_NO_PLUGIN).parent_path().c_str(), 1);
  const auto status = plugin_ready(home, "greeter quiet");
  ASSERT_FALSE(status);
  EXPECT_EQ(exit_code(status.error().kind), 4);
  EXPECT_THAT(status.error().message, HasSubstr("cannot be loaded"));
}

}  // namespace
}  // namespace standfast::testing
