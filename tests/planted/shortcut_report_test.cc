// Tests of figures and tables of shortcuts, from findings made by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/figure/catalog.h"
#include "standfast/report/table/tables.h"
#include "tests/support/forged_findings.h"
#include "tests/support/shortcut_run.h"

namespace standfast::report {
namespace {

using namespace standfast::testing;
using ::testing::HasSubstr;
using ::testing::Not;

CorpusFindings shortcuts_alone() {
  CorpusFindings found = bare_findings();
  forge_shortcuts(found);
  return found;
}

TEST(ShortcutFigures, DeltasHaveABarForEachConditionAndModel) {
  const std::string svg = drawn(shortcut_deltas_figure(), shortcuts_alone());
  EXPECT_THAT(svg, HasSubstr("a: +0.250 [+0.188, +0.312]"));
  EXPECT_THAT(svg, HasSubstr("b: +0.000"));
  EXPECT_THAT(rows_of(shortcut_deltas_figure(), shortcuts_alone()),
              HasSubstr("forums,HITS,a,accuracy,0.25,0.1875,0.3125,50"));
}

TEST(ShortcutFigures, CurvesHaveARibbonWhereThereAreIntervals) {
  const std::string svg = drawn(shortcut_lambda_figure(), shortcuts_alone());
  EXPECT_THAT(svg, HasSubstr("a: 0.250 at lambda 1"));
  EXPECT_THAT(svg, HasSubstr("a: 0.125 at lambda 0.5"));
  EXPECT_THAT(rows_of(shortcut_lambda_figure(), shortcuts_alone()),
              HasSubstr("forums,single-term,a,accuracy,0.5,0.125,0.0625,0.1875,0.375"));
}

TEST(ShortcutFigures, GroupsAreLabelsBesideValues) {
  const std::string svg = drawn(shortcut_groups_figure(), shortcuts_alone());
  EXPECT_THAT(svg, HasSubstr("ann, none"));
  EXPECT_THAT(svg, HasSubstr("0.800 of 25 documents"));
}

TEST(ShortcutFigures, WithoutShortcutsThereIsNothing) {
  CorpusFindings found = forged_findings();
  found.shortcuts = {};
  for (const auto& figure : {shortcut_deltas_figure(), shortcut_lambda_figure(), shortcut_groups_figure()}) {
    EXPECT_TRUE(figure.draw(found, 0).empty()) << figure.name;
    EXPECT_THAT(figure.rows(found)[0].table().data, ::testing::IsEmpty()) << figure.name;
  }
}

RunRecords forged_run() {
  RunRecords run = bare_run("classification", {}, {"a", "b", "c"});
  run.corpora[0].name = "forums";
  run.corpora[0].classes = {"ann", "bob"};
  run.conditions.push_back({"seen", "all", "hold-out"});
  run.conditions.push_back({"HITS", "all", "hold-out"});
  return run;
}

TEST(ShortcutTables, EveryRowHasAllColumns) {
  const RunRecords run = forged_run();
  const CorpusFindings found = shortcuts_alone();
  for (const Table& table : {shortcut_delta_table(run, 0, found), shortcut_lambda_table(run, 0, found),
                             shortcut_group_table(run, 0, found), shortcut_planted_table(run, 0, found)}) {
    for (const auto& row : table.data) EXPECT_EQ(row.size(), table.data_header.size()) << table.name;
    for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.header.size()) << table.name;
    EXPECT_THAT(table.name, ::testing::StartsWith("shortcut-"));
  }
  EXPECT_EQ(shortcut_delta_table(run, 0, found).data.size(), 2U * 2 * 2);
  EXPECT_EQ(shortcut_lambda_table(run, 0, found).rows.size(), 2U);
}

TEST(ShortcutTables, ASentenceDoesNotCallChanceALoss) {
  const RunRecords run = forged_run();
  CorpusFindings found = shortcuts_alone();
  Summary summary;
  summary.chance_model = 1;
  auto& clear = found.shortcuts.rows[2].metrics[0];  // model a at lambda 1
  clear.delta.p = 0.001;
  clear.p_holm = 0.004;
  clear.survival.value = 0.25;
  const auto sentences = shortcut_sentences(run, summary, 0, found);
  ASSERT_EQ(sentences.size(), 2U) << "nothing is said of the guesser";
  EXPECT_THAT(sentences[0], HasSubstr("can be chance"));
  EXPECT_THAT(sentences[1], HasSubstr("25 % of its lead over guessing does not need the cue"));
  auto& row = found.shortcuts.rows[2];
  clear.survival.interval = Interval{-0.05, 0.5};
  EXPECT_THAT(shortcut_sentences(run, summary, 0, found)[1],
              HasSubstr("does not need the cue (-5 % to 50 %)."));
  clear.survival.value = -0.14;
  EXPECT_THAT(shortcut_sentences(run, summary, 0, found)[1],
              HasSubstr("where the cue misleads, and is not shown to be better than guessing there."));
  clear.survival.interval = Interval{-0.3, -0.01};
  EXPECT_THAT(shortcut_sentences(run, summary, 0, found)[1], HasSubstr("and is worse than guessing there."));
  row.unanswered_anti = 26;
  EXPECT_THAT(shortcut_sentences(run, summary, 0, found)[1],
              HasSubstr(" (no answer, counted as wrong: 26 of "));
  bool shown = false;
  for (const auto& cells : shortcut_delta_table(run, 0, found).rows)
    shown |= cells[4].third == "26 without an answer";
  EXPECT_TRUE(shown);
  row.unanswered_anti = 0;
  row.n = row.n_total = 480;
  EXPECT_THAT(shortcut_sentences(run, summary, 0, found)[1], HasSubstr("with it reversed; "));
  row.n = 160;  // some folds failed
  EXPECT_THAT(shortcut_sentences(run, summary, 0, found)[1], HasSubstr("with it reversed (n 160 of 480, "));
  for (auto& condition : found.shortcuts.conditions) condition.shortcut.lambda = 0;
  const std::string control = shortcut_sentences(run, summary, 0, found)[1];
  EXPECT_THAT(control,
              HasSubstr("was not planted, since at lambda 0 the cue goes with no class in training"));
}

}  // namespace
}  // namespace standfast::report
