// What `compare --test data` shows is the table of the run's own task.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/page/run_comparison.h"
#include "tests/support/forged_run.h"

namespace standfast::report {
namespace {

TEST(CompareData, DocumentsOfClassificationAndPairsOfVerification) {
  for (const auto& [task, items, others] : {std::tuple("classification", "documents", "pairs"),
                                            std::tuple("verification", "pairs", "documents")}) {
    RunRecords run = testing::bare_run(task, {"iid"}, {"a"});
    run.corpora[0].classes = {"ann", "bob"};
    if (run.task == "classification")
      testing::add_answers(run, testing::add_cell(run, "iid", "a"), {{0, 0, 0}, {1, 1, 1}});
    else
      testing::add_cell(run, "iid", "a").n_test = 2;
    const auto found = compare_data(run);
    ASSERT_TRUE(found) << task;
    ASSERT_FALSE(found->tables.empty());
    const auto& header = found->tables[0].header;
    EXPECT_THAT(header, ::testing::Contains(std::string("test ") + items))
        << ::testing::PrintToString(header);
    EXPECT_THAT(header, ::testing::Not(::testing::Contains(std::string("test ") + others)));
  }
}

}  // namespace
}  // namespace standfast::report
