#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/figure/catalog.h"
#include "tests/support/forged_findings.h"

namespace standfast::report {
namespace {

using namespace standfast::testing;  // forged findings
using ::testing::HasSubstr;
using ::testing::Not;

TEST(CriticalFigure, RowsNameTheBarsOverEachModel) {
  CorpusFindings found = bare_findings();
  forge_ranks(found);
  EXPECT_EQ(
      rows_of(critical_figure(), found),
      "corpus,metric,condition,model,average_rank,folds,critical_difference,groups\r\n"
      "forums,auc,HITS,b,1,3,0.5,\r\nforums,auc,HITS,c,2.25,3,0.5,1\r\nforums,auc,HITS,a,2.75,3,0.5,1\r\n");
}

TEST(CriticalFigure, BarsBindWhatCannotBeToldApart) {
  CorpusFindings found = bare_findings();
  forge_ranks(found);
  const auto svg = drawn(critical_figure(), found);
  // Names are 6.6 wide, with 44 for their ranks: the axis begins at 50.6. Ranks 1 to 3 lie on 160
  // pixels: 2.25 at 100, 2.75 at 140, four pixels more on both sides.
  EXPECT_EQ(count(svg, "class=\"group\""), 1U);
  EXPECT_THAT(svg, HasSubstr("<line x1=\"146.6\" y1=\"84\" x2=\"194.6\" y2=\"84\""));
  EXPECT_THAT(svg, HasSubstr("critical difference 0.50, 3 folds"));
  EXPECT_THAT(svg, HasSubstr("<path d=\"M50.6,72V103H42.6\"")) << "b leads on the left";
  EXPECT_THAT(svg, HasSubstr("text-anchor=\"start\">a 2.75</text>")) << "a is last, right";
  EXPECT_TRUE(drawn(critical_figure(), found, 1).empty());
}

}  // namespace
}  // namespace standfast::report
