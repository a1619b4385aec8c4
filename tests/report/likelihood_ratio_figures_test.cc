#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/figure/catalog.h"
#include "tests/support/forged_findings.h"

namespace standfast::report {
namespace {

using namespace standfast::testing;  // forged findings
using ::testing::HasSubstr;
using ::testing::Not;

TEST(LlrFigure, RowsAreTheBinsAndTheNeutral) {
  CorpusFindings found = bare_findings();
  forge_llr_curves(found);
  const auto rows = rows_of(llr_figure(), found);
  EXPECT_THAT(rows, HasSubstr("forums,a,seen,same,-1,0,1\r\n"));
  EXPECT_THAT(rows, HasSubstr("forums,a,seen,same,0,0,2\r\n")) << "LR 1";
  EXPECT_EQ(count(rows, "\r\n"), 1U + 2 * 2 * (4 + 1));
}

TEST(LlrFigure, WhatMisleadsIsFilledIn) {
  CorpusFindings found = bare_findings();
  forge_llr_curves(found);
  const auto svg = drawn(llr_figure(), found);
  EXPECT_EQ(count(svg, "class=\"band\""), 2U * 4);
  EXPECT_EQ(count(svg, "fill-opacity=\"0.6\""), 2U * 2);
  // -2 to 2 on 294 pixels: the misleading bins of same-author pairs lie left of 147. The highest share is 4
  // of 10 on an axis to 0.44.
  EXPECT_THAT(svg, HasSubstr("fill=\"#1b8f6e\" fill-opacity=\"0.6\""));
  EXPECT_THAT(svg,
              HasSubstr("<path class=\"band\" d=\"M0,177.5H73.5V137.2H147V177.5H73.5H0Z\" fill=\"#1b8f6e\""));
  EXPECT_THAT(llr_figure().caption(found), HasSubstr("n: 40 calibrated test pairs"));
}

TEST(TippettFigure, AStepHoldsUpToItsPlace) {
  CorpusFindings found = bare_findings();
  forge_llr_curves(found);
  const auto rows = rows_of(tippett_figure(), found);
  EXPECT_THAT(rows, HasSubstr("forums,a,seen,same,1,0.5\r\n")) << "LR 10";
  EXPECT_THAT(rows, HasSubstr("forums,a,seen,different,-2,1\r\n"));
  const auto svg = drawn(tippett_figure(), found);
  // From -2 to 1 on 294 pixels, and 177.5 high: all up to -1 at 98, half up to 1 at 294.
  EXPECT_THAT(svg, HasSubstr("<path d=\"M0,0H98V88.8H294V177.5\" stroke=\"#1b8f6e\""));
  EXPECT_THAT(svg, HasSubstr(">10 % of same</text>"));
  EXPECT_THAT(svg, HasSubstr(">4.5 % of different</text>")) << "small shares with a decimal";
  EXPECT_EQ(count(svg, "class=\"band\""), 2U * 2);
}

TEST(EceFigure, ThreeLinesAndABandOfWhatHasOne) {
  CorpusFindings found = bare_findings();
  forge_llr_curves(found);
  const auto rows = rows_of(ece_figure(), found);
  EXPECT_THAT(rows, HasSubstr("forums,a,seen,-1,0.25,0.2,0.3,0.2,0.375\r\n"));
  EXPECT_THAT(rows, HasSubstr("forums,a,seen,0,0.75,,,0.5,1\r\n"));
  const auto svg = drawn(ece_figure(), found);
  EXPECT_EQ(count(svg, "<title>the LRs</title>"), 2U);
  EXPECT_EQ(count(svg, "class=\"band\""), 2U);
  // Odds of -2.5 to 2.5 on 294; bits to 1.05 on 177.5: 1 bit at 177.5 * (1 - 1 / 1.05).
  EXPECT_THAT(svg, HasSubstr("L147,8.5\" stroke=\"#1a1a1a\"")) << "neutral";
  found.llr_curves[0].ece[1].system = 9;
  EXPECT_THAT(drawn(ece_figure(), found), HasSubstr(">2</text>")) << "an axis to 2 at most";
}

}  // namespace
}  // namespace standfast::report
