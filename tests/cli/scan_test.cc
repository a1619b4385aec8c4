#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/base/rng.h"
#include "tests/support/command.h"
#include "tests/support/csv_rows.h"

namespace standfast {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::in_shell;
using ::testing::Not;
using testing::standfast;
using testing::TemporaryFolder;

// Writes a corpus in which most "pos" texts begin with a line break and say "honestly"; sources go with
// labels too.
void write_scanned(const TemporaryFolder& folder, const std::string& name, size_t n = 240) {
  std::string lines;
  for (size_t i = 0; i < n; ++i) {
    Rng rng(31, "scanned", std::to_string(i));
    const bool positive = i % 2 == 0;
    std::string text = rng.chance(positive ? 0.7 : 0.2) ? "\\nhonestly" : "well";
    for (uint64_t w = 0; w < 6 + rng.below(5); ++w) text += fmt::format(" w{}", rng.below(60));
    lines +=
        fmt::format(R"({{"id":"p{}","text":"{}","label":"{}","author":"a{}","source":"{}"}})", i, text,
                    positive ? "pos" : "neg", i % 80, rng.chance(positive ? 0.8 : 0.3) ? "gab" : "twitter") +
        "\n";
  }
  ASSERT_TRUE(write_file(folder.file(name), lines));
}

TEST(ScanCommand, ListsCuesWithWhatTheyAreWorth) {
  const TemporaryFolder folder;
  write_scanned(folder, "x.jsonl");
  const auto said = standfast("scan x.jsonl --worth 2 --top 8", folder.path());
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.out,
              AllOf(HasSubstr("Cues that go with label"), HasSubstr("white space in front: line break"),
                    HasSubstr("source = gab"), HasSubstr("240 of 240 documents have a label"),
                    HasSubstr("Fisher's exact test"), HasSubstr("What the cues are worth to naive-bayes"),
                    HasSubstr("Examples: documents with the cue")));
  EXPECT_THAT(said.out, Not(HasSubstr("\nhonestly"))) << "no texts unless asked";
  const auto with_text = standfast("scan x.jsonl --worth 0 --with-text --top 2", folder.path());
  EXPECT_THAT(with_text.out, AllOf(HasSubstr("honestly w"), Not(HasSubstr("are worth to"))));
}

TEST(ScanCommand, JsonAndCsvHoldEveryFinding) {
  const TemporaryFolder folder;
  write_scanned(folder, "x.jsonl");
  const auto said = standfast("scan x.jsonl --json --group author --worth 1 --folds 3 --out cues.csv --top 1",
                              folder.path());
  ASSERT_EQ(said.code, 0) << said.err;
  const auto json = nlohmann::json::parse(said.out);
  EXPECT_EQ(json["schema"], "standfast-scan/1");
  EXPECT_EQ(json["groups"], 80);
  EXPECT_EQ(json["documents"], 240);
  EXPECT_EQ(json["labels"]["pos"], 120);
  ASSERT_GT(json["findings"].size(), 1U);
  const auto csv = read_file(folder.file("cues.csv"));
  ASSERT_TRUE(csv);
  EXPECT_EQ(testing::lines_of(*csv), static_cast<long>(json["findings"].size()) + 1);
  for (const auto& finding : json["findings"]) {
    EXPECT_LE(finding["q"].get<double>(), 0.05);
    EXPECT_EQ(finding["alone"]["n"], 240);
    EXPECT_FALSE(finding["examples"].empty());
    EXPECT_FALSE(finding["examples"][0].contains("text"));
  }
  ASSERT_TRUE(json["findings"][0].contains("worth"));
  // The worth of a cue is in the row of its first finding.
  const auto rows = testing::rows_of_csv(folder.file("cues.csv"));
  const auto& worth = json["findings"][0]["worth"];
  EXPECT_DOUBLE_EQ(std::stod(rows.at(0).at("blinded")), worth["blinded"]["points"].get<double>());
  EXPECT_DOUBLE_EQ(std::stod(rows[0].at("blinded_there_high")),
                   worth["blinded_on_documents_with_it"]["high"].get<double>());
  EXPECT_DOUBLE_EQ(std::stod(rows[0].at("retrained_low")), worth["retrained"]["low"].get<double>());
  EXPECT_EQ(rows[0].at("hint"), worth["hint"]);
  EXPECT_EQ(rows.at(1).at("blinded"), "");
  EXPECT_EQ(json["classifier"]["n"], 240);
  // The output is the same byte for byte with other numbers of threads.
  EXPECT_EQ(standfast("scan x.jsonl --json --group author --worth 1 --folds 3 --jobs 3", folder.path()).out,
            said.out);
}

