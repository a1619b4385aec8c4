#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/figure/catalog.h"
#include "tests/support/forged_findings.h"

namespace standfast::report {
namespace {

using namespace standfast::testing;  // forged findings
using ::testing::HasSubstr;
using ::testing::Not;

TEST(TippettFigure, AStepHoldsUpToItsPlace) {
  CorpusFindings found = bare_findings();
  forge_llr_curves(found);
  const auto rows = rows_of(tippett_figure(), found);
  EXPECT_THAT(rows, HasSubstr("forums,a,seen,same,1,0.5\r\n")) << "LR 10";
  EXPECT_THAT(rows, HasSubstr("forums,a,seen,different,-2,1\r\n"));
  const auto svg = drawn(tippett_figure(), found);
  // From -2 to 1 on 294 and 177.5: all up to -1 at 98, half up to 1 at 294.
  EXPECT_THAT(svg, HasSubstr("<path d=\"M0,0H98V88.8H294V177.5\" stroke=\"#1b8f6e\""));
  EXPECT_THAT(svg, HasSubstr(">10 % of same</text>"));
  EXPECT_THAT(svg, HasSubstr(">4.5 % of different</text>")) << "small shares with a decimal";
  EXPECT_EQ(count(svg, "class=\"band\""), 2U * 2);
}

}  // namespace
}  // namespace standfast::report
