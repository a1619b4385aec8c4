#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/figure/catalog.h"
#include "tests/support/forged_findings.h"

namespace standfast::report {
namespace {

using namespace standfast::testing;  // forged findings
using ::testing::HasSubstr;
using ::testing::Not;

TEST(ConfusionFigure, CellsAreSharesOfTheRow) {
  CorpusFindings found = bare_findings();
  forge_classes(found);
  EXPECT_THAT(rows_of(confusion_figure(), found),
              HasSubstr("forums,seen,a,ann,bob,1\r\nforums,seen,a,bob,bob,4\r\n"));
  const auto svg = drawn(confusion_figure(), found);
  EXPECT_EQ(count(svg, "class=\"heat\""), 2U);
  EXPECT_EQ(count(svg, "fill=\"#08306b\""), 2U) << "four of four";
  // Cells of 30 pixels, half a pixel apart; the two cells with 1 of 2 have one colour, so they are one path.
  EXPECT_EQ(count(svg, "<path d=\"M0,0h0.983v0.983h-0.983zM1,0h0.983v0.983h-0.983z\" fill=\"#6baed6\"/>"),
            2U);
  EXPECT_THAT(svg, HasSubstr("data-rows=\"ann&#10;bob\""));
  EXPECT_THAT(svg, HasSubstr("data-values=\"1 (50.0 %)|1 (50.0 %)||4 (100.0 %)\""));
  EXPECT_EQ(count(svg, ">ann</text>"), 2U * 2);
}

TEST(ConfusionFigure, ManyClassesHaveNoNames) {
  CorpusFindings found = bare_findings();
  forge_classes(found);
  while (found.answers_given.classes.size() < 21) found.answers_given.classes.push_back("ann");
  EXPECT_EQ(count(drawn(confusion_figure(), found), ">ann</text>"), 0U);
}

}  // namespace
}  // namespace standfast::report
