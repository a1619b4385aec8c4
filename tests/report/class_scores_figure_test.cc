#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/figure/catalog.h"
#include "tests/support/forged_findings.h"

namespace standfast::report {
namespace {

using namespace standfast::testing;  // forged findings
using ::testing::HasSubstr;
using ::testing::Not;

TEST(ClassScoresFigure, CsvIsWhatIsDrawn) {
  CorpusFindings found = bare_findings();
  forge_class_scores(found);
  EXPECT_THAT(rows_of(class_scores_figure(), found),
              HasSubstr("forums,seen,a,ann,10,8,0.75,0.6,0.4,0.8,0.6667,0.5,0.8\r\n"));
  const auto svg = drawn(class_scores_figure(), found);
  EXPECT_THAT(svg, HasSubstr("seen, ann: F1 0.667 [0.500, 0.800], recall 0.600, n 10"));
  EXPECT_THAT(svg, HasSubstr("0.67 · n 10"));
  EXPECT_EQ(count(svg, "<circle"), 2U * 4) << "a dot and a ring for each class, condition";
}

// A class without documents has no recall, so it has no row and no dot.
TEST(ClassScoresFigure, AClassWithoutDocumentsHasNoScore) {
  CorpusFindings found = bare_findings();
  forge_class_scores(found);
  found.classes.push_back("zed");
  for (auto& one : found.scores_by_class) {
    one.classes.push_back({0, 2, 0, 0, 0, 0});
    one.f1.emplace_back();
    one.recall.emplace_back();
  }
  EXPECT_THAT(drawn(class_scores_figure(), found), Not(HasSubstr("zed")));
  EXPECT_THAT(rows_of(class_scores_figure(), found), Not(HasSubstr("zed")));
}

}  // namespace
}  // namespace standfast::report
