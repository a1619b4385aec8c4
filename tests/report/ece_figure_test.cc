#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/figure/catalog.h"
#include "tests/support/forged_findings.h"

namespace standfast::report {
namespace {

using namespace standfast::testing;  // forged findings
using ::testing::HasSubstr;
using ::testing::Not;

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
