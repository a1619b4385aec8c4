// Tests of coded warnings about a study: before a run, in a run, and in its report.
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/corpus/synth/synth.h"
#include "tests/support/command.h"

namespace standfast {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::Said;

// A study of all topics, shuffled, against four topics of HITS: sizes and pairs differ, and each condition
// has one draw.
constexpr const char* kConfounded = R"([[corpus]]
path = "corpus.jsonl"
[[condition]]
name = "i.i.d."
reference = true
split = { method = "k-fold", folds = 4 }
[[condition]]
name = "HITS"
sample = { method = "hits", topics = 4 }
split = { method = "topic-k-fold", folds = 4 }
[[model]]
type = "topic-fit"
)";

class CodedWarnings : public ::testing::Test {
 protected:
  void SetUp() override {
    SynthOptions options;
    options.authors = 24;
    options.topics = 12;
    options.families = 4;
    options.documents = 1920;  // so that fair conditions have pairs for trainings of similar size
    options.length = 30;
    const auto synth = Synth::make(options);
    ASSERT_TRUE(synth);
    ASSERT_TRUE(synth->write(folder_.file("written.jsonl"), 1, null_sink()));
    // The column of families, which would be checked as topics are, is removed.
    std::istringstream written(*read_file(folder_.file("written.jsonl")));
    std::string corpus;
    for (std::string line; std::getline(written, line);) {
      auto document = nlohmann::ordered_json::parse(line);
      document.erase("family");
      corpus += document.dump() + "\n";
    }
    ASSERT_TRUE(write_file(folder_.file("corpus.jsonl"), corpus));
    ASSERT_TRUE(write_file(folder_.file("study.toml"), kConfounded));
  }
  Said standfast(const std::string& arguments) { return testing::standfast(arguments, folder_.path()); }
  static std::vector<std::string> codes(const nlohmann::json& document) {
    std::vector<std::string> found;
    for (const auto& warning : document.at("warnings")) found.push_back(warning.at("code"));
    return found;
  }
  std::vector<std::string> dry_codes(const std::string& more = "") {
    const auto said = standfast("run study.toml --dry-run --json " + more);
    EXPECT_EQ(said.code, 0) << said.err;
    return codes(nlohmann::json::parse(said.out));
  }
  void write_study(const std::string& text) { ASSERT_TRUE(write_file(folder_.file("study.toml"), text)); }

  testing::TemporaryFolder folder_;
};

TEST_F(CodedWarnings, ADryRunNamesThem) {
  EXPECT_THAT(dry_codes(), ElementsAre("SF101", "SF102", "SF103", "SF104", "SF115"));
  write_study("metric = \"overall\"\n" + std::string(kConfounded));
  EXPECT_THAT(dry_codes(), ElementsAre("SF101", "SF102", "SF103", "SF104", "SF110", "SF115"));
  const auto said = standfast("run study.toml --dry-run");
  EXPECT_EQ(said.code, 0);
  EXPECT_THAT(said.out,
              AllOf(HasSubstr("\nSF101 corpus: "), HasSubstr("\nSF110 "), HasSubstr("docs/warnings.md")));
  // The properties that pairs share are one fact and one line.
  EXPECT_THAT(
      said.out,
      AllOf(
          HasSubstr("\nSF102, SF103, SF115 corpus: a rule that knows only whether a pair shares their topic"),
          Not(HasSubstr("\nSF103 "))));
}

// A column that is coarser than the topics is checked as the topics are.
TEST_F(CodedWarnings, AColumnOfFamiliesIsNamed) {
  std::string study = kConfounded;
  study.replace(study.find("corpus.jsonl"), std::string("corpus.jsonl").size(), "written.jsonl");
  write_study(study);
  const auto said = standfast("run study.toml --dry-run --json");
  ASSERT_EQ(said.code, 0) << said.err;
  const auto json = nlohmann::json::parse(said.out);
  EXPECT_THAT(codes(json), ElementsAre("SF101", "SF102", "SF103", "SF104", "SF115", "SF115"));
  EXPECT_THAT(json.at("warnings").back().at("message").get<std::string>(),
              HasSubstr("whether two documents share their \"family\" has an AUC above guessing"));
}

