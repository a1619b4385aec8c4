#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/figure/catalog.h"
#include "tests/support/forged_findings.h"

namespace standfast::report {
namespace {

using namespace standfast::testing;  // forged findings
using ::testing::HasSubstr;
using ::testing::Not;

TEST(RocFigure, ShowsTheCurvesAndNothingElse) {
  CorpusFindings found = bare_findings();
  forge_pair_curves(found);
  EXPECT_THAT(rows_of(roc_figure(), found), HasSubstr("forums,a,seen,0.25,0.75\r\n"));
  EXPECT_EQ(count(rows_of(roc_figure(), found), "\r\n"), 1U + 2 * 3);
  const auto svg = drawn(roc_figure(), found);
  // The square is 350 - 46 - 10 = 294 wide: a quarter is 73.5.
  EXPECT_THAT(
      svg,
      HasSubstr("<path d=\"M0,294L73.5,73.5L294,0\" stroke=\"#d0670a\" stroke-width=\"1.7\"><title>seen"));
  EXPECT_THAT(svg, Not(HasSubstr(">b</text>"))) << "b has no curve";
}

}  // namespace
}  // namespace standfast::report
