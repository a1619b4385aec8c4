// Options of components in a study: presets, and files that options name.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/digest.h"
#include "standfast/base/file.h"
#include "standfast/neural/sentence/model_files.h"
#include "standfast/study/spec/spec.h"
#include "standfast/study/task/task.h"
#include "tests/support/data.h"
#include "tests/support/small_checkpoint.h"

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
  EXPECT_FALSE(options.values().contains("preset"));  // a run records the options that it stands for
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

// The rule of words is written only if it is set, because keys and records of earlier versions lack it.
TEST(StudyOptions, TheRuleOfWordsIsWrittenOnlyWhereItIsSet) {
  const auto written = [](const std::map<std::string, OptionValue>& given) {
    return options_to_json(Options::resolve("delta", (*verifiers().find("delta"))->options, given).value());
  };
  EXPECT_FALSE(written({}).contains("word-rule"));
  EXPECT_EQ(written({{"word-rule", std::string("spaces")}})["word-rule"], "spaces");
  EXPECT_EQ(written({})["words"], 500);
}

TEST(StudyOptions, OutOfRangeNameTheLineOfTheOption) {
  EXPECT_EQ(parse("type = \"delta\"\n\nwords = 0\n").error().message,
            "s.toml:10: verifier delta: words = 0: must be at least 1");
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
  EXPECT_THAT(planted("[\"a\"], base = [0, nan]"), HasSubstr("base: nan is not a probability"));
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
  // The path is recorded as given, because the location of a study is no part of its keys.
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

// A checkpoint is identified by the digest of its folder, which the classifier compares with the loaded one.
TEST_F(StudyFiles, OfACheckpointGiveItsDigest) {
  const std::string folder = folder_.file("m");
  testing::write_small_classifier(folder, {"a", "b"});
  const auto study_with = [&](const std::string& more) {
    auto study = parse("type = \"checkpoint\"\npath = \"m\"\n" + more, "classification").value();
    const auto good = fill_file_digests(study, folder_.path(), study_catalogs());
    return good ? study.models[0].model.options.text("sha256") : good.error().message;
  };
  const std::string digest = study_with("");
  EXPECT_EQ(digest, digest_model(folder).value());
  std::filesystem::last_write_time(folder + "/config.json", std::filesystem::file_time_type::clock::now());
  EXPECT_EQ(study_with(""), digest) << "its times do not count";
  EXPECT_EQ(study_with("sha256 = \"" + digest + "\"\n"), digest);
  testing::write_small_classifier(folder, {"a", "b"}, 1);
  EXPECT_NE(study_with(""), digest);
  EXPECT_THAT(study_with("sha256 = \"" + digest + "\"\n"),
              HasSubstr("model checkpoint: the files of m have the sha256 "));
}

TEST_F(StudyFiles, OfOptionsAreThoseThatAreThere) {
  testing::write_small_classifier(folder_.file("m"), {"a", "b"});
  ASSERT_TRUE(write_file(folder_.file("v.jsonl"), "{\"id\": \"1\", \"vector\": [1, 2]}\n"));
  const auto files_of = [&](const std::string& model, const std::string& split) {
    auto study = parse(model, "classification", split).value();
    for (auto& one : study.models)  // as fill_file_digests does
      if (one.model.name == "checkpoint") one.files[one.model.options.text("path")] = "";
    return option_files(study, folder_.path());
  };
  const std::string checkpoint = "type = \"checkpoint\"\npath = ";
  EXPECT_THAT(files_of(checkpoint + "\"m\"\n", "\"k-fold\""), ::testing::ElementsAre(folder_.file("m")));
  EXPECT_THAT(files_of(checkpoint + "\"some/model-of-the-hub\"\n", "\"k-fold\""), ::testing::IsEmpty());
  EXPECT_THAT(files_of("type = \"prior\"\n",
                       "\"closest-split\"\nspace = { encoder = \"vectors\", path = \"v.jsonl\" }"),
              ::testing::ElementsAre(folder_.file("v.jsonl")));
}

TEST(StudySpaces, ArePutOnWhatGivesVectors) {
  const auto study = parse("type = \"prior\"\n", "classification",
                           "\"closest-split\"\nspace = { model = \"checkpoint\", path = \"m\" }");
  ASSERT_FALSE(study);
  EXPECT_EQ(study.error().kind, ErrorKind::usage);
  EXPECT_THAT(study.error().message,
              HasSubstr("the encoder sentence gives the vectors of a pretrained model"));
}

}  // namespace
}  // namespace standfast
