// Tests of conditions that are asked of some of the corpora: what is planned, run and shown, and what is said
// about the other corpora.
#include <gmock/gmock.h>

#include "standfast/base/json.h"
#include "tests/support/class_run.h"
#include "tests/support/study_run.h"

namespace standfast::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kTwo = R"(task = "classification"
seed = 5
ignore = ["SF105", "SF104"]
[[corpus]]
path = "posts.jsonl"
[[corpus]]
path = "mails.jsonl"
)";
constexpr const char* kModels = "[[model]]\ntype = \"naive-bayes\"\n[[model]]\ntype = \"nearest-centroid\"\n";
std::string iid(const char* corpora) {
  return std::string("[[condition]]\nname = \"iid\"\nreference = true\n") + corpora +
         "split = { method = \"stratified-k-fold\", folds = 2 }\n";
}
std::string novel(const char* corpora) {
  return std::string("[[condition]]\nname = \"unseen\"\n") + corpora +
         "split = \"leave-one-topic-out\"\n[[condition]]\nname = \"control\"\ncontrol-of = \"unseen\"\ntrades = 1\n";
}

class AskedCorpora : public ::testing::Test {
 protected:
  void SetUp() override {
    write_posts(folder_.file("posts.jsonl"), {.authors = 4, .topics = 3, .words = 20, .mine = 0.5});
    write_posts(folder_.file("mails.jsonl"), {.authors = 3, .topics = 3, .words = 20, .mine = 0.5});
  }
  Said run(const std::string& words) const { return standfast(words, folder_.path()); }
  void write(const std::string& text) const { std::ofstream(folder_.file("study.toml")) << text; }
  std::string file(const std::string& name) const { return read_file(folder_.file(name)).value_or(""); }
  TemporaryFolder folder_;
};

TEST_F(AskedCorpora, NothingElseIsPlannedMissingOrShown) {
  write(std::string(kTwo) + iid("") + novel("corpora = [\"mails\"]\n") + kModels);
  const Said plan = run("run study.toml --dry-run");
  ASSERT_EQ(plan.code, 0) << plan.err;
  EXPECT_THAT(plan.out, AllOf(HasSubstr("posts / iid"), HasSubstr("mails / iid"), HasSubstr("mails / unseen"),
                              HasSubstr("mails / control"), Not(HasSubstr("posts / unseen")),
                              Not(HasSubstr("posts / control"))));
  const Said said = run("run study.toml --out RUN");
  ASSERT_EQ(said.code, 0) << said.err;
  const auto status = nlohmann::json::parse(run("status RUN --json").out);
  EXPECT_TRUE(status.at("complete"));
  EXPECT_TRUE(status.at("missing").empty());

  const auto report = nlohmann::json::parse(run("report RUN --json").out);
  EXPECT_EQ(report.at("missing"), 0);
  size_t cells = 0;
  for (const auto& cell : report.at("survival")) {
    EXPECT_TRUE(cell.at("corpus") == "mails" || cell.at("condition") == "iid") << cell;
    cells += cell.at("metric") == "accuracy" ? 1 : 0;
  }
  EXPECT_EQ(cells, (1U + 3U) * 3U) << "conditions of either corpus x models";
  EXPECT_THAT(file("RUN/tables/survival-posts-accuracy.tex"),
              AllOf(HasSubstr("iid"), Not(HasSubstr("unseen")), Not(HasSubstr("control"))));
  EXPECT_THAT(file("RUN/tables/survival-mails-accuracy.tex"), HasSubstr("unseen"));
  EXPECT_THAT(file("RUN/tables/conditions.csv"), HasSubstr("Asked of mails only."));
  for (const auto& [name, bytes] : tree_of(folder_.file("RUN/tables")))
    if (name.find("posts") != std::string::npos) {
      EXPECT_THAT(bytes, Not(HasSubstr("unseen"))) << name;
    }

  // The scores of the mails equal their scores in the study that asks every condition of every corpus.
  write(std::string(kTwo) + iid("") + novel("") + kModels);
  ASSERT_EQ(run("run study.toml --out ALL").code, 0);
  EXPECT_EQ(file("RUN/tables/survival-mails-accuracy.csv"), file("ALL/tables/survival-mails-accuracy.csv"));
}

TEST_F(AskedCorpora, MoreMayBeAskedOfARunAndNotLess) {
  write(std::string(kTwo) + iid("") + novel("corpora = [\"mails\"]\n") + kModels);
  ASSERT_EQ(run("run study.toml --out RUN").code, 0);
  write(std::string(kTwo) + iid("") + novel("") + kModels);
  const Said more = run("run study.toml --out RUN");
  ASSERT_EQ(more.code, 0) << more.err;
  ASSERT_EQ(run("run study.toml --out ALL").code, 0);
  EXPECT_EQ(file("RUN/scores.csv"), file("ALL/scores.csv"));
  write(std::string(kTwo) + iid("corpora = [\"posts\"]\n") + novel("") + kModels);
  const Said less = run("run study.toml --out RUN");
  EXPECT_EQ(less.code, 2);
  EXPECT_THAT(less.err, HasSubstr("condition \"iid\" is no longer asked of corpus \"mails\""));
}

TEST_F(AskedCorpora, ACorpusWithoutTheReferenceIsSaid) {
  write(std::string(kTwo) + iid("corpora = \"posts\"\n") + novel("") + kModels);
  EXPECT_THAT(
      run("run study.toml --dry-run").out,
      HasSubstr("SF112 mails: \"iid\" is the reference, but the study does not apply it to this corpus"));
  const Said said = run("run study.toml --out RUN");
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.err + said.out, HasSubstr("SF112 mails"));
  const auto report = nlohmann::json::parse(run("report RUN --json").out);
  const std::string headlines = report.at("headlines").dump();
  EXPECT_THAT(
      headlines,
      HasSubstr("mails: iid is the reference and is not run on this corpus, so nothing is compared."));
  for (const auto& cell : report.at("survival")) {
    if (cell.at("corpus") != "mails" || cell.at("condition") != "unseen" || cell.at("metric") != "accuracy")
      continue;
    EXPECT_TRUE(cell.at("score").is_number());
    EXPECT_EQ(cell.at("why_not"), "the reference is not run on this corpus");
    EXPECT_TRUE(cell.at("lost").is_null());
  }
  EXPECT_THAT(
      file("RUN/report.html"),
      HasSubstr("The reference, &quot;iid&quot;, is not run on this corpus, so nothing is compared."));
}

}  // namespace

class AskedPairs : public StudyRun {};

// The same holds for verification, which has other tables.
TEST_F(AskedPairs, NothingElseIsShown) {
  std::filesystem::copy_file(file("posts.jsonl"), file("mails.jsonl"));
  write_study("study.toml", std::string(kHead) + "[[corpus]]\npath = \"mails.jsonl\"\n" + kIid + kHits +
                                "corpora = [\"mails\"]\n" + kPpm + kNgram);
  ASSERT_EQ(run("RUN"), 0) << output();
  ASSERT_EQ(command({"report", file("RUN"), "--json"}), 0) << output();
  for (const auto& [name, bytes] : tree_of(file("RUN/tables")))
    if (name.find("posts") != std::string::npos) {
      EXPECT_EQ(bytes.find("hits,"), std::string::npos) << name;
    }
  EXPECT_NE(read_file(file("RUN/tables/survival-mails-auc.csv"))->find("hits,"), std::string::npos);
  ASSERT_EQ(command({"compare", file("RUN"), "--test", "models"}), 0) << output();
}

}  // namespace standfast::testing