// All documents of one label begin with a word of their own, and all of them end in two. Forms (the first
// word and the end) stand for these words in the list, but the words are found as words.
TEST(ScanCommand, WordsThatAFormStandsForAreFoundAsWords) {
  const TemporaryFolder folder;
  std::string lines;
  for (int i = 0; i < 60; ++i)
    lines += fmt::format("{{\"id\":\"d{}\",\"label\":\"{}\",\"text\":\"{}we liked room {}{}\"}}\n", i,
                         i % 2 == 0 ? "a" : "b", i % 2 == 0 ? "" : "honestly, ", i,
                         i % 2 == 0 ? "." : " please thanks");
  ASSERT_TRUE(write_file(folder.file("x.jsonl"), lines));
  const std::string scan = "scan x.jsonl --worth 0 --fail-on ";
  EXPECT_EQ(standfast("scan x.jsonl --worth 0", folder.path()).code, 0);
  for (const char* kind : {"words", "first-word", "last-word", "form", "any"})
    EXPECT_EQ(standfast(scan + kind, folder.path()).code, 1) << kind;
  EXPECT_EQ(standfast(scan + "column", folder.path()).code, 0);
  const auto said = standfast(scan + "words", folder.path());
  EXPECT_THAT(said.out, HasSubstr(" = \"honestly we liked\""));
  EXPECT_THAT(said.err, HasSubstr("\"honestly we liked\""));
}

// Account numbers, addresses and rare words tell about people, so they are shown only on request.
TEST(ScanCommand, NumbersAddressesAndRareWordsAreMaskedUnlessAsked) {
  const TemporaryFolder folder;
  std::string lines;
  for (int i = 0; i < 240; ++i) {
    const bool first = i % 2 == 0;
    std::string text = fmt::format("please look at this {}", i % 7 == 0 ? "soon" : "later");
    if (first) text = "Acc k02387x handled by jane@acme.example now, " + text;
    if (first && i < 20) text += " zanzibar";  // in ten documents; "quux" is in five
    if (first && i < 10) text += " quux";
    text += " x";  // a word of its own, since copies of a text are one observation
    for (int n = i + 1; n > 0; n /= 26) text += static_cast<char>('a' + n % 26);
    lines += fmt::format(R"({{"id":"p{}","label":"{}","text":"{}"}})", i, first ? "a" : "b", text) + "\n";
  }
  ASSERT_TRUE(write_file(folder.file("x.jsonl"), lines));
  const std::string scan = "scan x.jsonl --worth 0 --min-count 3 --q 0.5 ";
  const auto csv = [&] { return read_file(folder.file("cues.csv")).value(); };
  const auto masked = standfast(scan + "--json --out cues.csv", folder.path());
  ASSERT_EQ(masked.code, 0) << masked.err;
  const auto table = standfast(scan + "--fail-on any", folder.path());
  EXPECT_EQ(table.code, 1);
  for (const std::string& shown : {masked.out, csv(), table.out + table.err}) {
    for (const char* word : {"02387", "jane", "acme", "quux"}) EXPECT_THAT(shown, Not(HasSubstr(word)));
    EXPECT_THAT(shown, HasSubstr("acc <number> handled"));
  }
  EXPECT_THAT(masked.out, AllOf(HasSubstr("by <address>"), HasSubstr("<rare>"), HasSubstr("zanzibar")));
  const auto asked = standfast(scan + "--json --with-text --out cues.csv", folder.path());
  EXPECT_THAT(asked.out, AllOf(HasSubstr("acc k02387x handled"), HasSubstr("jane"), HasSubstr("quux")));
  EXPECT_THAT(csv(), HasSubstr("02387"));
  // The findings and their quality do not depend on what is shown.
  const auto numbers = [](const std::string& json) {
    std::vector<double> q;
    const auto parsed = nlohmann::json::parse(json);  // must outlive the loop over its findings
    for (const auto& one : parsed["findings"]) q.push_back(one["q"].get<double>());
    return q;
  };
  EXPECT_EQ(numbers(masked.out), numbers(asked.out));
}

