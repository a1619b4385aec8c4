#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/figure/catalog.h"
#include "tests/support/forged_findings.h"

namespace standfast::report {
namespace {

using namespace standfast::testing;  // forged findings
using ::testing::HasSubstr;
using ::testing::Not;

TEST(BumpsFigure, RowsAreTheRanksOfEveryMetric) {
  CorpusFindings found = bare_findings();
  forge_ranks(found);
  const auto rows = rows_of(bumps_figure(), found);
  EXPECT_THAT(rows, HasSubstr("forums,auc,HITS,7,2,c,2.5\r\n"));
  EXPECT_EQ(count(rows, "\r\n"), 1U + 2 * 3 * 3) << "overall is not ranked";
}

TEST(BumpsFigure, LinesEndAtTheirNames) {
  CorpusFindings found = bare_findings();
  forge_ranks(found);
  const auto svg = drawn(bumps_figure(), found);
  EXPECT_EQ(count(svg, "<circle"), 2U * 3 * 3);
  EXPECT_EQ(count(svg, ">a</text>"), 1U + 2) << "the legend, and a name in each panel";
  // Rank 2.5 stands at 22 + 28 * 2 = 78; the tied names stand 13 pixels apart around it.
  EXPECT_THAT(svg, HasSubstr("y=\"75.5\" text-anchor=\"start\">b</text>"));
  EXPECT_THAT(svg, HasSubstr("y=\"88.5\" text-anchor=\"start\">c</text>"));
  EXPECT_THAT(svg, HasSubstr("<title>rank 2.5, seed 7, fold 2</title>"));
  EXPECT_TRUE(drawn(bumps_figure(), found, 1).empty());
}

TEST(BumpsFigure, TheCaptionSaysWhereFoldsAreLeftOut) {
  CorpusFindings found = bare_findings();
  forge_ranks(found);
  EXPECT_THAT(bumps_figure().caption(found), HasSubstr("n: 6 folds."));
  found.ranks->all_folds = 70;
  EXPECT_THAT(bumps_figure().caption(found), HasSubstr("n: 70 folds, at most 60 drawn of each condition."));
}

}  // namespace
}  // namespace standfast::report
