// The worst topic and the worst class, against binomial probabilities that are summed here.
#include "standfast/result/findings/worst_groups.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/metric/stat/interval.h"
#include "tests/support/forged_run.h"

namespace standfast::result {
namespace {

using standfast::testing::add_answers;
using standfast::testing::add_cell;
using standfast::testing::ForgedAnswer;

// Computes P(at most k of n right) with probability p each, term by term.
double chance_of_at_most(int k, int n, double p) {
  double sum = 0;
  for (int i = 0; i <= k; ++i)
    sum += std::exp(std::lgamma(n + 1.0) - std::lgamma(i + 1.0) - std::lgamma(n - i + 1.0) + i * std::log(p) +
                    (n - i) * std::log1p(-p));
  return sum;
}

RunRecords two_classes_of_topics() {
  RunRecords run = testing::bare_run("classification", {"iid"}, {"a"});
  run.corpora[0].classes = {"ann", "bob"};
  run.corpora[0].tested_topics = {"wide", "worst", "small"};
  return run;
}

std::vector<WorstGroup> worst_in(const RunRecords& run, double level = 0.95) {
  return worst_groups(run, 0, 0, 0, pooled_items(run, 0, 0, 0), level);
}

// Adds n documents of a topic in alternating classes; the first `right` answers are right.
void add_topic(std::vector<ForgedAnswer>& answers, uint32_t topic, uint32_t n, uint32_t right) {
  for (uint32_t i = 0; i < n; ++i) {
    const uint32_t truth = i % 2;
    const auto document = static_cast<uint32_t>(answers.size());
    answers.push_back({document, truth, i < right ? truth : 1 - truth, topic});
  }
}

// Makes three topics with 27 of 30, 10 of 20 and 0 of 19 right answers.
std::vector<ForgedAnswer> of_three_topics() {
  std::vector<ForgedAnswer> answers;
  add_topic(answers, 0, 30, 27);
  add_topic(answers, 1, 20, 10);
  add_topic(answers, 2, 19, 0);
  return answers;
}

TEST(WorstGroups, GroupsOfTwentyDocumentsAreCompared) {
  RunRecords run = two_classes_of_topics();
  add_answers(run, add_cell(run, "iid", "a"), of_three_topics());
  const auto found = worst_in(run, 0.9);
  ASSERT_EQ(found.size(), 2U);
  const WorstGroup& topic = found[0];
  EXPECT_EQ(topic.by, GroupedBy::topic);
  EXPECT_EQ(topic.group, 1U);
  EXPECT_EQ(topic.n, 20U);
  EXPECT_DOUBLE_EQ(topic.accuracy, 0.5);
  EXPECT_EQ(topic.compared, 2U);
  EXPECT_EQ(topic.groups, 3U);
  EXPECT_DOUBLE_EQ(topic.accuracy_of_all, 37.0 / 69);
  // Two groups share the 10 percent of error.
  const Interval interval = exact_interval(10, 20, 0.95);
  ASSERT_TRUE(topic.interval);
  EXPECT_DOUBLE_EQ(topic.interval->low, interval.low);
  EXPECT_DOUBLE_EQ(topic.interval->high, interval.high);
  const double p = 37.0 / 50;
  EXPECT_NEAR(*topic.by_luck, 1 - (1 - chance_of_at_most(10, 20, p)) * (1 - chance_of_at_most(15, 30, p)),
              1e-9);
}

TEST(WorstGroups, ClassesAreGroupsToo) {
  RunRecords run = two_classes_of_topics();
  // Ann has 15, 10 and 10 documents, of which 14, 5 and 0 are right; bob has 15, 10 and 9, of which 13, 5 and
  // 0 are right.
  add_answers(run, add_cell(run, "iid", "a"), of_three_topics());
  const auto found = worst_in(run);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[1].by, GroupedBy::target);
  EXPECT_EQ(found[1].group, 1U) << "18 of 34 against 19 of 35";
  EXPECT_EQ(found[1].n, 34U);
  EXPECT_EQ(found[1].compared, 2U);
  EXPECT_EQ(found[1].groups, 2U);
}

// A document counts with its first answer only, because the interval takes answers as independent.
TEST(WorstGroups, ADocumentCountsWithItsFirstAnswer) {
  RunRecords run = two_classes_of_topics();
  run.seeds = {1, 2};
  std::vector<ForgedAnswer> first = of_three_topics(), second = first;
  for (auto& one : second) one.answer = 1 - one.truth;
  add_answers(run, add_cell(run, "iid", "a", 0, 1), first);
  const auto before = worst_in(run);
  add_answers(run, add_cell(run, "iid", "a", 0, 2), second);
  const auto after = worst_in(run);
  ASSERT_EQ(before.size(), after.size());
  for (size_t i = 0; i < before.size(); ++i) {
    EXPECT_EQ(before[i].n, after[i].n);
    EXPECT_EQ(before[i].accuracy, after[i].accuracy);
  }
}

TEST(WorstGroups, WithoutTopicsOnlyClassesAreGroups) {
  RunRecords run = two_classes_of_topics();
  auto answers = of_three_topics();
  answers[5].topic = kNoCode;
  add_answers(run, add_cell(run, "iid", "a"), answers);
  const auto found = worst_in(run);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].by, GroupedBy::target);
}