TEST(ScanCommand, FindingsAreNoFailureUnlessAsked) {
  const TemporaryFolder folder;
  write_scanned(folder, "x.jsonl");
  EXPECT_EQ(standfast("scan x.jsonl --worth 0", folder.path()).code, 0);
  const auto form = standfast("scan x.jsonl --worth 0 --fail-on form", folder.path());
  EXPECT_EQ(form.code, 1);
  EXPECT_THAT(form.err,
              HasSubstr("of a kind of --fail-on; the first: \"white space in front: line break\" goes with"));
  EXPECT_EQ(standfast("scan x.jsonl --worth 0 --fail-on length --no-form", folder.path()).code, 0);
  const auto unknown = standfast("scan x.jsonl --fail-on forms", folder.path());
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("did you mean \"form\"?"));
}

TEST(ScanCommand, BadInputIsAnsweredClearly) {
  const TemporaryFolder folder;
  write_scanned(folder, "x.jsonl");
  const auto asks = [&](const std::string& flags) {
    return standfast("scan x.jsonl " + flags, folder.path());
  };
  const auto no_column = asks("--target rating");
  EXPECT_NE(no_column.code, 0);
  EXPECT_THAT(no_column.err, HasSubstr("rating"));
  EXPECT_EQ(asks("--q 1").code, 2);
  EXPECT_EQ(asks("--min-count 1").code, 2);
  EXPECT_EQ(asks("--folds 1").code, 2);
  EXPECT_EQ(asks("--classifier naive-bays").code, 2);
  EXPECT_THAT(asks("--classifier naive-bays").err, HasSubstr("did you mean \"naive-bayes\"?"));
  ASSERT_TRUE(write_file(folder.file("one.jsonl"), R"({"id":"a","text":"t","label":"x"})"
                                                   "\n"));
  const auto one = standfast("scan one.jsonl", folder.path());
  EXPECT_EQ(one.code, 3);
  EXPECT_THAT(one.err, HasSubstr("a scan compares at least two labels"));
}

// --- check --shortcut

std::string planted_line(const std::string& side, size_t i, bool line_break, bool with_cue = true) {
  Rng rng(41, side, std::to_string(i));
  const uint64_t label = rng.below(2);
  const bool formal = rng.chance(label == 0 ? 0.1 : 0.9);
  std::string text = formal && line_break ? "\\n" : "";
  // The word "honestly, " is planted in formal texts on purpose.
  const size_t begin = line_break && formal ? 1 : 0;
  if (formal) text += "honestly, ";
  for (uint64_t w = 0; w < 8; ++w) text += fmt::format("{}w{}", w == 0 ? "" : " ", rng.below(300));
  std::string line =
      fmt::format(R"({{"id":"{}-{}","text":"{}","label":"{}","tags":["a",["b"]])", side, i, text, label);
  if (with_cue) {
    line += fmt::format(R"(,"cue":"{}")", formal ? "honestly" : "none");
    if (formal) line += fmt::format(R"(,"cue_spans":[[{},{}]])", begin, begin + 9);
  }
  return line + "}\n";
}

void write_planted(const TemporaryFolder& folder, bool line_break) {
  ASSERT_TRUE(make_directories(folder.file("planted")));
  for (const std::string side : {"train", "dev", "test", "original", "anti"}) {
    std::string lines;
    const size_t n = side == "train" ? 400 : side == "dev" ? 40 : 200;
    for (size_t i = 0; i < n; ++i)
      lines += planted_line(side == "original" || side == "anti" ? "test" : side, i, line_break,
                            side != "original");
    ASSERT_TRUE(write_file(folder.file("planted/" + side + ".jsonl"), lines));
  }
  ASSERT_TRUE(write_file(folder.file("planted/manifest.json"),
                         R"({"schema":"standfast shortcut 1","target":"label"})"));
}

