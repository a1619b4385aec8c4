#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/figure/catalog.h"
#include "tests/support/forged_findings.h"

namespace standfast::report {
namespace {

using namespace standfast::testing;  // forged findings
using ::testing::HasSubstr;
using ::testing::Not;

TEST(CompositionFigure, BarsAreDocumentsByClassAndSide) {
  CorpusFindings found = bare_findings();
  forge_clusters(found);
  EXPECT_THAT(rows_of(composition_figure(), found),
              HasSubstr("forums,HITS,7,1,ann,3,3\r\nforums,HITS,7,1,bob,1,1\r\nforums,HITS,7,0,ann,2,0\r\n"));
  const auto svg = drawn(composition_figure(), found);
  // The largest cluster takes the full width: ten documents are 210 pixels.
  EXPECT_THAT(
      svg,
      HasSubstr("width=\"63.00\" height=\"10\" fill=\"#1b8f6e\"><title>cluster 1, ann: 3 tested</title>"));
  EXPECT_THAT(svg, HasSubstr("width=\"168.00\""));
  EXPECT_EQ(count(svg, "fill-opacity=\"0.35\""), 2U) << "light: the two classes of the cluster that trains";
  EXPECT_THAT(svg, HasSubstr("4 · 100 %"));
  EXPECT_THAT(svg, HasSubstr("10 · 0 %"));
}

TEST(CompositionFigure, LaterDrawsAreInTheCsvOnly) {
  CorpusFindings found = bare_findings();
  forge_clusters(found);
  found.compositions.push_back(found.compositions.front());
  found.compositions.back().seed = 8;
  EXPECT_THAT(rows_of(composition_figure(), found), HasSubstr("forums,HITS,8,"));
  EXPECT_THAT(drawn(composition_figure(), found), Not(HasSubstr("seed 8")));
}

}  // namespace
}  // namespace standfast::report
