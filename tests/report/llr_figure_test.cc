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
  // -2 to 2 on 294: the misleading bins of same lie left of 147. Highest share: 4 of 10, of an axis to 0.44.
  EXPECT_THAT(svg, HasSubstr("fill=\"#1b8f6e\" fill-opacity=\"0.6\""));
  EXPECT_THAT(svg,
              HasSubstr("<path class=\"band\" d=\"M0,177.5H73.5V137.2H147V177.5H73.5H0Z\" fill=\"#1b8f6e\""));
  EXPECT_THAT(llr_figure().caption(found), HasSubstr("n: 40 calibrated test pairs"));
}

}  // namespace
}  // namespace standfast::report
