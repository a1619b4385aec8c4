// Tests of standfast train and predict, run as a user would run them.
#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/corpus/synth/synth.h"
#include "tests/support/command.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;
using testing::standfast;

// Writes a PAN folder of synthetic problems by authors first..last-1, of which every second one is by one
// author.
void write_problems(const std::string& folder, uint32_t first, uint32_t last, bool truth = true) {
  const auto synth = Synth::make({.authors = 40,
                                  .topics = 6,
                                  .families = 3,
                                  .documents = 240,
                                  .length = 60,
                                  .author_topic_correlation = 0})
                         .value();
  std::string pairs, answers;
  for (uint32_t author = first; author < last; ++author)
    for (uint32_t k = 0; k < 4; ++k) {
      const bool same = k % 2 == 0;
      const uint32_t other = same ? author : first + (author - first + 1) % (last - first);
      const auto a = synth.document(author + 40 * k), b = synth.document(other + 40 * (k + 1));
      const std::string id = fmt::format("p{}-{}", author, k);
      pairs += nlohmann::json{{"id", id}, {"fandoms", {"x", "y"}}, {"pair", {a.text, b.text}}}.dump() + "\n";
      answers += nlohmann::json{{"id", id}, {"same", a.author == b.author}, {"authors", {a.author, b.author}}}
                     .dump() +
                 "\n";
    }
  ASSERT_TRUE(make_directories(folder));
  ASSERT_TRUE(write_file(folder + "/pairs.jsonl", pairs));
  if (truth) {
    ASSERT_TRUE(write_file(folder + "/truth.jsonl", answers));
  }
}

class Train : public ::testing::Test {
 protected:
  void SetUp() override {
    write_problems(folder_.file("train"), 0, 24);
    write_problems(folder_.file("test"), 24, 40);
  }
  testing::Said run(const std::string& arguments) { return standfast(arguments, folder_.path()); }
  testing::TemporaryFolder folder_;
};

TEST_F(Train, EveryVerifierTrainsPredictsAndIsScored) {
  for (const std::string model : {"prior", "ppm", "char-ngram", "topic-fit"}) {
    const auto trained = run("train train --model " + model + " --out model");
    ASSERT_EQ(trained.code, 0) << trained.err;
    EXPECT_THAT(trained.out, HasSubstr("training pairs"));
    const auto predicted = run("predict model test --out answers.jsonl");
    ASSERT_EQ(predicted.code, 0) << predicted.err;
    EXPECT_THAT(predicted.err, HasSubstr("64 answers"));
    const auto scored = run("score answers.jsonl --truth test/truth.jsonl --profile pan21 --json");
    ASSERT_EQ(scored.code, 0) << scored.err;
    EXPECT_EQ(nlohmann::json::parse(scored.out).at("n"), 64);
  }
}

TEST_F(Train, PredictionsGoToStandardOutputAndNeedNoTruth) {
  ASSERT_EQ(run("train train --model ppm --out model").code, 0);
  write_problems(folder_.file("blind"), 24, 40, false);
  const auto blind = run("predict model blind"), seen = run("predict model test/pairs.jsonl --jobs 2");
  EXPECT_EQ(blind.code, 0) << blind.err;
  EXPECT_EQ(blind.out, seen.out);
  const auto first = nlohmann::json::parse(blind.out.substr(0, blind.out.find('\n')));
  EXPECT_EQ(first.at("id"), "p24-0");
  EXPECT_GE(first.at("value").get<double>(), 0);
}

TEST_F(Train, SameCommandSameModel) {
  ASSERT_EQ(run("train train --model topic-fit --seed 5 --out a --jobs 1").code, 0);
  ASSERT_EQ(run("train train --model topic-fit --seed 5 --out b --jobs 2").code, 0);
  EXPECT_EQ(read_file(folder_.file("a/model.json")).value(), read_file(folder_.file("b/model.json")).value());
}

TEST_F(Train, HoldsOutAuthorsForModelsThatCalibrate) {
  const auto held = run("train train --model char-ngram --out model --json");
  ASSERT_EQ(held.code, 0) << held.err;
  EXPECT_THAT(held.err, HasSubstr("no author on both sides"));
  const auto json = nlohmann::json::parse(held.out);
  EXPECT_GT(json.at("origin").at("validation").at("same"), 0);
  const auto given = run("train train --model char-ngram --validation test --out model --json");
  ASSERT_EQ(given.code, 0) << given.err;
  EXPECT_EQ(nlohmann::json::parse(given.out).at("origin").at("validation").at("pairs"), 64);
  const auto none = run("train train --model char-ngram --hold-out 0 --out model --json");
  EXPECT_EQ(nlohmann::json::parse(none.out).at("origin").at("train").at("pairs"), 96);
}

