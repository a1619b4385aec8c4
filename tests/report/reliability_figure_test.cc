#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/figure/catalog.h"
#include "tests/support/forged_findings.h"

namespace standfast::report {
namespace {

using namespace standfast::testing;  // forged findings
using ::testing::HasSubstr;
using ::testing::Not;

TEST(ReliabilityFigure, BinsOfTenSharesHaveDotsAndIntervals) {
  CorpusFindings found = bare_findings();
  forge_pair_curves(found);
  EXPECT_THAT(rows_of(reliability_figure(), found), HasSubstr("forums,a,HITS,0.75,0.8,0.6,0.9,10\r\n"));
  const auto svg = drawn(reliability_figure(), found);
  EXPECT_EQ(count(svg, "<circle"), 2U * 2);
  EXPECT_EQ(count(svg, "r=\"6\""), 2U) << "40 pairs of 40";
  EXPECT_EQ(count(svg, "r=\"3.8\""), 2U) << "10 of 40: half as wide, beside 1.5";
  // A square of 294: a score of 0.25 at 73.5, shares of 0.1 to 0.3 from 264.6 to 205.8.
  EXPECT_THAT(svg, HasSubstr("<path d=\"M73.5,264.6V205.8\""));
  EXPECT_THAT(svg, HasSubstr("<title>HITS: 80 % of 10 pairs at a mean score of 0.75</title>"));
}

}  // namespace
}  // namespace standfast::report
