// Tests of standfast ls: what it prints about components comes from the catalogs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/feature/encoder/encoder.h"
#include "standfast/feature/reduction/reduction.h"
#include "standfast/model/verify/verifier.h"
#include "standfast/split/splitter.h"
#include "tests/support/command.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

nlohmann::ordered_json json_of(const std::string& arguments) {
  const auto said = standfast(arguments);
  EXPECT_EQ(said.code, 0) << said.err;
  return nlohmann::ordered_json::parse(said.out);
}

TEST(Ls, ListsOneFamily) {
  const auto said = standfast("ls splitters");
  EXPECT_EQ(said.code, 0);
  EXPECT_THAT(said.out, HasSubstr("topic-k-fold"));
  EXPECT_THAT(said.out, Not(HasSubstr("random-topics")));
  EXPECT_EQ(standfast("ls splitter").out, said.out);
  const auto json = json_of("ls splitters --json");
  EXPECT_EQ(json.size(), 1U);
  EXPECT_EQ(json.at("splitter").size(), splitters().entries().size());
}

TEST(Ls, SuggestsTheFamilyThatWasMeant) {
  const auto said = standfast("ls spliters --json");
  EXPECT_EQ(said.code, 2);
  EXPECT_EQ(said.out, "");
  EXPECT_THAT(said.err, HasSubstr("there is no family \"spliters\"; did you mean \"splitters\"?"));
  EXPECT_THAT(standfast("ls zzzzzzzz").err, HasSubstr("(there are: samplers, splitters, "));
}

TEST(Ls, ShowsAllOfOneComponentInEachFamilyThatHasOne) {
  const auto said = standfast("ls char-ngram");
  EXPECT_THAT(said.out, HasSubstr("verifiers\n"));
  EXPECT_THAT(said.out, HasSubstr("classifiers\n"));
  EXPECT_THAT(said.out, HasSubstr("n = 4  characters in an n-gram"));
  EXPECT_THAT(said.out, HasSubstr("(1 to 64)"));
  EXPECT_THAT(said.out, HasSubstr("preset pan20: "));
  EXPECT_THAT(said.out, HasSubstr("objective = pan20"));
  EXPECT_THAT(said.out, Not(HasSubstr("cng")));
  const auto json = json_of("ls char-ngram --json");
  EXPECT_EQ(json.at("verifier").size(), 1U);
  EXPECT_EQ(json.at("verifier")[0].at("presets")[0].at("values").at("objective"), "pan20");
  EXPECT_EQ(json.at("verifier")[0].at("options")[0].at("range"), "1 to 64");
}

template <class C>
void expect_all_traits(const nlohmann::ordered_json& json, const C& catalog) {
  for (size_t i = 0; i < catalog.entries().size(); ++i)
    for (const auto& line : describe(catalog.entries()[i].traits))
      EXPECT_TRUE(json.at(catalog.family())[i].at("traits").contains(std::string(line.name)))
          << catalog.entries()[i].name << " " << line.name;
}

TEST(Ls, ForgetsNoTrait) {
  const auto json = json_of("ls --json");
  expect_all_traits(json, splitters());
  expect_all_traits(json, verifiers());
  expect_all_traits(json, encoders());
  expect_all_traits(json, reductions());
  EXPECT_EQ(json.at("verifier")[0].at("traits").at("chance"), true);
  EXPECT_THAT(standfast("ls hold-out").out, HasSubstr("keeps whole group"));
}

TEST(Ls, ListsTheDesignsOfSimulate) {
  const auto said = standfast("ls designs --long");
  EXPECT_THAT(said.out, HasSubstr("pairs-ceiling"));
  EXPECT_THAT(said.out, HasSubstr("grid = 24x24x1, length = 150"));
  const auto json = json_of("ls designs --json").at("design");
  EXPECT_EQ(json.at(0).at("name"), "crossed");
  EXPECT_EQ(json.at(0).at("values").at("style"), 0.7);
}

TEST(Ls, SaysWhereThereAreNoOptions) {
  // No metric has an option: evaluations differ in their profiles.
  const auto all = json_of("ls --json");
  for (const char* family : {"metric", "classification metric"})
    for (const auto& metric : all.at(family)) EXPECT_TRUE(metric.at("options").empty());
  EXPECT_THAT(standfast("ls c@1").out, HasSubstr("options: none"));
  EXPECT_THAT(standfast("ls hits").out, Not(HasSubstr("options: none")));
}

TEST(Presets, AreTakenOnTheCommandLine) {
  TemporaryFolder folder;
  const std::string corpus = folder.file("c.jsonl");
  ASSERT_EQ(standfast("synth --out " + corpus + " --authors 4 --topics 4 --documents 24 --length 20").code,
            0);
  const auto wrong = standfast("split " + corpus + " --method topic-confusion --preset papr");
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err,
              HasSubstr("splitter topic-confusion has no preset \"papr\"; did you mean \"paper\"?"));
  const auto said = standfast("split " + corpus +
                              " --method topic-confusion --preset paper --set authors-per-half=1"
                              " --set configurations=3 --no-similarity");
  ASSERT_EQ(said.code, 0) << said.err;
  const auto options = nlohmann::json::parse(said.out).at("options");
  EXPECT_EQ(options.at("validation-authors"), "all");
  EXPECT_EQ(options.at("configurations"), 3);
}

}  // namespace
}  // namespace standfast::testing
