#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/figure/catalog.h"
#include "tests/support/forged_findings.h"

namespace standfast::report {
namespace {

using namespace standfast::testing;  // forged findings
using ::testing::HasSubstr;
using ::testing::Not;

TEST(DropsFigure, RowsLeaveOutWhatRestsOnNothing) {
  CorpusFindings found = bare_findings();
  forge_classes(found);
  EXPECT_EQ(rows_of(drops_figure(), found),
            "corpus,condition,model,part,value,low,high,p\r\nforums,HITS,a,all,0.2,0.1,0.3,0.01\r\n"
            "forums,HITS,a,data,-0.05,,,\r\n");
}

TEST(DropsFigure, BarsStandAtZero) {
  CorpusFindings found = bare_findings();
  forge_classes(found);
  const auto svg = drawn(drops_figure(), found);
  EXPECT_EQ(count(svg, "class=\"bar\""), 2U) << "what rests on nothing has no bar";
  EXPECT_THAT(svg, HasSubstr("90 % interval"));
  EXPECT_EQ(count(svg, ">HITS · a</text>"), 1U);
  EXPECT_EQ(count(svg, "· b</text>"), 0U);
  // From -0.05 to 0.3 and 3 % more at both ends: 0.371, so 0.2 is 53.91 % of it.
  EXPECT_THAT(svg, HasSubstr("width=\"53.91%\""));
  EXPECT_THAT(svg, HasSubstr("width=\"13.48%\""));
  EXPECT_EQ(count(svg, "class=\"bar\" x=\"16.31%\""), 1U) << "the bar of all begins at 0";
  EXPECT_THAT(svg, HasSubstr("<title>all: +0.200 [+0.100, +0.300]</title>"));
}

TEST(DropsFigure, TheCaptionNamesTheUnit) {
  CorpusFindings found = bare_findings();
  found.unit.many = "authors";
  EXPECT_THAT(drops_figure().caption(found), HasSubstr("90 % intervals over authors."));
}

}  // namespace
}  // namespace standfast::report
