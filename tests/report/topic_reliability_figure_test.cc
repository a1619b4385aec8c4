#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/figure/catalog.h"
#include "tests/support/forged_findings.h"

namespace standfast::report {
namespace {

using namespace standfast::testing;  // forged findings
using ::testing::HasSubstr;
using ::testing::Not;

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
