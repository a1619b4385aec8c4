// The worst topic and the worst class, against binomial chances that are summed here.
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/metric/stat/proportion.h"
#include "standfast/report/table/class_tables.h"
#include "tests/support/forged_run.h"
#include "tests/support/table_cells.h"

namespace standfast::report {
namespace {

using standfast::testing::add_answers;
using standfast::testing::add_cell;
using standfast::testing::expect_full;
using standfast::testing::ForgedAnswer;
using standfast::testing::shown_cells;
using standfast::testing::stored_number;
using ::testing::_;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// P(at most k of n right), each with chance p: term by term.
double chance_of_at_most(int k, int n, double p) {
  double sum = 0;
  for (int i = 0; i <= k; ++i)
    sum += std::exp(std::lgamma(n + 1.0) - std::lgamma(i + 1.0) - std::lgamma(n - i + 1.0) + i * std::log(p) +
                    (n - i) * std::log1p(-p));
  return sum;
}

RunRecords two_classes_of_topics(const std::vector<std::string>& models) {
  RunRecords run = testing::bare_run("classification", {"iid"}, models);
  run.corpora[0].classes = {"ann", "bob"};
  run.corpora[0].tested_topics = {"wide", "worst", "small"};
  return run;
}

// Documents of a topic, as often of one class as of the other; the first `right` of them are.
void add_topic(std::vector<ForgedAnswer>& answers, uint32_t topic, uint32_t n, uint32_t right) {
  for (uint32_t i = 0; i < n; ++i) {
    const uint32_t truth = i % 2;
    const auto document = static_cast<uint32_t>(answers.size());
    answers.push_back({document, truth, i < right ? truth : 1 - truth, topic});
  }
}

// 27 of 30, 10 of 20, 0 of 19.
std::vector<ForgedAnswer> of_three_topics() {
  std::vector<ForgedAnswer> answers;
  add_topic(answers, 0, 30, 27);
  add_topic(answers, 1, 20, 10);
  add_topic(answers, 2, 19, 0);
  return answers;
}

TEST(WorstGroupTable, GroupsOfTwentyDocumentsAreCompared) {
  RunRecords run = two_classes_of_topics({"a"});
  add_answers(run, add_cell(run, "iid", "a"), of_three_topics());
  const auto table = worst_group_table(run, Summary(), 0, 0.9);
  ASSERT_TRUE(table);
  expect_full(*table);
  ASSERT_EQ(table->rows.size(), 2U);
  EXPECT_THAT(table->caption, HasSubstr("groups with 20 test documents or more"));
  EXPECT_THAT(table->caption, HasSubstr("together at 90 %"));
  // Two groups share the 10 percent of error.
  const Interval interval = exact_interval(10, 20, 0.95);
  const double p = 37.0 / 50;
  const double luck = 1 - (1 - chance_of_at_most(10, 20, p)) * (1 - chance_of_at_most(15, 30, p));
  EXPECT_THAT(shown_cells(*table, 0), ElementsAre("iid", "a", "topic", "worst", "20", "0.500", "2 of 3",
                                                  shown(37.0 / 69), shown_p(luck)));
  EXPECT_EQ(table->rows[0][5].second, "[" + shown(interval.low) + ", " + shown(interval.high) + "]");
  EXPECT_THAT(table->data[0],
              ElementsAre("posts", "iid", "a", "topic", "worst", "20", "0.5", exact(interval.low),
                          exact(interval.high), "2", "3", exact(37.0 / 69), _));
  EXPECT_NEAR(stored_number(*table, 0, "p_by_luck"), luck, 1e-9);
}

TEST(WorstGroupTable, ClassesAreGroupsToo) {
  RunRecords run = two_classes_of_topics({"a"});
  run.target = "register";
  // Ann has 15, 10 and 10 documents, of which 14, 5 and 0 are right; bob 15, 10 and 9, right 13, 5 and 0.
  add_answers(run, add_cell(run, "iid", "a"), of_three_topics());
  const auto table = worst_group_table(run, Summary(), 0, 0.95);
  ASSERT_TRUE(table);
  EXPECT_THAT(testing::stored_column(*table, "group"), ElementsAre("topic", "register"));
  // 18 of 34 against 19 of 35; both are compared.
  EXPECT_THAT(shown_cells(*table, 1),
              ElementsAre("iid", "a", "register", "bob", "34", shown(18.0 / 34), "2", shown(37.0 / 69), _));
}

// The interval takes documents as independent, and answers to one document are not.
TEST(WorstGroupTable, ADocumentCountsWithItsFirstAnswer) {
  RunRecords run = two_classes_of_topics({"a"});
  run.seeds = {1, 2};
  std::vector<ForgedAnswer> first = of_three_topics(), second = first;
  for (auto& one : second) one.answer = 1 - one.truth;
  add_answers(run, add_cell(run, "iid", "a", 0, 1), first);
  const auto before = worst_group_table(run, Summary(), 0, 0.95);
  add_answers(run, add_cell(run, "iid", "a", 0, 2), second);
  const auto after = worst_group_table(run, Summary(), 0, 0.95);
  ASSERT_TRUE(before && after);
  EXPECT_EQ(before->data, after->data);
}

TEST(WorstGroupTable, WithoutTopicsOnlyClassesAreGroups) {
  RunRecords run = two_classes_of_topics({"guess", "a"});
  auto answers = of_three_topics();
  answers[5].topic = kNoCode;
  for (const char* model : {"guess", "a"}) add_answers(run, add_cell(run, "iid", model), answers);
  Summary summary;
  summary.chance_model = 0;
  const auto table = worst_group_table(run, summary, 0, 0.95);
  ASSERT_TRUE(table);
  EXPECT_THAT(testing::stored_column(*table, "group"), ElementsAre("author"));
  EXPECT_THAT(testing::stored_column(*table, "model"), ElementsAre("a"));
}

TEST(WorstGroupTable, TheGroupOfTheStudyIsOfTheDocumentsThatHaveOne) {
  RunRecords run = two_classes_of_topics({"a"});
  CellRecord& cell = add_cell(run, "iid", "a");
  add_answers(run, cell, of_three_topics());
  run.group = "source";
  run.slices["posts"] = {{"source", {"blog", "news"}, {}, true}};
  auto& group = run.cells.back().classified.group;
  group.assign(69, kNoCode);
  std::fill(group.begin(), group.begin() + 20, 0U);       // all right
  std::fill(group.begin() + 20, group.begin() + 50, 1U);  // 7 of 10 and 10 of 20
  const auto table = worst_group_table(run, Summary(), 0, 0.95);
  ASSERT_TRUE(table);
  EXPECT_THAT(testing::stored_column(*table, "group"), ElementsAre("topic", "author", "source"));
  EXPECT_THAT(shown_cells(*table, 2),
              ElementsAre("iid", "a", "source", "news", "30", shown(17.0 / 30), "2", shown(37.0 / 50), _));
}

TEST(WorstGroupTable, IsNotThereWhereNoGroupsCanBeCompared) {
  RunRecords run = two_classes_of_topics({"a"});
  EXPECT_FALSE(worst_group_table(run, Summary(), 0, 0.95)) << "nothing was answered";
  std::vector<ForgedAnswer> answers;
  add_topic(answers, 0, 19, 3);
  add_topic(answers, 1, 19, 5);
  for (auto& one : answers) one.truth = 0;
  add_answers(run, add_cell(run, "iid", "a"), answers);
  EXPECT_FALSE(worst_group_table(run, Summary(), 0, 0.95)) << "topics are too small, and there is one class";
}

}  // namespace
}  // namespace standfast::report
