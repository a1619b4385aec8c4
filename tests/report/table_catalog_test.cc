// Requirements on every table of the catalog: a place on the page and a line in docs/report.md; over a run of
// each task also unique names, a caption, and files with the contents of the page.
#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/report/figure/catalog.h"
#include "standfast/report/page/report.h"
#include "standfast/report/table/catalog.h"
#include "tests/support/class_run.h"
#include "tests/support/data.h"
#include "tests/support/run_folder.h"
#include "tests/support/svg.h"

namespace standfast::report {
namespace {

using namespace standfast::testing;

std::vector<PagePlace> places() {
  std::vector<PagePlace> all;
  for (const auto& group : page_groups()) all.insert(all.end(), group.places.begin(), group.places.end());
  return all;
}

TEST(TableCatalog, EveryPlaceIsOneTableOrTheFiguresOfOnePart) {
  std::set<std::pair<std::string, void*>> makers;
  std::set<Part> parts;
  for (const auto& place : places()) {
    EXPECT_NE(place.table.has_value(), place.figures.has_value());
    if (place.figures) {
      EXPECT_TRUE(parts.insert(*place.figures).second);
    }
    if (place.table) {
      EXPECT_TRUE(makers.insert({place.table->name, reinterpret_cast<void*>(place.table->make)}).second)
          << place.table->name << " stands twice";
    }
  }
  for (const auto& figure : figures())
    EXPECT_TRUE(figure.part == Part::survival || parts.contains(figure.part))
        << figure.name << " is on no page";
}

TEST(TableCatalog, GroupsHaveNamesOfTheirOwn) {
  std::set<std::string> names, titles;
  for (const auto& group : page_groups()) {
    EXPECT_TRUE(names.insert(group.name).second) << group.name;
    EXPECT_TRUE(titles.insert(group.title).second) << group.title;
  }
}

TEST(TableCatalog, EveryTableIsDocumented) {
  const std::string page = *read_file(std::string(STANDFAST_SOURCE_DIR) + "/docs/report.md");
  for (const auto& place : places())
    if (place.table) {
      EXPECT_THAT(page, ::testing::HasSubstr(fmt::format("| `{}` |", place.table->name))) << "docs/report.md";
    }
}

// Checks that the page and the CSV have the rows of the table: unchanged, or each under its heading with all
// digits.
void check_rows(const Table& table) {
  EXPECT_EQ(count(to_html(table), "<tr>"), 1 + table.rows.size()) << table.name;
  const bool of_programs = !table.data_header.empty();
  if (!of_programs) {
    EXPECT_TRUE(table.data.empty()) << table.name;
  }
  std::set<std::string> facts;
  for (const auto& row : table.data) facts.insert(row.begin(), row.end());
  for (const auto& row : table.rows) {
    ASSERT_EQ(row.size(), table.header.size()) << table.name;
    if (of_programs) {
      EXPECT_THAT(facts, ::testing::Contains(row.front().text)) << table.name;
    }
  }
  for (const auto& row : table.data) EXPECT_EQ(row.size(), table.data_header.size()) << table.name;
  for (const auto& column : table.texts)
    EXPECT_THAT(table.data_header, ::testing::Contains(column)) << table.name;
}

// Checks that each table of `run` agrees with its entry in the catalog; returns the kinds of tables.
std::set<std::string> check_tables(const RunRecords& run) {
  std::set<std::string> kinds;
  const Summary summary = *summarise(run, {}, null_sink());
  RankingOptions options;
  options.resampling.resamples = 50;
  const auto ranking = *ranking_findings(run, summary.metrics[summary.default_metric], options);
  const std::vector<ForensicCell> forensic = run.the_task().traits().draws_pairs
                                                 ? forensic_cells(run, summary, {50, 0.95, 1}, null_sink())
                                                 : std::vector<ForensicCell>();
  const auto whole = run_findings(run, summary, ranking.ranking, forensic, options);
  const auto found = corpus_findings(run, whole, 0, {options, 0.95});
  const Section section{run, summary, forensic, 0, 0.95, found, ranking};
  std::set<std::string> names;
  for (const auto& place : places()) {
    if (!place.table) continue;
    for (const auto& shown : place.table->make(section)) {
      EXPECT_TRUE(shown.table || !shown.words.empty()) << place.table->name << " shows nothing at all";
      if (!shown.table) continue;
      const Table& table = *shown.table;
      kinds.insert(place.table->name);
      EXPECT_THAT(table.name, ::testing::StartsWith(std::string(place.table->name) + "-"));
      EXPECT_TRUE(names.insert(table.name).second) << table.name << " would write over another table";
      EXPECT_FALSE(table.title.empty()) << table.name;
      EXPECT_THAT(table.caption, ::testing::EndsWith(".")) << table.name;
      EXPECT_THAT(table.caption,
                  ::testing::Not(::testing::AnyOf(::testing::HasSubstr("  "), ::testing::HasSubstr(".."))))
          << table.name;
      check_rows(table);
      if (!shown.metric.empty()) {
        EXPECT_THAT(summary.metrics, ::testing::Contains(shown.metric)) << table.name;
      }
    }
  }
  return kinds;
}

TEST(TableCatalog, WordsStandWithoutRowsAndNothingIsNoTable) {
  Table table;
  EXPECT_TRUE(if_rows(table).empty());
  const auto words = if_rows(table, false, {"Why there are none."});
  ASSERT_EQ(words.size(), 1U);
  EXPECT_FALSE(words.front().table);
  EXPECT_THAT(words.front().words, ::testing::ElementsAre("Why there are none."));
  table.rows = {{{"a"}}};
  ASSERT_EQ(if_rows(table, true).size(), 1U);
  EXPECT_TRUE(if_rows(table, true).front().table);
  EXPECT_TRUE(if_rows(table, true).front().hidden);
}

TEST(TableCatalog, TablesOfVerification) {
  TemporaryFolder folder;
  make_run_folder(folder.path());
  const auto kinds = check_tables(*read_run(folder.path()));
  for (const char* kind : {"survival", "drop-tests", "likelihood-ratios", "ranks", "data", "priors", "folds"})
    EXPECT_TRUE(kinds.contains(kind)) << kind;
  EXPECT_FALSE(kinds.contains("drops")) << "of classification";
}

TEST(TableCatalog, TablesOfClassification) {
  TemporaryFolder folder;
  const auto kinds = check_tables(*read_run(make_class_run(folder.path())));
  for (const char* kind :
       {"survival", "drops", "fold-means", "model-tests", "worst-groups", "classes", "data", "folds"})
    EXPECT_TRUE(kinds.contains(kind)) << kind;
  EXPECT_FALSE(kinds.contains("likelihood-ratios")) << "of verification";
}

// Numbers are aligned right; words are aligned left, even if they begin with a number.
TEST(Tables, OnlyNumbersStandOnTheRight) {
  const auto is_number = [](const char* text) {
    Table table;
    table.name = "t";
    table.header = {"a", "b"};
    table.rows = {{{"x"}, {text}}};
    return count(to_html(table), "class=\"number\"") == 1;
  };
  for (const char* number :
       {"0.541 [0.500, 0.582]", "12 of 30", "1,234", "85 %", "-0.017", "-", "+0.1", ".5", "2e-05"})
    EXPECT_TRUE(is_number(number)) << number;
  for (const char* words : {"1 minus the mean squared error", "2 topics", "n 5", "", "no control",
                            "naive-bayes", "leave-one-topic-out"})
    EXPECT_FALSE(is_number(words)) << words;
}

}  // namespace
}  // namespace standfast::report
