// Components of plug-ins as a user meets them: listed without being loaded, and refused with the package to
// install where the library is missing or was built for another Standfast.
#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/base/plugin.h"
#include "tests/support/class_run.h"
#include "tests/support/command.h"

namespace standfast {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

constexpr const char* kNeedsFarAway =
    " far-away is not installed: its library libstandfast_far_away.so comes with the package "
    "standfast-far-away (looked in ";

class MissingPlugin : public ::testing::Test {
 protected:
  void SetUp() override { testing::write_posts(folder_.file("posts.jsonl"), {}); }

  // The test program in the place of the product; the library of another build is found, the other is not.
  testing::Said program(const std::string& arguments) {
    return testing::in_shell(fmt::format("export STANDFAST_PLUGINS='/nowhere:{}'; '{}' {}",
                                         fs::path(STANDFAST_PLUGIN_OF_ANOTHER_BUILD).parent_path().string(),
                                         STANDFAST_WITH_PLUGINS, arguments),
                             folder_.path());
  }
  void write_study(const std::string& task, const std::string& model) {
    ASSERT_TRUE(write_file(folder_.file("study.toml"),
                           fmt::format("task = \"{}\"\n[[corpus]]\npath = \"posts.jsonl\"\n[[condition]]\n"
                                       "name = \"iid\"\nreference = true\nsplit = {{ method = \"k-fold\", "
                                       "folds = 2 }}\n[[model]]\ntype = \"{}\"\nlayers = 2\n",
                                       task, model)));
  }
  // Two pairs with their truth, in the form of PAN.
  void write_pairs() {
    std::string pairs, truth;
    for (const char* id : {"a", "b"}) {
      pairs += fmt::format(
          "{{\"id\": \"{}\", \"fandoms\": [\"x\", \"y\"], \"pair\": [\"one {}\", \"two\"]}}\n", id, id);
      truth += fmt::format("{{\"id\": \"{}\", \"same\": {}, \"authors\": [\"1\", \"{}\"]}}\n", id,
                           *id == 'a' ? "true" : "false", *id == 'a' ? 1 : 2);
    }
    ASSERT_TRUE(make_directories(folder_.file("pairs")));
    ASSERT_TRUE(write_file(folder_.file("pairs/pairs.jsonl"), pairs));
    ASSERT_TRUE(write_file(folder_.file("pairs/truth.jsonl"), truth));
  }
  testing::TemporaryFolder folder_;
};

TEST_F(MissingPlugin, IsListedWithItsPackageAndNotLoaded) {
  const auto one = program("ls far-away");
  EXPECT_EQ(one.code, 0) << one.err;
  EXPECT_THAT(one.out, AllOf(HasSubstr("Lives in a library of its own."), HasSubstr("layers = 3"),
                             HasSubstr("comes with the package standfast-far-away")));
  // Loading this one would fail.
  const auto all = program("ls verifiers --json");
  ASSERT_EQ(all.code, 0) << all.err;
  const auto listed = nlohmann::json::parse(all.out).at("verifier");
  const auto& other = listed.at(listed.size() - 1);
  EXPECT_EQ(other.at("name"), "other-build");
  EXPECT_EQ(other.at("package"), "standfast-other");
  EXPECT_FALSE(listed.at(0).contains("package"));  // built in
}

TEST_F(MissingPlugin, EndsTrainingWithThePackageToInstall) {
  write_pairs();
  const auto verifier = program("train pairs --model far-away --out model");
  EXPECT_EQ(verifier.code, 4) << verifier.err;
  EXPECT_THAT(verifier.err, HasSubstr(std::string("standfast: verifier") + kNeedsFarAway + "/nowhere, "));
  const auto classifier = program("train posts.jsonl --model far-away-classes --out model");
  EXPECT_EQ(classifier.code, 4) << classifier.err;
  EXPECT_THAT(classifier.err, AllOf(HasSubstr("classifier far-away-classes is not installed"),
                                    HasSubstr("the package standfast-far-away")));
  EXPECT_FALSE(fs::exists(folder_.file("model")));
}

TEST_F(MissingPlugin, EndsARunBeforeItBegins) {
  for (const auto& [task, model] :
       {std::pair{"verification", "far-away"}, std::pair{"classification", "far-away-classes"}}) {
    write_study(task, model);
    const auto ran = program("run study.toml --out run");
    EXPECT_EQ(ran.code, 4) << ran.err;
    EXPECT_THAT(ran.err, AllOf(HasSubstr(fmt::format("model \"{}\"", model)),
                               HasSubstr("libstandfast_far_away.so comes with the package "
                                         "standfast-far-away")));
    EXPECT_FALSE(fs::exists(folder_.file("run")));
    // The design can be looked at without it. What is missing is told after that.
    const auto planned = program("run study.toml --dry-run");
    EXPECT_EQ(planned.code, 4) << planned.err;
    EXPECT_THAT(planned.out, HasSubstr("posts / iid"));
    EXPECT_THAT(planned.err, HasSubstr("the package standfast-far-away"));
    // A run may be prepared for a machine that has it.
    EXPECT_EQ(program("run study.toml --out prepared --prepare").code, 0);
    fs::remove_all(folder_.file("prepared"));
  }
}

TEST_F(MissingPlugin, OfAnotherBuildIsRefused) {
  write_pairs();
  write_study("verification", "other-build");
  for (const char* arguments : {"train pairs --model other-build --out model", "run study.toml --out run"}) {
    const auto refused = program(arguments);
    EXPECT_EQ(refused.code, 4) << refused.err;
    EXPECT_THAT(
        refused.err,
        AllOf(HasSubstr("verifier other-build"),
              HasSubstr(std::string("was built for another Standfast (0.0.0-of-another; this one is ") +
                        build_id() + "); install the package standfast-other of this version")));
  }
  EXPECT_FALSE(fs::exists(folder_.file("run")));
}

}  // namespace
}  // namespace standfast
