// Options of components in a study: presets, and files that options name.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/digest.h"
#include "standfast/base/file.h"
#include "standfast/study/spec/spec.h"
#include "standfast/study/task/task.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;

Result<StudySpec> parse(const std::string& model, const std::string& task = "verification",
                        const std::string& split = "\"k-fold\"") {
  return parse_study("task = \"" + task +
                         "\"\n[[corpus]]\npath = \"c.jsonl\"\n[[condition]]\nname = \"iid\"\nsplit = " +
                         split + "\n[[model]]\n" + model,
                     "s.toml", study_catalogs());
}

TEST(StudyPresets, YieldToWhatIsGivenAndGoBeforeDefaults) {
  const auto study = parse("type = \"ppm\"\npreset = \"pan22\"\nradius = 0.2\n");
  ASSERT_TRUE(study) << study.error().message;
  const Options& options = study->models[0].model.options;
  EXPECT_EQ(options.text("features"), "raw");
  EXPECT_EQ(options.integer("score-decimals"), 3);
  EXPECT_EQ(options.number("radius"), 0.2);
  EXPECT_FALSE(options.values().contains("preset"));  // a run records what it stands for
  const auto split = parse("type = \"prior\"\n", "classification",
                           "{ method = \"topic-confusion\", preset = \"paper\", configurations = 5 }");
  ASSERT_TRUE(split) << split.error().message;
  EXPECT_EQ(split->conditions[0].splitter.options.text("validation-authors"), "all");
  EXPECT_EQ(split->conditions[0].splitter.options.integer("configurations"), 5);
}

TEST(StudyPresets, AreRefusedByNameAndLine) {
  EXPECT_EQ(parse("type = \"ppm\"\npreset = \"pan23\"\n").error().message,
            "s.toml:9: verifier ppm has no preset \"pan23\"; did you mean \"pan20\"?");
  EXPECT_EQ(parse("type = \"delta\"\npreset = \"paper\"\n").error().message,
            "s.toml:9: verifier delta has no presets");
}

TEST(StudyOptions, OutOfRangeNameTheLineOfTheOption) {
  EXPECT_EQ(parse("type = \"delta\"\n\nwords = 0\n").error().message,
            "s.toml:10: verifier delta: words = 0: it is at least 1");
}

TEST(StudyOptions, AnEmptyListOfPhrasesIsNotTheBuiltInOne) {
  const auto planted = [](const std::string& phrases) {
    const auto study =
        parse("type = \"prior\"\n", "classification",
              "\"stratified-k-fold\"\nshortcut = { kind = \"synonym\", phrases = " + phrases + " }");
    return study ? "" : study.error().message;
  };
  EXPECT_THAT(planted("[]"),
              HasSubstr("s.toml:7: shortcut synonym: phrases: the list is empty. Name at least one"));
  EXPECT_THAT(planted("[\"\"]"), HasSubstr("an item of the list is empty"));
  EXPECT_THAT(planted("[\"a\"], joint = [\"a\"]"), HasSubstr("option \"joint\" takes one value, not a list"));
  EXPECT_THAT(planted("[\"a\"], base = [0, nan]"), HasSubstr("base: nan is no probability"));
  EXPECT_EQ(planted("[\"built-in\"]"), "");
  EXPECT_EQ(planted("[\"honestly\", \"well, frankly\"]"), "");
}

TEST(StudyOptions, ACommandIsTextOrAListOfWords) {
  EXPECT_EQ(parse("type = \"command\"\ncommand = 5\n").error().message,
            "s.toml:9: verifier command: option \"command\" needs text, or a list of words in quotes");
}

TEST(StudyChance, IsWhatTheTraitsSay) {
  for (const char* task : {"verification", "classification"}) {
    const auto study =
        parse(task == std::string("verification") ? "type = \"cng\"\n" : "type = \"maxent\"\n", task);
    ASSERT_TRUE(study) << study.error().message;
    ASSERT_EQ(study->models.size(), 2U);
    EXPECT_TRUE(study->the_task().model_facts(study->models[1].model.name).chance);
  }
}

class StudyFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(write_file(folder_.file("words.txt"), "the\nof\n"));
    study_ = parse("type = \"maxent\"\nfeatures = \"function-words\"\nfunction-words = \"words.txt\"\n",
                   "classification")
                 .value();
  }
  Status digest() {
    study_.models[0].files.clear();
    return fill_file_digests(study_, folder_.path(), study_catalogs());
  }
  testing::TemporaryFolder folder_;
  StudySpec study_;
};

TEST_F(StudyFiles, OfModelsStartWhereTheStudyLies) {
  const auto& catalog = study_.the_task().models(study_catalogs());
  const auto options = located(study_.models[0], catalog, folder_.path());
  ASSERT_TRUE(options) << options.error().message;
  EXPECT_EQ(options->text("function-words"), folder_.file("words.txt"));
  // What is recorded is the path as given: where a study lies is no part of its keys.
  EXPECT_EQ(study_.models[0].model.options.text("function-words"), "words.txt");
}

TEST_F(StudyFiles, OfModelsAreKnownByWhatTheyHold) {
  ASSERT_TRUE(digest());
  const auto before = study_.models[0].files;
  EXPECT_EQ(before, (std::map<std::string, std::string>{{"words.txt", sha256_hex("the\nof\n")}}));
  ASSERT_TRUE(write_file(folder_.file("words.txt"), "the\nof\nand\n"));
  ASSERT_TRUE(digest());
  EXPECT_NE(study_.models[0].files, before);
  std::filesystem::remove(folder_.file("words.txt"));
  const auto lost = digest();
  ASSERT_FALSE(lost);
  EXPECT_THAT(lost.error().message, HasSubstr("model maxent: "));
}

}  // namespace
}  // namespace standfast
