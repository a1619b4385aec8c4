#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/figure/catalog.h"
#include "tests/support/forged_findings.h"

namespace standfast::report {
namespace {

using namespace standfast::testing;  // forged findings
using ::testing::HasSubstr;
using ::testing::Not;

TEST(ThresholdsFigure, ARingADiscAndALineForEachFold) {
  CorpusFindings found = bare_findings();
  forge_pair_curves(found);
  EXPECT_EQ(
      rows_of(thresholds_figure(), found),
      "corpus,model,condition,seed,fold,p1,p2\r\nforums,a,seen,7,0,0.3,0.4\r\nforums,a,HITS,7,0,0.3,0.4\r\n");
  const auto svg = drawn(thresholds_figure(), found);
  EXPECT_EQ(count(svg, "<circle"), 2U + 2 * 2) << "two of the legend";
  EXPECT_EQ(count(svg, "r=\"3.5\""), 2U) << "rings";
  EXPECT_THAT(svg, HasSubstr("p1 0.300, p2 0.400: seed 7, fold 0"));
  EXPECT_THAT(svg, Not(HasSubstr(">b</text>"))) << "b does not calibrate";
}

}  // namespace
}  // namespace standfast::report
