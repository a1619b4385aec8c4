// A record is read back as it was written, and what is no record is refused with its path.
#include "standfast/study/record/cell_file.h"

#include <gmock/gmock.h>

namespace standfast {
namespace {

using ::testing::HasSubstr;

CellFile example() {
  CellFile cell;
  cell.task = "classification";
  cell.corpus = "posts";
  cell.condition = "iid";
  cell.model = "maxent";
  cell.seed = 7;
  cell.fold = 3;
  cell.trade = 2;
  cell.fit = 1;
  cell.fold_counts = {{"train", 90}, {"validation", 0}, {"train_classes", 3}};
  cell.profile = "classification";
  cell.classes = {"a", "b", "\"c\""};
  cell.probabilities = false;
  cell.sides = {
      {kTestSide, predictions_name(kTestSide), 10, {{"unanswered", 1}}, {{"accuracy", 0.1, 10, 10}}},
      {"independent", predictions_name("independent"), 4, {}, {{"accuracy", std::nullopt, 0, 4}}}};
  cell.facts = {{"iterations", 12}};
  return cell;
}

TEST(CellFile, ReadsBackEqual) {
  const CellFile cell = example();
  const auto again = cell_from_json(to_json(cell), "record.json");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, cell);
  CellFile failed;
  failed.ok = false;
  failed.reason = "no memory";
  const auto failed_again = cell_from_json(to_json(failed), "record.json");
  ASSERT_TRUE(failed_again) << failed_again.error().message;
  EXPECT_EQ(*failed_again, failed);
}

TEST(CellFile, NamesTheFileThatIsNoRecord) {
  for (const char* member : {"key", "counts", "sides", "facts"}) {
    auto json = to_json(example());
    json[member] = "text";
    const auto refused = cell_from_json(json, "cells/0/record.json");
    // Facts are what a model says of itself; they may be anything.
    ASSERT_EQ(refused.has_value(), std::string_view(member) == "facts") << member;
    if (!refused) {
      EXPECT_THAT(refused.error().message, HasSubstr("cells/0/record.json"));
    }
  }
  auto without_test = example();
  without_test.sides.erase(without_test.sides.begin());
  EXPECT_FALSE(cell_from_json(to_json(without_test), "record.json"));
}

TEST(CellFile, EverySideHasItsFile) {
  EXPECT_EQ(predictions_name("test"), "predictions.jsonl.gz");
  EXPECT_EQ(predictions_name("independent"), "predictions-independent.jsonl.gz");
}

}  // namespace
}  // namespace standfast
