#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/figure/catalog.h"
#include "tests/support/forged_findings.h"

namespace standfast::report {
namespace {

using namespace standfast::testing;  // forged findings
using ::testing::HasSubstr;
using ::testing::Not;

TEST(DoseFigure, ADotAFoldAndALineAModel) {
  CorpusFindings found = bare_findings();
  forge_doses(found);
  EXPECT_THAT(rows_of(dose_figure(), found), HasSubstr("forums,auc,c,HITS,7,0,0.3,0.7\r\n"));
  const auto svg = drawn(dose_figure(), found);
  EXPECT_EQ(count(svg, "<circle"), 2U + 6);
  EXPECT_EQ(count(svg, "stroke-width=\"2.2\""), 1U);
  EXPECT_THAT(svg, HasSubstr("−0.050 per 0.1 [−0.100, +0.025]"));
  EXPECT_THAT(svg, HasSubstr("<title>HITS: 0.700 at a cosine of 0.300, seed 7, fold 0</title>"));
}

TEST(DoseFigure, WithoutALineThereIsNothingToSee) {
  CorpusFindings found = bare_findings();
  forge_doses(found);
  EXPECT_TRUE(drawn(dose_figure(), found, 1).empty());
  found.doses.erase(found.doses.begin());
  EXPECT_TRUE(drawn(dose_figure(), found).empty());
}

}  // namespace
}  // namespace standfast::report
