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
  // In a square of 294 pixels a score of 0.25 stands at 73.5, and shares of 0.1 to 0.3 reach from 264.6 to
  // 205.8.
  EXPECT_THAT(svg, HasSubstr("<path d=\"M73.5,264.6V205.8\""));
  EXPECT_THAT(svg, HasSubstr("<title>HITS: 80 % of 10 pairs at a mean score of 0.75</title>"));
}

TEST(TopicReliabilityFigure, APanelATopicForEachModel) {
  CorpusFindings found = bare_findings();
  forge_topic_reliability(found);
  const auto rows = rows_of(topic_reliability_figure(), found);
  EXPECT_THAT(rows, HasSubstr("forums,y,a,seen,0.25,0.2,0.1,0.3,40\r\n"));
  EXPECT_EQ(count(rows, "\r\n"), 1U + 2 * 2 * 2);
  const auto svg = drawn(topic_reliability_figure(), found);
  EXPECT_LT(svg.find(">y</text>"), svg.find(">x</text>")) << "in the order of the findings";
  EXPECT_EQ(count(svg, ">a</text>"), 2U) << "the model below each topic";
  EXPECT_EQ(count(svg, "<circle"), 2U * 2 * 2);
}

TEST(TopicReliabilityFigure, SixTopicsAtMost) {
  CorpusFindings found = bare_findings();
  for (uint32_t topic = 0; topic < 8; ++topic) {
    found.tested_topics.push_back("t" + std::to_string(topic));
    found.topic_reliability.emplace_back().topic = topic;
    found.topic_reliability.back().bins.bins = {{0.25, 0.2, {0.1, 0.3}, 40}};
  }
  EXPECT_EQ(count(rows_of(topic_reliability_figure(), found), "\r\n"), 1U + 6);
  EXPECT_EQ(count(drawn(topic_reliability_figure(), found), "<circle"), 6U);
}

}  // namespace
}  // namespace standfast::report
