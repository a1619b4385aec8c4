#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/figure/catalog.h"
#include "tests/support/forged_findings.h"

namespace standfast::report {
namespace {

using namespace standfast::testing;  // forged findings
using ::testing::HasSubstr;
using ::testing::Not;

TEST(MatrixFigure, CountsTheDocuments) {
  CorpusFindings found = bare_findings();
  forge_topics(found);
  EXPECT_EQ(rows_of(matrix_figure(), found),
            "corpus,author,topic,documents\r\nforums,ann,x,1\r\nforums,ann,z,12\r\nforums,bob,y,12345\r\n");
  const auto svg = drawn(matrix_figure(), found);
  EXPECT_THAT(svg, HasSubstr(">12k</text>"));
  EXPECT_THAT(svg, HasSubstr("data-values=\"1||12||12,345|\""));
}

TEST(MatrixFigure, TheCaptionSaysWhatIsLeftOut) {
  CorpusFindings found = bare_findings();
  forge_topics(found);
  found.documents = 12400;
  found.authors = found.topics = 3;
  EXPECT_THAT(matrix_figure().caption(found), HasSubstr("n: 12,400 documents by 3 authors on 3 topics."));
  found.document_matrix->of_all = false;
  EXPECT_THAT(matrix_figure().caption(found),
              HasSubstr(", shown are the 2 authors and 3 topics with most (12,358 documents of them)."));
}

}  // namespace
}  // namespace standfast::report