TEST(WorstGroups, TheGroupOfTheStudyIsOfTheDocumentsThatHaveOne) {
  RunRecords run = two_classes_of_topics();
  add_answers(run, add_cell(run, "iid", "a"), of_three_topics());
  run.group = "source";
  // The answers contain "news" first.
  run.slices["posts"] = {{"source", {"blog", "news"}, {1, 0}, true}};
  auto& group = run.cells.back().classified.group;
  group.assign(69, kNoCode);
  std::fill(group.begin(), group.begin() + 20, 1U);       // all right
  std::fill(group.begin() + 20, group.begin() + 50, 0U);  // 7 of 10 and 10 of 20
  const auto found = worst_in(run);
  ASSERT_EQ(found.size(), 3U) << "no class has twenty documents in a group";
  EXPECT_EQ(found[2].by, GroupedBy::group);
  EXPECT_EQ(name_of_group(run, 0, found[2].by, found[2].group), "news");
  EXPECT_EQ(found[2].n, 30U);
  EXPECT_DOUBLE_EQ(found[2].accuracy, 17.0 / 30);
  EXPECT_EQ(found[2].compared, 2U);
  EXPECT_DOUBLE_EQ(found[2].accuracy_of_all, 37.0 / 50);
  EXPECT_EQ(found[2].counted, 50U);
  EXPECT_EQ(found[2].documents, 69U);
  EXPECT_EQ(found[0].counted, 69U);
}

// A group of robust training is a class within a group: no class and no group is bad, but bob in the blog is.
TEST(WorstGroups, AGroupOfRobustTrainingIsAClassWithinAGroup) {
  RunRecords run = two_classes_of_topics();
  std::vector<ForgedAnswer> answers;
  std::vector<uint32_t> codes;
  const auto add = [&](uint32_t truth, uint32_t code, uint32_t n, uint32_t right) {
    for (uint32_t i = 0; i < n; ++i) {
      answers.push_back({static_cast<uint32_t>(answers.size()), truth, i < right ? truth : 1 - truth, 0});
      codes.push_back(code);
    }
  };
  add(0, 0, 100, 90), add(0, 1, 100, 90);
  add(1, 0, 120, 110), add(1, 1, 25, 5);
  add(0, kNoCode, 10, 0);
  add_answers(run, add_cell(run, "iid", "a"), answers);
  run.group = "source";
  run.slices["posts"] = {{"source", {"blog", "news"}, {1, 0}, true}};  // the answers met "news" first
  run.cells.back().classified.group = codes;
  const auto found = worst_in(run);
  ASSERT_EQ(found.size(), 3U) << "one topic is not compared";
  const WorstGroup& worst = found[2];
  EXPECT_EQ(worst.by, GroupedBy::target_and_group);
  EXPECT_EQ(name_of_group(run, 0, worst.by, worst.group), "bob, blog");
  EXPECT_EQ(worst.n, 25U);
  EXPECT_DOUBLE_EQ(worst.accuracy, 0.2);
  EXPECT_EQ(worst.compared, 4U);
  EXPECT_EQ(worst.counted, 345U);
  EXPECT_EQ(worst.documents, 355U);
}

TEST(WorstGroups, AreNotThereWhereNoGroupsCanBeCompared) {
  RunRecords run = two_classes_of_topics();
  EXPECT_TRUE(worst_in(run).empty()) << "nothing was answered";
  std::vector<ForgedAnswer> answers;
  add_topic(answers, 0, 19, 3);
  add_topic(answers, 1, 19, 5);
  for (auto& one : answers) one.truth = 0;
  add_answers(run, add_cell(run, "iid", "a"), answers);
  EXPECT_TRUE(worst_in(run).empty()) << "topics are too small, and there is one class";
}

}  // namespace
}  // namespace standfast::result