TEST_F(Train, SaysWhatIsWrong) {
  const auto unknown = run("train train --model pmp --out model");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("did you mean \"ppm\""));
  const auto option = run("train train --model ppm --set radios=0.1 --out model");
  EXPECT_EQ(option.code, 2);
  EXPECT_THAT(option.err, HasSubstr("did you mean \"radius\""));
  EXPECT_EQ(run("train train --model ppm --set order=9 --out model").code, 2);
  EXPECT_EQ(run("train nowhere --model ppm --out model").code, 3);
  write_problems(folder_.file("blind"), 0, 4, false);
  const auto blind = run("train blind --model ppm --out model");
  EXPECT_EQ(blind.code, 3);
  EXPECT_THAT(blind.err, HasSubstr("--truth"));
  EXPECT_EQ(run("predict model test").code, 4);
  EXPECT_FALSE(std::filesystem::exists(folder_.file("model")));
  const auto foreign = run("predict train test");
  EXPECT_EQ(foreign.code, 3);
  EXPECT_THAT(foreign.err, HasSubstr("not a model folder"));
  EXPECT_EQ(run("train train --model ppm --out test").code, 2);  // the folder holds problems, not a model
}

TEST_F(Train, FlagsThatChangeNothingAreRefused) {
  ASSERT_TRUE(write_file(folder_.file("c.jsonl"),
                         "{\"id\":\"1\",\"text\":\"x y\",\"label\":\"m\"}\n"
                         "{\"id\":\"2\",\"text\":\"y z\",\"label\":\"n\"}\n"));
  for (const auto& [arguments, message] : std::vector<std::pair<std::string, std::string>>{
           {"train train -m char-ngram --validation-truth test/truth.jsonl", "give --validation too"},
           {"train train -m char-ngram --validation test --hold-out 0.2", "--validation brings its own"},
           {"train train -m ppm --hold-out 0.2 --at-least author=2", "--at-least is for documents"},
           {"train train -m prior --hold-out 0.2", "prior calibrates nothing"},
           {"train c.jsonl -m naive-bayes --target label --hold-out 0.2",
            "--hold-out is for verification"}}) {
    const auto said = run(arguments + " --out model");
    EXPECT_EQ(said.code, 2) << arguments << said.err;
    EXPECT_THAT(said.err, HasSubstr(message)) << arguments;
    EXPECT_FALSE(std::filesystem::exists(folder_.file("model"))) << arguments;
  }
  EXPECT_EQ(
      run("train train -m char-ngram --validation test --validation-truth test/truth.jsonl --out model").code,
      0);
}

TEST_F(Train, AClassifierNeedsTwoClasses) {
  ASSERT_TRUE(write_file(folder_.file("c.jsonl"),
                         "{\"id\":\"1\",\"text\":\"x y\",\"label\":\"m\"}\n"
                         "{\"id\":\"2\",\"text\":\"y z\",\"label\":\"m\"}\n"
                         "{\"id\":\"3\",\"text\":\"z x\"}\n"));
  for (const char* model : {"naive-bayes", "prior --task classification"}) {
    const auto said = run(std::string("train c.jsonl --target label --out model -m ") + model);
    EXPECT_EQ(said.code, 3) << said.err;
    EXPECT_THAT(said.err,
                HasSubstr("c.jsonl: a classifier needs two labels to tell apart, and the documents have one, "
                          "\"m\" (--target names another column)"));
    EXPECT_FALSE(std::filesystem::exists(folder_.file("model")));
  }
}

TEST_F(Train, LsShowsVerifiersTheirOptionsAndJson) {
  EXPECT_THAT(run("ls").out, HasSubstr("ppm"));
  EXPECT_THAT(run("ls --long").out, HasSubstr("radius = 0.01"));
  const auto json = nlohmann::json::parse(run("ls --json").out);
  bool found = false;
  for (const auto& entry : json.at("verifier"))
    if (entry.at("name") == "ppm") {
      found = true;
      EXPECT_EQ(entry.at("options").at(0).at("name"), "order");
      EXPECT_EQ(entry.at("options").at(0).at("default"), 5);
      EXPECT_EQ(entry.at("traits").at("symmetric"), true);
    }
  EXPECT_TRUE(found);
}

}  // namespace
}  // namespace standfast
