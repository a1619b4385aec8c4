// Tests of analyses of splits as part of a study.
#include <cmath>
#include <set>

#include <gmock/gmock.h>

#include "standfast/base/json.h"
#include "tests/support/class_run.h"
#include "tests/support/csv_rows.h"
#include "tests/support/study_run.h"
#include "tests/support/text_with.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kAnalysedStudy = R"(task = "classification"
seed = 5
seeds = 2
[analyses]
splits = [
  "word-overlap",
  "label-mix",
  { method = "kl", columns = ["topic", "author"], name = "columns" },
  { method = "shift", encoder = "tfidf", permutations = 9 },
]
[[corpus]]
path = "posts.jsonl"
[[condition]]
name = "iid"
reference = true
split = { method = "k-fold", folds = 3 }
[[condition]]
name = "novel"
split = { method = "topic-k-fold", folds = 2 }
[[condition]]
name = "size-matched random"
control-of = "novel"
trades = 2
[[model]]
type = "naive-bayes"
)";

class AnalysedStudy : public ::testing::Test {
 protected:
  void SetUp() override {
    write_posts(folder_.file("posts.jsonl"), {.authors = 3, .topics = 4, .words = 4, .mine = .2});
    write(kAnalysedStudy);
  }
  Said run(const std::string& words) const { return standfast(words, folder_.path()); }
  void write(const std::string& text) const { std::ofstream(folder_.file("study.toml")) << text; }
  TemporaryFolder folder_;
};

TEST_F(AnalysedStudy, EveryNumberIsThatOfAnalyzeOnTheSameSplit) {
  const Said said = run("run study.toml --out RUN");
  ASSERT_EQ(said.code, 0) << said.err;
  const auto rows = rows_of_csv(folder_.file("RUN/tables/split-properties-posts.csv"));
  const std::map<std::string, std::string> asked = {
      {"word-overlap", "word-overlap"},
      {"label-mix", "label-mix"},
      {"columns", "kl --option kl.columns=topic,author"},
      {"shift", "shift --encoder tfidf --option shift.permutations=9"}};
  size_t compared = 0;
  for (const char* condition : {"iid", "novel", "size-matched random"})
    for (const char* seed : {"5", "6"})
      for (const auto& [name, what] : asked) {
        const Said analysed = run(fmt::format(
            "analyze posts.jsonl --splits 'RUN/splits/posts--{}--seed{}.json' --target author --json --what {}",
            condition, seed, what));
        ASSERT_EQ(analysed.code, 0) << analysed.err;
        const auto document = nlohmann::json::parse(analysed.out);
        for (const auto& table : document.at("tables"))
          for (const auto& wanted : table.at("rows")) {
            if (wanted.at("fold") != "all") continue;
            const auto found = std::find_if(rows.begin(), rows.end(), [&](const auto& row) {
              return row.at("condition") == condition && row.at("seed") == seed &&
                     row.at("analysis") == name && row.at("group") == wanted.at("group") &&
                     row.at("measure") == wanted.at("measure");
            });
            ASSERT_NE(found, rows.end()) << condition << seed << wanted;
            ++compared;
            const auto& value = wanted.at("value");
            if (value.is_null()) {
              EXPECT_EQ(found->at("value"), "") << wanted;
              EXPECT_EQ(found->at("note"), wanted.at("note").get<std::string>());
            } else {
              EXPECT_EQ(std::stod(found->at("value")), value.get<double>()) << wanted;
            }
            EXPECT_EQ(found->at("used"), std::to_string(wanted.at("used").get<uint64_t>()));
          }
      }
  EXPECT_GT(compared, 200U);
  // A control that trades documents has the classes of its condition, to the document.
  for (const auto& row : rows)
    if (row.at("condition") == "size-matched random" && row.at("group") == "" &&
        row.at("measure") == "total-variation") {
      for (const auto& other : rows)
        if (other.at("condition") == "novel" && other.at("measure") == "total-variation" &&
            other.at("seed") == row.at("seed")) {
          EXPECT_NEAR(std::stod(row.at("value")), std::stod(other.at("value")), 1e-12);
        }
    }
}

