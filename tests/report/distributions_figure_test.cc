#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/figure/catalog.h"
#include "tests/support/forged_findings.h"

namespace standfast::report {
namespace {

using namespace standfast::testing;  // forged findings
using ::testing::HasSubstr;
using ::testing::Not;

TEST(DistributionsFigure, BinsAreSharesOfTheirClass) {
  CorpusFindings found = bare_findings();
  forge_pair_curves(found);
  const auto svg = drawn(distributions_figure(), found);
  EXPECT_EQ(count(svg, "class=\"band\""), 6U * 2);
  EXPECT_EQ(count(svg, "p1 = 0.30, p2 = 0.40"), 2U);
  EXPECT_THAT(svg, HasSubstr("50.0 % unanswered")) << "8 of 16";
  EXPECT_EQ(count(svg, "stroke-dasharray=\"3 2\""), 2U * 2) << "where model a calibrates";
  // The tallest bin holds all four different-author pairs of model a: it reaches 1 on an axis that ends at
  // 1.1. The plot is 294 wide and 140 * 350 / 276 = 177.5 high.
  EXPECT_THAT(svg, HasSubstr("<path d=\"M0,16.1H147V177.5H294\" stroke=\"#7a5bc4\""));
}

TEST(DistributionsFigure, RowsCountEveryPair) {
  CorpusFindings found = bare_findings();
  found.pair_curves = {{0, 1}};
  found.pair_curves[0].scores = {{1, 3}, {4, 0}, 5, 6};
  EXPECT_EQ(rows_of(distributions_figure(), found),
            "corpus,model,condition,truth,score_from,score_to,pairs\r\n"
            "forums,b,seen,same,0,0.5,1\r\nforums,b,seen,same,0.5,1,3\r\n"
            "forums,b,seen,\"same, unanswered\",0.5,0.5,5\r\n"
            "forums,b,seen,different,0,0.5,4\r\nforums,b,seen,different,0.5,1,0\r\n"
            "forums,b,seen,\"different, unanswered\",0.5,0.5,6\r\n");
}

TEST(DistributionsFigure, TheCaptionNamesThresholdsWhereThereAre) {
  CorpusFindings found = bare_findings();
  forge_pair_curves(found);
  EXPECT_THAT(distributions_figure().caption(found), HasSubstr("Calibration moves"));
  for (auto& curves : found.pair_curves) curves.thresholds.clear();
  EXPECT_THAT(distributions_figure().caption(found), Not(HasSubstr("Calibration")));
}

}  // namespace
}  // namespace standfast::report