TEST_F(CodedWarnings, IgnoredOnesAreCountedAlone) {
  write_study("metric = \"overall\"\n" + std::string(kConfounded));
  const auto said = standfast("run study.toml --dry-run --json --ignore SF101 --ignore sf110");
  const auto json = nlohmann::json::parse(said.out);
  EXPECT_THAT(codes(json), ElementsAre("SF102", "SF103", "SF104", "SF115"));
  EXPECT_EQ(json.at("warnings_ignored"), 2);
  write_study("ignore = [\"SF102\", \"SF103\"]\nmetric = \"auc\"\nseeds = 2\n" + std::string(kConfounded));
  EXPECT_THAT(dry_codes("--ignore SF101"), ElementsAre("SF104", "SF115"));
  // The flag takes one code, so the study may follow it.
  EXPECT_EQ(standfast("run --ignore SF101 study.toml --dry-run").code, 0);
  const auto unknown = standfast("run study.toml --dry-run --ignore SF999");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("there is no warning \"SF999\""));
}

TEST_F(CodedWarnings, AFairComparisonHasNone) {
  std::string fair = "metric = \"auc\"\nseeds = 2\n" + std::string(kConfounded);
  const std::string pairs = "pairs = { positives = \"cross-topic\", negatives = \"cross-topic\" }\n";
  const auto put = [&](const std::string& old, const std::string& now) {
    fair.replace(fair.find(old), old.size(), now);
  };
  put("split = { method = \"k-fold\", folds = 4 }\n",
      "sample = { method = \"random-topics\", topics = 6 }\nsplit = { method = \"k-fold\", folds = 2 }\n" +
          pairs);
  put("topics = 4 }\nsplit = { method = \"topic-k-fold\", folds = 4 }\n",
      "topics = 6 }\nsplit = { method = \"topic-k-fold\", folds = 2 }\n" + pairs);
  write_study(fair);
  EXPECT_THAT(dry_codes(), IsEmpty());
  // A sound design does not make a model better than guessing, so the dry run says from which AUC on it could
  // be told from guessing.
  EXPECT_THAT(standfast("run study.toml --dry-run").out,
              AllOf(HasSubstr("told from guessing (else SF201) from an AUC of"),
                    HasSubstr("no warnings of the design; warnings of scores come after the run")));
}

TEST_F(CodedWarnings, ARunSaysThemAfterItsTableAndInItsReport) {
  const auto dry = dry_codes();
  const auto said = standfast("run study.toml --out run --ignore SF104");
  ASSERT_EQ(said.code, 0) << said.err;
  // While the models run, only the codes are listed; after the table comes a short line for each.
  EXPECT_THAT(
      said.err,
      AllOf(HasSubstr("warnings of the design, explained after the table: SF101, SF102, SF103, SF115\n"),
            HasSubstr("warning: SF101 corpus: "), Not(HasSubstr("SF104"))));
  EXPECT_EQ(said.err.find("warning: SF101"), said.err.rfind("warning: SF101"));  // once
  const auto both = testing::standfast("run study.toml --out run 2>&1", folder_.path());
  EXPECT_LT(both.out.find("What survives on"), both.out.find("warning: SF101")) << both.out;
  std::istringstream lines(said.err);
  for (std::string line; std::getline(lines, line);)
    EXPECT_LE(line.size(), std::string("warning: ").size() + 200) << line;
  const auto report = standfast("report run --json");
  const auto json = nlohmann::json::parse(report.out);
  auto found = codes(json);
  std::erase_if(found, [](const auto& code) { return code.starts_with("SF2"); });
  EXPECT_EQ(found, dry);  // the records say what the dry run said
  for (size_t i = 0; i < dry.size(); ++i)
    EXPECT_EQ(json.at("warnings")[i],
              nlohmann::json::parse(standfast("run study.toml --dry-run --json").out).at("warnings")[i]);
  EXPECT_TRUE(json.at("tables").contains("warnings"));
  EXPECT_THAT(*read_file(folder_.file("run/tables/warnings.csv")), HasSubstr("SF101"));
  const std::string page = *read_file(folder_.file("run/report.html"));
  EXPECT_LT(page.find("Before you read the numbers"), page.find("What survives on"));
  EXPECT_THAT(standfast("report run").err, HasSubstr("warning: SF101"));
  // Ignored warnings are in no part of the report.
  ASSERT_EQ(standfast("report run --ignore SF101").code, 0);
  EXPECT_THAT(*read_file(folder_.file("run/report.html")), Not(HasSubstr("SF101")));
}

