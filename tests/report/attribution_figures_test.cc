// Figures of attribution: the effect of planted tokens on the score, and their rank among all tokens.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/figure/catalog.h"
#include "tests/support/forged_findings.h"

namespace standfast::report {
namespace {

using namespace standfast::testing;  // forged findings
using ::testing::HasSubstr;
using ::testing::Not;

CorpusFindings explained() {
  CorpusFindings found = bare_findings();
  forge_attributions(found);
  return found;
}

TEST(AttributionFigures, RowsHaveEveryClassAndMeasure) {
  EXPECT_EQ(
      rows_of(attribution_shares_figure(), explained()),
      "corpus,condition,model,planted,class,token_mean,token_low,token_high,other_mean,other_low,other_high,"
      "documents\r\n"
      "forums,seen,a,honestly,ann,-0.5,,,0,,,10\r\n"
      "forums,seen,a,honestly,bob,1,0.75,1.25,0.125,,,10\r\n"
      "forums,seen,a,none,ann,,,,,,,0\r\n"
      "forums,HITS,a,honestly,ann,-0.5,,,0,,,10\r\n"
      "forums,HITS,a,honestly,bob,-1,-1.25,-0.75,0.125,,,10\r\n"
      "forums,HITS,a,none,ann,,,,,,,0\r\n");
  EXPECT_EQ(rows_of(attribution_ranking_figure(), explained()),
            "corpus,condition,model,measure,mean,low,high,random,best,documents\r\n"
            "forums,seen,a,precision-at-1,0.75,0.5,0.875,0.125,1,10\r\n"
            "forums,HITS,a,precision-at-1,0.75,0.5,0.875,0.125,1,10\r\n");
}

TEST(AttributionFigures, TheClassWithTheLongestBarIsDrawn) {
  const auto svg = drawn(attribution_shares_figure(), explained());
  EXPECT_EQ(count(svg, "class=\"bar\""), 2U) << "one for each condition; a value without tokens has none";
  EXPECT_EQ(count(svg, ">a: &quot;honestly&quot; for bob</text>"), 2U);
  EXPECT_THAT(svg, Not(HasSubstr("for ann")));
  EXPECT_THAT(svg, HasSubstr("<title>-1.000 of a planted token [-1.250, -0.750]</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>+0.125 of another token</title>"));
  EXPECT_THAT(svg, HasSubstr("added to the log-odds"));
  EXPECT_THAT(svg, HasSubstr("90 % interval"));
  // From -1.25 to 1.25 and 3 % more at both ends: 2.65, so 1 is 37.74 % of it, from the middle.
  EXPECT_EQ(count(svg, "class=\"bar\" x=\"50.00%\""), 1U);
  EXPECT_EQ(count(svg, "class=\"bar\" x=\"12.26%\""), 1U);
  EXPECT_EQ(count(svg, "width=\"37.74%\""), 2U);
}

TEST(AttributionFigures, RanksStandBesideRandomOnes) {
  const auto svg = drawn(attribution_ranking_figure(), explained());
  EXPECT_EQ(count(svg, ">a</text>"), 2U);
  EXPECT_EQ(count(svg, ">b</text>"), 0U) << "it has no attributions";
  EXPECT_THAT(svg, HasSubstr("<title>0.750 of 10 documents, at random 0.125 [0.500, 0.875]</title>"));
  EXPECT_EQ(count(svg, "<title>0.125 at random</title>"), 2U);
  EXPECT_THAT(svg, HasSubstr("random rankings"));
}

TEST(AttributionFigures, WithoutAttributionsThereIsNoFigure) {
  const CorpusFindings found = bare_findings();
  for (const auto& figure : {attribution_shares_figure(), attribution_ranking_figure()}) {
    EXPECT_TRUE(figure.draw(found, 0).empty());
    for (const auto& rows : figure.rows(found)) EXPECT_TRUE(rows.table().data.empty());
  }
}

}  // namespace
}  // namespace standfast::report
