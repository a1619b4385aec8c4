#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/figure/catalog.h"
#include "tests/support/forged_findings.h"

namespace standfast::report {
namespace {

using namespace standfast::testing;  // forged findings
using ::testing::HasSubstr;
using ::testing::Not;

TEST(FoldsFigure, RowsAreTheFoldsOfEveryMetric) {
  CorpusFindings found = bare_findings();
  found.folds = {{1, 2, 7, 3, 50, {0.75, std::nullopt}}};
  EXPECT_EQ(rows_of(folds_figure(), found),
            "corpus,metric,condition,model,seed,fold,value,pairs\r\nforums,auc,HITS,c,7,3,0.75,50\r\n");
}

TEST(FoldsFigure, EveryFoldIsADotAndEveryIntervalABar) {
  CorpusFindings found = bare_findings();
  forge_folds(found);
  const auto auc = drawn(folds_figure(), found, 0), overall = drawn(folds_figure(), found, 1);
  // One dot of the legend; model c lacks auc in one fold of each condition.
  EXPECT_EQ(count(auc, "<circle"), 1U + 10);
  EXPECT_EQ(count(overall, "<circle"), 1U + 12);
  EXPECT_EQ(count(auc, "stroke-width=\"3\""), 1U + 6) << "ticks";
  EXPECT_THAT(auc, HasSubstr("score and 90 % interval"));
  EXPECT_THAT(auc, HasSubstr(">auc of a fold</text>"));
  EXPECT_THAT(auc, HasSubstr("<title>0.620: seed 7, fold 1, n 50</title>"));
}

TEST(FoldsFigure, TheAxisSpansScoresAndIntervals) {
  CorpusFindings found = bare_findings();
  found.folds = {{0, 0, 7, 0, 50, {0.5, std::nullopt}}};
  found.scores = {{0, 0, 0, 0.5, Interval{0, 1}}};
  // 0 to 1 and 3 % more at both ends: 0.5 in the middle, 0 at 3 of 106.
  const auto svg = drawn(folds_figure(), found);
  EXPECT_THAT(svg, HasSubstr("<circle cx=\"50.00%\" r=\"3\">"));
  EXPECT_THAT(svg, HasSubstr("<line x1=\"2.83%\" y1=\"0\" x2=\"97.17%\" y2=\"0\""));
}

TEST(FoldsFigure, TheCaptionSaysWhatTheTickIs) {
  CorpusFindings found = bare_findings();
  forge_folds(found);
  EXPECT_THAT(folds_figure().caption(found), HasSubstr("the tick is their mean, the bar its 90 % interval"));
  EXPECT_THAT(folds_figure().caption(found), HasSubstr("n: 600 scored test pairs in 12 cells"));
  found.of_pairs = false;
  EXPECT_THAT(folds_figure().caption(found), HasSubstr("the score of all folds together"));
  EXPECT_THAT(folds_figure().caption(found), HasSubstr("n: 600 answers in 12 cells"));
}

}  // namespace
}  // namespace standfast::report