TEST_F(CodedWarnings, TheFirstShardOfAPreparedRunSaysThem) {
  ASSERT_EQ(standfast("run study.toml --out run --prepare").code, 0);
  EXPECT_EQ(standfast("work run --shard 2/2").code, 5) << "waits for the splits of the other";
  const auto first = standfast("work run --shard 1/2");
  EXPECT_THAT(first.err, HasSubstr("warning: SF101 corpus: "));
  EXPECT_THAT(standfast("work run --shard 2/2").err, Not(HasSubstr("SF101")));
}

TEST_F(CodedWarnings, TheStudyNamesTheMetricShownFirst) {
  write_study("metric = \"overall\"\nignore = [\"SF101\"]\n" + std::string(kConfounded));
  ASSERT_EQ(standfast("run study.toml --out run --no-report").code, 0);
  const auto report = standfast("report run");
  EXPECT_THAT(report.out, HasSubstr("What survives on corpus: overall"));
  EXPECT_THAT(report.err, AllOf(HasSubstr("SF110"), Not(HasSubstr("SF101"))));
  const auto other = standfast("report run --metric auc");
  EXPECT_THAT(other.out, HasSubstr("What survives on corpus: auc"));
  EXPECT_THAT(other.err, Not(HasSubstr("SF110")));
  // The study may change its mind; its cells stay.
  write_study(kConfounded);
  EXPECT_EQ(standfast("run study.toml --out run --no-report").code, 0);
  EXPECT_THAT(standfast("report run").out, HasSubstr("What survives on corpus: auc"));
}

TEST_F(CodedWarnings, ControlsMindColumnsThatNoRoleReads) {
  std::string lines;
  for (int i = 0; i < 480; ++i)
    lines += fmt::format(
        R"({{"id": "{0}", "text": "words of a{1} on t{2} {0}", "author": "a{1}", "topic": "t{2}", "thread": "th{3}"}})"
        "\n",
        i, i % 8, i / 60, i / 6);
  ASSERT_TRUE(write_file(folder_.file("threads.jsonl"), lines));
  const std::string study = R"(task = "classification"
seeds = 2
[[corpus]]
path = "threads.jsonl"
[[condition]]
name = "novel"
split = "leave-one-topic-out"
)";
  const std::string control = "[[condition]]\nname = \"control\"\ncontrol-of = \"novel\"\n";
  const std::string model = "[[model]]\ntype = \"naive-bayes\"\n";
  write_study(study + model);
  EXPECT_THAT(dry_codes(), IsEmpty());
  write_study(study + control + model);
  // One of the two conditions is the reference. If none is marked, the first is taken, and this is reported.
  EXPECT_THAT(dry_codes(), ElementsAre("SF108", "SF123"));
  ASSERT_EQ(standfast("run study.toml --out run --no-report").code, 0);
  EXPECT_THAT(standfast("report run").err,
              AllOf(HasSubstr("SF108 threads: "),
                    HasSubstr("SF123 no condition says reference = true, so \"novel\"")));
}

}  // namespace
}  // namespace standfast