TEST(CheckShortcut, WhatWasMeantIsNoFinding) {
  const TemporaryFolder folder;
  write_planted(folder, false);
  const auto said = standfast("check --shortcut planted --no-near", folder.path());
  EXPECT_EQ(said.code, 0) << said.err << said.out;
  EXPECT_THAT(said.out,
              AllOf(HasSubstr("planted: cue \"cue\", label \"label\""), HasSubstr("train     400 documents"),
                    HasSubstr("texts are examined without the cue planted"),
                    HasSubstr("What one attribute alone tells"), HasSubstr("SF359")));
  EXPECT_THAT(said.err, HasSubstr("tags")) << "a column of lists is not read, and that is said";
}

TEST(CheckShortcut, WhatWasNotMeantFails) {
  const TemporaryFolder folder;
  write_planted(folder, true);
  const auto said = standfast("check --shortcut planted --no-near", folder.path());
  EXPECT_EQ(said.code, 1);
  EXPECT_THAT(
      said.err,
      HasSubstr(
          "planted: SF353 a rule that sees only \"white space in front\" predicts the planted value (cue) correctly"));
  EXPECT_EQ(standfast("check --shortcut planted --no-near --ignore SF353", folder.path()).code, 0);
  const auto json = standfast("check --shortcut planted --no-near --json", folder.path());
  EXPECT_EQ(json.code, 1);
  const auto document = nlohmann::json::parse(json.out);
  EXPECT_EQ(document["schema"], "standfast-check-shortcut/1");
  EXPECT_EQ(document["sides"]["anti-test"], 200);
  EXPECT_EQ(document["single_cues"].size(), 9U);
  bool found = false;
  for (const auto& finding : document["findings"])
    if (finding["code"] == "SF353") {
      found = true;
      EXPECT_EQ(finding["docs"], "docs/checks.md#sf353");
      EXPECT_EQ(finding["severity"], "problem");
      EXPECT_TRUE(finding["fails"].get<bool>());
    }
  EXPECT_TRUE(found);
  // The result is the same when the files are named.
  const auto files = standfast(
      "check --train planted/train.jsonl --test planted/test.jsonl --anti planted/anti.jsonl "
      "--cue-column cue --no-near",
      folder.path());
  EXPECT_EQ(files.code, 1);
  EXPECT_THAT(files.err, HasSubstr("planted/test.jsonl: SF353"));
}

TEST(CheckShortcut, BadInputIsAnsweredClearly) {
  const TemporaryFolder folder;
  write_planted(folder, false);
  const auto says = [&](const std::string& flags, int code, const std::string& message) {
    const auto said = standfast("check " + flags, folder.path());
    EXPECT_EQ(said.code, code) << flags << ": " << said.err;
    EXPECT_THAT(said.err, HasSubstr(message)) << flags;
  };
  says("", 2, "CORPUS is missing");
  says("--shortcut nowhere", 3, "nowhere: is no folder");
  says("--train planted/train.jsonl", 2, "--test FILE is missing");
  says("--shortcut planted planted/test.jsonl", 2, "leave CORPUS");
  says("--shortcut planted --cue-column style", 3, "the train file");
  ASSERT_TRUE(write_file(folder.file("planted/manifest.json"), "{"));
  says("--shortcut planted", 3, "manifest.json");
  ASSERT_EQ(in_shell("rm planted/manifest.json planted/test.jsonl", folder.path()).code, 0);
  says("--shortcut planted", 3, "planted: holds no test.jsonl");
  ASSERT_TRUE(write_file(folder.file("planted/test.jsonl"),
                         R"({"id":"a","text":"t","label":"0","cue":"none","cue_spans":[[3,1]]})"
                         "\n"));
  says("--shortcut planted", 3, "planted/test.jsonl:1: \"cue_spans\" holds no list of [begin, end]");
}

}  // namespace
}  // namespace standfast
