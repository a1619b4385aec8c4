// Auxiliary files of a study: declared once, named by options, digested, and refused where they do not fit.
#include "standfast/study/spec/auxiliary.h"

#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/study/spec/spec.h"
#include "tests/support/class_run.h"
#include "tests/support/command.h"

namespace standfast {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::standfast;

constexpr const char* kStop =
    "[[auxiliary]]\nname = \"stop\"\nkind = \"word-list\"\npath = \"lists/stop.txt\"\n";

// A study with `top` before its corpus and a naive Bayes whose other keys are `options`.
std::string study_of(const std::string& top, const std::string& options,
                     const std::string& split = "\"stratified-k-fold\"") {
  return "task = \"classification\"\nseed = 5\n" + top +
         "[[corpus]]\npath = \"posts.jsonl\"\n[[condition]]\nname = \"iid\"\nreference = true\nsplit = " +
         split + "\n[[model]]\ntype = \"naive-bayes\"\nfeatures = \"function-words\"\n" + options;
}

Result<StudySpec> parsed(const std::string& top, const std::string& options,
                         const std::string& split = "\"stratified-k-fold\"") {
  return parse_study(study_of(top, options, split), "s.toml", study_catalogs());
}

std::string complaint(const std::string& top, const std::string& options,
                      const std::string& split = "\"stratified-k-fold\"") {
  const auto study = parsed(top, options, split);
  EXPECT_FALSE(study);
  return study ? "" : study.error().message;
}

TEST(Auxiliary, ANameStandsForThePath) {
  const auto study = parsed(kStop, "function-words = \"auxiliary:stop\"\n");
  ASSERT_TRUE(study) << study.error().message;
  EXPECT_EQ(study->models[0].model.options.text("function-words"), "lists/stop.txt");
  ASSERT_EQ(study->auxiliaries.size(), 1U);
  EXPECT_EQ(study->auxiliaries[0], (AuxiliarySpec{"stop", "word-list", "lists/stop.txt", ""}));
  const auto again = study_from_json(study_to_json(*study), study_catalogs());
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(study_to_json(*again), study_to_json(*study));
  // Nothing of it is recorded where there is none: runs of earlier versions go on.
  const auto plain = parsed("", "function-words = \"lists/stop.txt\"\n");
  ASSERT_TRUE(plain) << plain.error().message;
  EXPECT_FALSE(study_to_json(*plain).contains("auxiliaries"));
  EXPECT_EQ(study_to_json(*plain).at("models"), study_to_json(*study).at("models"));
}

TEST(Auxiliary, TheModelOfASpaceMayNameOne) {
  const auto study = parse_study(
      "task = \"classification\"\n" + std::string(kStop) +
          "[[corpus]]\npath = \"p.jsonl\"\n[[condition]]\nname = \"c\"\nreference = true\nsplit = { method = "
          "\"cluster-k-fold\" }\nspace = { model = \"naive-bayes\", function-words = \"auxiliary:stop\" }\n"
          "[[model]]\ntype = \"prior\"\n",
      "s.toml", study_catalogs());
  ASSERT_TRUE(study) << study.error().message;
  EXPECT_EQ(study->conditions[0].space->maker.options.text("function-words"), "lists/stop.txt");
}

TEST(Auxiliary, WhatDoesNotFitIsRefusedWithItsLine) {
  // Lines: 1 task, 2 seed, 3 to 6 the auxiliary file, ... the option is on line 16.
  EXPECT_EQ(
      complaint(kStop, "function-words = \"auxiliary:stopp\"\n"),
      "s.toml:16: classifier naive-bayes: function-words = auxiliary:stopp: no [[auxiliary]] has this name; "
      "did you mean \"auxiliary:stop\"?");
  EXPECT_THAT(complaint("", "function-words = \"auxiliary:stop\"\n"),
              HasSubstr("no [[auxiliary]] has this name; declare one with kind = \"word-list\""));
  EXPECT_THAT(complaint(kStop, ""),
              AllOf(HasSubstr("s.toml:3: no option names auxiliary \"stop\""), HasSubstr("auxiliary:stop")));
  EXPECT_THAT(complaint(kStop, "", "{ method = \"given\", test = \"auxiliary:stop\" }"),
              HasSubstr("test = auxiliary:stop: it reads no auxiliary file"));
  EXPECT_THAT(
      complaint("[[auxiliary]]\nname = \"stop\"\nkind = \"wordlist\"\npath = \"x\"\n", ""),
      HasSubstr("s.toml:5: auxiliary 1: kind has no value \"wordlist\"; did you mean \"word-list\"?"));
  EXPECT_THAT(complaint("[[auxiliary]]\nname = \"stop\"\npath = \"x\"\n", ""), HasSubstr("kind is missing"));
  EXPECT_THAT(complaint("[[auxiliary]]\nkind = \"word-list\"\npath = \"x\"\n", ""), HasSubstr("has no name"));
  EXPECT_THAT(complaint("[[auxiliary]]\nname = \"a\"\nkind = \"word-list\"\n", ""), HasSubstr("has no path"));
  EXPECT_THAT(complaint(std::string(kStop) + kStop, "function-words = \"auxiliary:stop\"\n"),
              HasSubstr("another one has the name \"stop\""));
}

TEST(Auxiliary, AFileOfAnotherKindIsRefused) {
  Auxiliaries files({{"spans", "phrases", "a"}, {"stop", "word-list", "b"}});
  OptionSpec words{"function-words", std::string(), "", {}, OptionKind::path};
  words.holds = "word-list";
  const auto wrong = files.path(words, "auxiliary:spans");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(
      wrong.error().message,
      "function-words = auxiliary:spans: it reads a word-list, and this is a phrases (there are: stop)");
  EXPECT_EQ(*files.path(words, "auxiliary:stop"), "b");
  EXPECT_EQ(*files.path(words, "plain.txt"), "plain.txt");
  EXPECT_EQ(files.unused(), 0U);
}

class AuxiliaryRun : public ::testing::Test {
 protected:
  void SetUp() override {
    testing::write_posts(folder_.file("posts.jsonl"), {.mine = 0.5});
    ASSERT_TRUE(make_directories(folder_.file("lists")));
    write_list("au0x1\nau1x2\nau2x3\n");
    ASSERT_TRUE(
        write_file(folder_.file("named.toml"), study_of(kStop, "function-words = \"auxiliary:stop\"\n")));
    ASSERT_TRUE(
        write_file(folder_.file("plain.toml"), study_of("", "function-words = \"lists/stop.txt\"\n")));
  }
  void write_list(const std::string& words) {
    ASSERT_TRUE(write_file(folder_.file("lists/stop.txt"), words));
  }
  testing::Said run(const std::string& arguments) { return standfast("run " + arguments, folder_.path()); }
  std::string scores(const std::string& name) {
    return read_file(folder_.file(name + "/scores.csv")).value();
  }
  testing::TemporaryFolder folder_;
};

TEST_F(AuxiliaryRun, ItsContentIsPartOfTheRun) {
  const auto planned = run("named.toml --dry-run");
  ASSERT_EQ(planned.code, 0) << planned.err;
  EXPECT_THAT(planned.out, HasSubstr("auxiliary stop: 3 words\n"));
  const auto json = nlohmann::json::parse(run("named.toml --dry-run --json").out).at("auxiliaries");
  EXPECT_EQ(json.at(0).at("entries"), 3);

  ASSERT_EQ(run("named.toml --out named --no-report").code, 0);
  ASSERT_EQ(run("plain.toml --out plain --no-report").code, 0);
  EXPECT_EQ(scores("named"), scores("plain"));
  // The same keys: cells made from the path are the cells made from the name.
  EXPECT_EQ(read_file(folder_.file("named/plan.jsonl")).value(),
            read_file(folder_.file("plain/plan.jsonl")).value());
  const auto provenance = nlohmann::json::parse(read_file(folder_.file("named/provenance.json")).value());
  const auto& recorded = provenance.at("study").at("auxiliaries").at(0);
  EXPECT_EQ(recorded.at("path"), "lists/stop.txt");
  EXPECT_EQ(recorded.at("sha256").get<std::string>().size(), 64U);

  write_list("au0x1\nau1x2\nau2x3\nau3x4\n");
  const auto changed = run("named.toml --out named --no-report");
  EXPECT_EQ(changed.code, 2) << changed.err;
  ASSERT_EQ(run("named.toml --out other --no-report").code, 0);
  EXPECT_NE(read_file(folder_.file("other/plan.jsonl")).value(),
            read_file(folder_.file("plain/plan.jsonl")).value());
}

TEST_F(AuxiliaryRun, ABadFileIsRefusedBeforeAnythingRuns) {
  write_list("# only a comment\n\xff\n");
  for (const char* how : {"--dry-run", "--out run", "--out run --prepare"}) {
    const auto refused = run(std::string("named.toml ") + how);
    EXPECT_EQ(refused.code, 3) << refused.err;
    EXPECT_THAT(refused.err, HasSubstr("auxiliary stop: lists/stop.txt:2: not UTF-8"));
    EXPECT_FALSE(std::filesystem::exists(folder_.file("run")));
  }
  std::filesystem::remove(folder_.file("lists/stop.txt"));
  EXPECT_THAT(run("named.toml --dry-run").err, HasSubstr("auxiliary stop: "));
}

}  // namespace
}  // namespace standfast