TEST_F(AnalysedStudy, CorrelationsRestOnScoresOfTheRun) {
  ASSERT_EQ(run("run study.toml --out RUN").code, 0);
  // The mean score of each draw comes from scores.csv, and the property from the other table.
  std::map<std::string, std::pair<double, int>> sums;
  for (const auto& row : rows_of_csv(folder_.file("RUN/scores.csv")))
    if (row.at("model") == "naive-bayes" && row.at("metric") == "accuracy") {
      auto& [sum, n] = sums[row.at("condition") + row.at("seed")];
      sum += std::stod(row.at("value"));
      ++n;
    }
  ASSERT_EQ(sums.size(), 6U);
  std::vector<double> x, y;
  for (const auto& row : rows_of_csv(folder_.file("RUN/tables/split-properties-posts.csv")))
    if (row.at("analysis") == "word-overlap" && row.at("measure") == "mean" && row.at("seed") != "all") {
      x.push_back(std::stod(row.at("value")));
      const auto [sum, n] = sums.at(row.at("condition") + row.at("seed"));
      y.push_back(sum / n);
    }
  ASSERT_EQ(x.size(), 6U);
  double mx = 0, my = 0, xy = 0, xx = 0, yy = 0;
  for (size_t i = 0; i < 6; ++i) {
    mx += x[i] / 6;
    my += y[i] / 6;
  }
  for (size_t i = 0; i < 6; ++i) {
    xy += (x[i] - mx) * (y[i] - my);
    xx += (x[i] - mx) * (x[i] - mx);
    yy += (y[i] - my) * (y[i] - my);
  }
  size_t found = 0;
  for (const auto& row : rows_of_csv(folder_.file("RUN/tables/split-correlations-posts.csv"))) {
    EXPECT_EQ(row.at("model"), "naive-bayes");
    EXPECT_EQ(row.at("metric"), "accuracy");
    if (row.at("property") != "word-overlap mean") continue;
    ++found;
    EXPECT_EQ(row.at("used"), row.at("points") == "draws" ? "6" : "3");
    if (row.at("points") == "draws") {
      EXPECT_NEAR(std::stod(row.at("r")), xy / std::sqrt(xx * yy), 1e-12);
    }
  }
  EXPECT_EQ(found, 2U);
}

TEST_F(AnalysedStudy, CanBeAskedLaterAndChangesNoCell) {
  const std::string all = kAnalysedStudy;
  const size_t begin = all.find("[analyses]"), end = all.find("[[corpus]]");
  write(all.substr(0, begin) + all.substr(end));
  ASSERT_EQ(run("run study.toml --out RUN").code, 0);
  const Tree before = tree_of(folder_.file("RUN"));
  EXPECT_FALSE(before.contains("tables/split-properties-posts.csv"));
  write(all);
  ASSERT_EQ(run("run study.toml --out RUN").code, 0);
  const Tree after = tree_of(folder_.file("RUN"));
  size_t analyses = 0;
  for (const auto& [name, bytes] : after) analyses += name.ends_with("/analysis.json") ? 1 : 0;
  EXPECT_EQ(analyses, 4U * 3 * 2);
  for (const auto& [name, bytes] : before)
    if (name.starts_with("cells/") || name.starts_with("splits/") || name == "scores.csv") {
      EXPECT_TRUE(after.at(name) == bytes) << name;
    }
  // A changed option makes this analysis again, and no other.
  write(text_with(all, "permutations = 9", "permutations = 10"));
  ASSERT_EQ(run("run study.toml --out RUN").code, 0);
  size_t kept = 0;
  for (const auto& [name, bytes] : tree_of(folder_.file("RUN")))
    kept += name.ends_with("/analysis.json") && after.contains(name) ? 1 : 0;
  EXPECT_EQ(kept, 3U * 3 * 2);
}

// A run that is made by shards, from a start that left some analyses out, has the bytes of a run that went
// straight through.
TEST_F(AnalysedStudy, ShardsAndRepairsEndWithTheSameBytes) {
  ASSERT_EQ(run("run study.toml --out STRAIGHT").code, 0);
  ASSERT_EQ(run("run study.toml --out RUN --prepare").code, 0);
  for (const int stage : {0, 1})
    for (const int shard : {1, 2}) {
      const Said said = run(fmt::format("work RUN --stage {} --shard {}/2", stage, shard));
      EXPECT_EQ(said.code, 0) << said.err;
    }
  const Said status = run("status RUN");
  EXPECT_THAT(status.out, HasSubstr("analyses of splits"));
  bool removed = false;
  for (const auto& [name, bytes] : tree_of(folder_.file("RUN")))
    if (!removed && name.ends_with("/analysis.json"))
      removed = std::filesystem::remove(folder_.file("RUN/" + name));
  ASSERT_TRUE(removed);
  EXPECT_EQ(run("status RUN").code, 5);
  ASSERT_EQ(run("run study.toml --out RUN --jobs 1").code, 0);
  const Tree one = tree_of(folder_.file("STRAIGHT")), other = tree_of(folder_.file("RUN"));
  for (const auto& [name, bytes] : one) {
    ASSERT_TRUE(other.contains(name)) << name;
    EXPECT_TRUE(other.at(name) == bytes) << name;
  }
}

