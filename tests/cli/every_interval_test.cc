// Tests that every interval of every table of a report holds its estimate, and that every p is below .05
// exactly if the interval beside it leaves out 0. Whole studies of both tasks are run from the command line.
#include <fstream>
#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "tests/support/class_run.h"
#include "tests/support/command.h"
#include "tests/support/data.h"

namespace standfast::testing {
namespace {

using Json = nlohmann::ordered_json;

// Returns the column with the estimate of an interval, or "".
std::string estimate_of(const Json& row, const std::string& low) {
  const std::string name = low == "low" ? "" : low.substr(0, low.size() - std::string("_low").size());
  const std::vector<std::string> candidates =
      name.empty()
          ? std::vector<std::string>{"difference", "score", "value", "mean", "accuracy", "slope_per_0.1"}
          : std::vector<std::string>{name, name + "_lost", name + "_per_0.1"};
  for (const auto& candidate : candidates)
    if (row.contains(candidate)) return candidate;
  return "";
}

// Returns a number of a row; some tables have numbers as text.
std::optional<double> number(const Json& row, const std::string& column) {
  if (!row.contains(column)) return std::nullopt;
  const Json& value = row[column];
  if (value.is_number()) return value.get<double>();
  if (!value.is_string() || value.get<std::string>().empty()) return std::nullopt;
  return std::stod(value.get<std::string>());
}

struct Counts {
  size_t intervals = 0, tests = 0;
};

Counts check(const std::string& table, const Json& row) {
  Counts counts;
  for (const auto& [column, ignored] : row.items()) {
    if (column != "low" && !column.ends_with("_low")) continue;
    const std::string prefix = column.substr(0, column.size() - 3), estimate = estimate_of(row, column);
    const auto low = number(row, column), high = number(row, prefix + "high"), value = number(row, estimate);
    if (!low || !high || !value) continue;
    ++counts.intervals;
    EXPECT_LE(*low, *value + 1e-9) << table << ' ' << column << ' ' << row.dump();
    EXPECT_GE(*high, *value - 1e-9) << table << ' ' << column << ' ' << row.dump();
    // The p of the test that the table uses stands under the name of its interval.
    const auto p = number(row, prefix + "p");
    if (estimate == "score" || !p) continue;
    ++counts.tests;
    EXPECT_EQ(*p<0.05, *low> 0 || *high < 0) << table << ' ' << row.dump();
  }
  return counts;
}

Counts check_report(const std::string& folder) {
  const auto said = standfast("report RUN --json --bootstrap 50", folder);
  EXPECT_EQ(said.code, 0) << said.err;
  Counts all;
  const Json tables = Json::parse(said.out)["tables"];
  for (const auto& [name, table] : tables.items())
    for (const auto& row : table["rows"]) {
      const Counts of_row = check(name, row);
      all.intervals += of_row.intervals;
      all.tests += of_row.tests;
    }
  return all;
}

TEST(EveryInterval, OfAStudyOfClassificationHoldsItsEstimate) {
  TemporaryFolder folder;
  write_posts(folder.file("posts.jsonl"), {.authors = 8, .topics = 8, .words = 12, .mine = 0.3});
  std::ofstream(folder.file("study.toml")) << R"(task = "classification"
seed = 5
[[corpus]]
path = "posts.jsonl"
[[condition]]
name = "iid"
reference = true
split = { method = "stratified-k-fold", folds = 3 }
[[condition]]
name = "authors"
split = { method = "author-k-fold", folds = 4 }
[[condition]]
name = "novel"
split = "leave-one-topic-out"
[[condition]]
name = "control"
control-of = "novel"
trades = 2
[[condition]]
name = "topic confusion"
split = { method = "topic-confusion", configurations = 4, authors-per-half = 3 }
[[model]]
type = "naive-bayes"
[[model]]
type = "nearest-centroid"
[[model]]
type = "prior"
)";
  const auto said = standfast("run study.toml --out RUN --no-report", folder.path());
  ASSERT_EQ(said.code, 0) << said.err;
  const Counts counts = check_report(folder.path());
  EXPECT_GT(counts.intervals, 80U);
  EXPECT_GT(counts.tests, 20U);
}

TEST(EveryInterval, OfAStudyOfVerificationHoldsItsEstimate) {
  TemporaryFolder folder;
  ASSERT_EQ(
      standfast("synth --out corpus.jsonl --authors 24 --topics 18 --families 9 --documents 900 --length 60",
                folder.path())
          .code,
      0);
  std::ofstream(folder.file("study.toml")) << R"(seed = 5
[[corpus]]
path = "corpus.jsonl"
[[condition]]
name = "iid"
reference = true
sample = { method = "random-topics", topics = 9 }
split = { method = "k-fold", folds = 3 }
[[condition]]
name = "random"
sample = { method = "random-topics", topics = 9 }
split = { method = "topic-k-fold", folds = 3 }
[[condition]]
name = "hits"
sample = { method = "hits", topics = 9 }
split = { method = "topic-k-fold", folds = 3 }
[[model]]
type = "char-ngram"
[[model]]
type = "topic-fit"
[[model]]
type = "prior"
)";
  const auto said = standfast("run study.toml --out RUN --no-report", folder.path());
  ASSERT_EQ(said.code, 0) << said.err;
  const Counts counts = check_report(folder.path());
  EXPECT_GT(counts.intervals, 100U);
  EXPECT_GT(counts.tests, 10U);
}

}  // namespace
}  // namespace standfast::testing
