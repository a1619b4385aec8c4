#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/figure/catalog.h"
#include "standfast/report/figure/svg_parts.h"
#include "tests/support/forged_findings.h"

namespace standfast::report {
namespace {

using namespace standfast::testing;  // forged findings
using ::testing::HasSubstr;
using ::testing::Not;

// Makes findings of two models: half of the lead of the first one survives; the second has no known share.
CorpusFindings compared_findings() {
  CorpusFindings found = bare_findings();
  found.scores = {{0, 0, 0, 0.9, Interval{0.85, 0.95}, 0.5},
                  {0, 1, 0, 0.6, Interval{0.5, 0.7}, 0.5},
                  {1, 0, 0, 0.7, Interval{0.65, 0.75}, 0.5, 0.2, 0.5},
                  {1, 1, 0, 0.61, std::nullopt, 0.5, -0.01}};
  found.reference = 0;
  found.baselines = {std::nullopt, 0};
  return found;
}

TEST(SurvivalFigure, RowsAreTheCellsThatAreCompared) {
  EXPECT_EQ(rows_of(survival_figure(), compared_findings()),
            "corpus,metric,condition,model,score,low,high,guessing,against,against_score,lost,survives,"
            "topic_alone\r\n"
            "forums,auc,HITS,a,0.7,0.65,0.75,0.5,seen,0.9,0.2,0.5,\r\n"
            "forums,auc,HITS,b,0.61,,,0.5,seen,0.6,-0.01,,\r\n");
}

TEST(SurvivalFigure, PointIntervalReferenceAndZeroAreDrawnAndLabelled) {
  const auto svg = drawn(survival_figure(), compared_findings());
  EXPECT_EQ(count(svg, "<circle"), 2U + 4) << "legend; a point and a ring for each of two models";
  for (const char* words :
       {">HITS</text>", ">against seen</text>", ">survives</text>", ">50 %</text>", ">0.010 gained</text>",
        "a under HITS: 0.700 [0.650, 0.750]", "a under seen: 0.900", "guessing"})
    EXPECT_THAT(svg, HasSubstr(words));
  // One scale for all models: from guessing, 0.5 at 6 pixels, to the score of the reference, 0.9 at 286.
  EXPECT_THAT(svg, HasSubstr("<circle cx=\"286\""));
  EXPECT_THAT(svg, HasSubstr("x1=\"6\" y1=\"50\" x2=\"6\" y2=\"62\""));
}

TEST(SurvivalFigure, WhatTopicAloneScoresIsATickOfItsOwn) {
  CorpusFindings found = compared_findings();
  EXPECT_THAT(drawn(survival_figure(), found), Not(HasSubstr("topic alone")));
  for (size_t i = 2; i < 4; ++i) found.scores[i].topic_alone = 0.62;
  const auto svg = drawn(survival_figure(), found);
  EXPECT_THAT(svg, HasSubstr("dashed tick: topic alone"));
  // The scale goes from 0.5 at 6 pixels to 0.9 at 286.
  EXPECT_THAT(svg, HasSubstr("x1=\"90\" y1=\"48\" x2=\"90\" y2=\"64\""));
  EXPECT_THAT(survival_figure().caption(found), HasSubstr("The dashed tick is the score of topic alone"));
}

TEST(SurvivalFigure, NothingLostIsTheSameScore) {
  CorpusFindings found = compared_findings();
  found.scores.back().lost = -1e-16;
  const auto svg = drawn(survival_figure(), found);
  EXPECT_THAT(svg, HasSubstr(">same score</text>"));
  EXPECT_THAT(svg, Not(HasSubstr("0.000 ")));
}

TEST(SurvivalFigure, WithoutAReferenceEveryConditionIsShownAndNothingIsCompared) {
  CorpusFindings found = compared_findings();
  found.reference = std::nullopt;
  found.baselines = {std::nullopt, std::nullopt};
  for (auto& score : found.scores) score.lost = score.survives = std::nullopt;
  const auto svg = drawn(survival_figure(), found);
  EXPECT_THAT(svg, HasSubstr(">seen</text>"));
  EXPECT_THAT(svg, HasSubstr(">HITS</text>"));
  EXPECT_THAT(svg, Not(HasSubstr("against")));
  EXPECT_THAT(survival_figure().caption(found), Not(HasSubstr("against")));
}

// A reference condition that the corpus does not have is not named as the baseline.
TEST(SurvivalFigure, WhatIsNotAskedOfTheCorpusIsNoBaseline) {
  CorpusFindings found = compared_findings();
  std::erase_if(found.scores, [](const auto& score) { return score.condition == 0; });
  const auto svg = drawn(survival_figure(), found);
  EXPECT_THAT(svg, HasSubstr(">HITS</text>"));
  EXPECT_THAT(svg, Not(HasSubstr("against")));
  EXPECT_THAT(survival_figure().caption(found), Not(HasSubstr("against")));
}

// A condition has the same colour in every figure: the reference is blue, a control grey, the others follow
// in order.
TEST(SurvivalFigure, ConditionsHaveTheirColours) {
  CorpusFindings found = compared_findings();
  found.conditions = {"seen", "control", "HITS", "random"};
  found.controls = {false, true, false, false};
  EXPECT_EQ(condition_color(found, 0), reference_color());
  EXPECT_EQ(condition_color(found, 1), control_color());
  EXPECT_EQ(condition_color(found, 2), shift_color(0));
  EXPECT_EQ(condition_color(found, 3), shift_color(1));
  const auto svg = drawn(survival_figure(), compared_findings());
  EXPECT_THAT(svg, HasSubstr("<g fill=\"#d0670a\" stroke=\"#d0670a\" fill-opacity=\"0.5\">"))
      << "the score under HITS";
  EXPECT_THAT(svg, HasSubstr("<g fill=\"none\" stroke=\"#2f7bc0\"")) << "what it is compared with";
}

// Twenty models have a row each, and a name of forty characters is not cut.
TEST(SurvivalFigure, ManyModelsWithLongNamesAreReadable) {
  CorpusFindings found = compared_findings();
  found.models.clear();
  found.scores.clear();
  for (size_t m = 0; m < 20; ++m) {
    found.models.push_back(std::string(38, 'm') + std::to_string(10 + m));
    for (size_t c = 0; c < 2; ++c) found.scores.push_back({c, m, 0, 0.6, Interval{0.5, 0.7}, 0.5});
  }
  const auto svg = drawn(survival_figure(), found);
  for (const auto& model : found.models) EXPECT_THAT(svg, HasSubstr(">" + model + "</text>"));
}

}  // namespace
}  // namespace standfast::report
