#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/figure/catalog.h"
#include "tests/support/forged_findings.h"

namespace standfast::report {
namespace {

using namespace standfast::testing;  // forged findings
using ::testing::HasSubstr;
using ::testing::Not;

TEST(SimilarityFigure, TheMapAndItsTree) {
  CorpusFindings found = bare_findings();
  forge_topics(found);
  const auto rows = rows_of(similarity_figure(), found);
  EXPECT_THAT(rows, HasSubstr("forums,z,y,0.5\r\n"));
  EXPECT_THAT(
      rows,
      HasSubstr("corpus,join,one,other,height\r\nforums,join 1,x,z,0.25\r\nforums,join 2,y,join 1,0.625"));
  const auto svg = drawn(similarity_figure(), found);
  EXPECT_THAT(svg, HasSubstr(">cosine 0.25</text>")) << "of two different topics";
  EXPECT_THAT(svg, HasSubstr("data-values=\"1.00|0.75|0.25|0.75|1.00|0.50|0.25|0.50|1.00\""));
  // Rows of 20 pixels begin at 4, so the leaves are at 14, 34, 54. The tree begins 6 to the right of the map
  // and is 110 wide, so 0.25 of 0.625 is 44.
  EXPECT_THAT(svg, HasSubstr("d=\"M80,14H124V34H80M80,54H190V24H124\""));
  EXPECT_THAT(similarity_figure().caption(found), HasSubstr("n: 3 topics of 4 (the largest)."));
}

}  // namespace
}  // namespace standfast::report
