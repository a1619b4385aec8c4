// docs/run-folder.md names every field of the records of a run.
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/study/record/artifacts.h"
#include "standfast/study/record/provenance.h"

namespace standfast {
namespace {

TEST(RunFolderPage, NamesEveryFieldOfARecord) {
  const auto page = read_file(std::string(STANDFAST_SOURCE_DIR) + "/docs/run-folder.md");
  ASSERT_TRUE(page) << page.error().message;
  for (const auto& names : {map_fields().names(), near_fields().names(), analysis_fields().names(),
                            design_fields().names(), style_fields().names(), summary_fields().names(),
                            similarity_fields().names(), corpus_fields().names()})
    for (const auto& name : names)
      EXPECT_TRUE(page->find("`" + name + "`") != std::string::npos ||
                  page->find("\"" + name + "\"") != std::string::npos)
          << name;
}

}  // namespace
}  // namespace standfast
