#include <gmock/gmock.h>

#include "standfast/base/json.h"
#include "tests/support/command.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::ordered_json;

const std::string kCountsFile = std::string(STANDFAST_SOURCE_DIR) + "/studies/novel-topic-nyt-counts.csv";

TEST(PlanPower, ThePaperNeedsTenPointsNotSeven) {
  TemporaryFolder folder;
  const auto said = standfast("plan-power --table " + kCountsFile +
                                  " --simulations 40 --resamples 49 --no-smallest --json --out power",
                              folder.path());
  ASSERT_EQ(said.code, 0) << said.err;
  const auto json = Json::parse(said.out);
  EXPECT_EQ(json["schema"], "standfast-power/1");
  EXPECT_EQ(json["documents"], 18862);
  EXPECT_EQ(json["tables"]["power"]["rows"].size(), 14U);
  EXPECT_TRUE(read_file(folder.file("power/significant-from.csv")));
  const auto text = standfast(
      "plan-power --table " + kCountsFile + " --simulations 40 --resamples 49 --no-smallest", folder.path());
  EXPECT_THAT(text.out, HasSubstr("one-se-t             +6.9"));
  EXPECT_THAT(text.out, HasSubstr("unpaired-t-topics    +9.7"));
}

TEST(PlanPower, ACorpusIsCounted) {
  TemporaryFolder folder;
  ASSERT_EQ(standfast("synth --authors 4 --topics 6 --families 6 --documents 120 --length 3 --out c.jsonl",
                      folder.path())
                .code,
            0);
  const auto said = standfast("plan-power c.jsonl --simulations 20 --resamples 19 --difference 0.1 --seed 2",
                              folder.path());
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("120 documents of 4 authors on 6 topics"));
  EXPECT_EQ(standfast("plan-power c.jsonl --simulations 20 --resamples 19 --difference 0.1 --seed 2 -j 2",
                      folder.path())
                .out,
            said.out);
  EXPECT_EQ(standfast("plan-power c.jsonl --table " + kCountsFile, folder.path()).code, 2);
  EXPECT_EQ(standfast("plan-power c.jsonl --accuracy 0.9 --difference 0.5", folder.path()).code, 2);
  EXPECT_EQ(standfast("plan-power c.jsonl --simulations 0", folder.path()).code, 2);
}

}  // namespace
}  // namespace standfast::testing