TEST_F(AnalysedStudy, ADryRunListsThem) {
  const Said said = run("run study.toml --dry-run");
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("analysis word-overlap: of 6 splits, for the report"));
  EXPECT_THAT(said.out, HasSubstr("analysis columns (kl) columns=topic,author: of 6 splits"));
  const auto plan = nlohmann::json::parse(run("run study.toml --dry-run --json").out);
  EXPECT_EQ(plan.at("analyses"), (std::vector<std::string>{"word-overlap", "label-mix", "columns", "shift"}));
}

TEST_F(AnalysedStudy, AReportWithoutNamesHasNone) {
  ASSERT_EQ(run("run study.toml --out RUN").code, 0);
  EXPECT_THAT(*read_file(folder_.file("RUN/tables/split-properties-posts.csv")),
              HasSubstr(",author1,difference,"));
  ASSERT_EQ(run("report RUN --no-text --out hidden.html --tables hidden --figures figures").code, 0);
  ASSERT_TRUE(read_file(folder_.file("hidden/split-properties-posts.csv")));
  const auto hidden = *read_file(folder_.file("hidden/split-properties-posts.csv"));
  EXPECT_THAT(hidden, Not(HasSubstr("author1")));
  EXPECT_THAT(hidden, HasSubstr(",A1,difference,"));
}

TEST_F(AnalysedStudy, RefusesWhatItCannotDoBeforeAnythingRuns) {
  const std::string list = "  \"word-overlap\",\n";
  const auto complaint = [&](const std::string& other, int code) {
    write(text_with(kAnalysedStudy, list, "  " + other + ",\n"));
    const Said said = run("run study.toml --out REFUSED");
    EXPECT_EQ(said.code, code) << other << "\n" << said.err;
    EXPECT_FALSE(std::filesystem::exists(folder_.file("REFUSED/provenance.json"))) << other;
    return said.err;
  };
  EXPECT_THAT(complaint("\"word-overlp\"", 2),
              HasSubstr("study.toml:6: there is no split meter \"word-overlp\"; did "
                        "you mean \"word-overlap\"?"));
  EXPECT_THAT(complaint("{ method = \"word-overlap\", n = 7 }", 2),
              HasSubstr("study.toml:6: split meter word-overlap: "
                        "n = 7"));
  EXPECT_THAT(complaint("{ method = \"word-overlap\", m = 1 }", 2), HasSubstr("study.toml:6:"));
  EXPECT_THAT(complaint("{ n = 2 }", 2), HasSubstr("study.toml:6: analyses: splits 1 names no method"));
  EXPECT_THAT(complaint("\"kl\"", 2), HasSubstr("study.toml:6: split meter kl: needs columns"));
  EXPECT_THAT(complaint("\"shift\"", 2), HasSubstr("name their encoder"));
  EXPECT_THAT(complaint("{ method = \"lengths\", encoder = \"lsa\" }", 2),
              HasSubstr("encoder has no effect"));
  EXPECT_THAT(complaint("\"label-mix\"", 2), HasSubstr("the name \"label-mix\" is used twice"));
  EXPECT_THAT(complaint("7", 2), HasSubstr("study.toml:6: analyses: splits is 7 where"));
  EXPECT_THAT(complaint("{ method = \"groups\", columns = \"thread\" }", 3),
              HasSubstr("no thread column, which groups of analyses names"));
  EXPECT_THAT(complaint("{ method = \"rare-words\", frequencies = \"none.txt\" }", 3), HasSubstr("none.txt"));
  write("[analyses]\nsplit = []\n[[corpus]]\npath = \"posts.jsonl\"\n");
  EXPECT_THAT(run("run study.toml --dry-run").err, HasSubstr("study.toml:2: analyses has no key \"split\""));
}

}  // namespace
}  // namespace standfast::testing
