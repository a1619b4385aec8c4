#include <gmock/gmock.h>

#include "standfast/base/json.h"
#include "standfast/base/rng.h"
#include "tests/support/command.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;

// Three systems on 300 pairs: good and twin (same quality, other noise), and poor.
class Compare : public ::testing::Test {
 protected:
  void SetUp() override {
    Rng rng(1, "test/compare");
    std::string truth, good = "id,score\n", twin = good, poor = good;
    for (int i = 0; i < 300; ++i) {
      const std::string id = "p" + std::to_string(i);
      const bool same = i % 2 == 0;
      truth += "{\"id\":\"" + id + "\",\"same\":" + (same ? "true" : "false") + ",\"authors\":[\"a" +
               std::to_string(i) + "\",\"a" + std::to_string(same ? i : i - 1) + "\"]}\n";
      const auto add = [&](std::string& file, double noise) {
        const double p = (same ? 0.7 : 0.3) + noise * (rng.uniform() - 0.5);
        file += id + "," + std::to_string(p < 0 ? 0.0 : p > 1 ? 1.0 : p) + "\n";
      };
      add(good, 0.8);
      add(twin, 0.8);
      add(poor, 2.5);
    }
    ASSERT_TRUE(write_file(folder_.file("truth.jsonl"), truth));
    ASSERT_TRUE(write_file(folder_.file("good.csv"), good));
    ASSERT_TRUE(write_file(folder_.file("twin.csv"), twin));
    ASSERT_TRUE(write_file(folder_.file("poor.csv"), poor));
  }
  Said run(const std::string& arguments) {
    return standfast("compare " + arguments + " --truth truth.jsonl --bootstrap 300 --permutations 500",
                     folder_.path());
  }
  TemporaryFolder folder_;
};

TEST_F(Compare, SaysWhoIsAheadAndWhoIsTied) {
  const auto said = run("poor.csv good.csv twin.csv");
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.out, ::testing::ContainsRegex("tied: (good and twin|twin and good) "));
  EXPECT_THAT(said.out, HasSubstr("good is ahead of poor by"));
  EXPECT_THAT(said.out, HasSubstr("twin is ahead of poor by"));
}

TEST_F(Compare, DocumentHoldsEveryPair) {
  const auto said = run("poor.csv good.csv twin.csv --json --jobs 1");
  const auto json = nlohmann::json::parse(said.out, nullptr, false);
  ASSERT_EQ(json["systems"].size(), 3);
  ASSERT_EQ(json["pairs"].size(), 3);
  EXPECT_EQ(json["systems"][2]["name"], "poor");
  for (const auto& pair : json["pairs"]) {
    EXPECT_GE(pair["difference"], 0.0);
    EXPECT_LE(pair["interval"][0], pair["difference"]);
    EXPECT_GE(pair["interval"][1], pair["difference"]);
    EXPECT_GE(pair["p_holm"], pair["p"]);
    EXPECT_EQ(pair["tied"].get<bool>(), pair["p_holm"].get<double>() > 0.05);
  }
  EXPECT_EQ(json["method"]["p"], "permutation");
  EXPECT_EQ(json["method"]["cluster"], "author");
  EXPECT_EQ(json["method"]["groups"], 150);  // 300 authors are linked two by two
  EXPECT_EQ(run("poor.csv good.csv twin.csv --json --jobs 3").out, said.out);
  EXPECT_NE(run("poor.csv good.csv twin.csv --json --seed 9").out, said.out);
}

TEST_F(Compare, OneConnectedGroupLeavesTheBootstrap) {
  std::string truth = "id,same,author_a,author_b\n";
  for (int i = 0; i < 300; ++i)
    truth += "p" + std::to_string(i) + (i % 2 == 0 ? ",1,a,a\n" : ",0,a,b" + std::to_string(i) + "\n");
  ASSERT_TRUE(write_file(folder_.file("truth.jsonl"), truth));
  const auto said = run("poor.csv good.csv --json");
  EXPECT_THAT(said.err, HasSubstr("into 1 group, too few to permute"));
  EXPECT_EQ(nlohmann::json::parse(said.out)["method"]["p"], "bootstrap");
}

TEST_F(Compare, BadUsage) {
  EXPECT_EQ(run("good.csv").code, 2);
  const auto metric = run("good.csv poor.csv --metric accuracy");
  EXPECT_EQ(metric.code, 2);
  EXPECT_THAT(metric.err,
              HasSubstr("hits has no metric \"accuracy\" (it has auc, c@1, f1, f0.5u, brier, overall)"));
  for (const std::string flag : {"--predictions x=y", "--hits a", "--random b", "--kendall"}) {
    const auto of_a_run = run("good.csv poor.csv " + flag);
    EXPECT_EQ(of_a_run.code, 2) << flag;
    EXPECT_THAT(of_a_run.err, HasSubstr(flag.substr(0, flag.find(' ')) + " is for a run folder"));
  }
  EXPECT_EQ(run("good.csv absent.csv").code, 3);
  EXPECT_EQ(run("- -").code, 2);
}

}  // namespace
}  // namespace standfast::testing
