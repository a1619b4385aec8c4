#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/figure/catalog.h"
#include "tests/support/forged_findings.h"

namespace standfast::report {
namespace {

using namespace standfast::testing;  // forged findings
using ::testing::HasSubstr;
using ::testing::Not;

TEST(TopicsFigure, TopicsStandHardestLast) {
  CorpusFindings found = bare_findings();
  forge_classes(found);
  EXPECT_THAT(rows_of(topics_figure(), found), HasSubstr("forums,HITS,a,y,16,0.25\r\n"));
  const auto svg = drawn(topics_figure(), found);
  EXPECT_EQ(count(svg, "<circle"), 2U + 4);
  EXPECT_EQ(count(svg, "r=\"6\""), 1U) << "16 answers of 16";
  EXPECT_EQ(count(svg, "r=\"4\""), 2U) << "4 of 16: area goes with answers";
  EXPECT_EQ(count(svg, "r=\"3\""), 2U + 1) << "two of the legend";
  EXPECT_LT(svg.find(">y</text>"), svg.find(">x</text>")) << "x: 1/4 and 0, y: 3/4 and 1/4";
  EXPECT_EQ(count(svg, ">unseen</text>"), 0U);
  EXPECT_THAT(svg, HasSubstr("<title>y, HITS: 0.250 of 16 answers</title>"));
}

}  // namespace
}  // namespace standfast::report
