#include "standfast/split/topic_confusion.h"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "tests/support/shuffled.h"

namespace standfast {
namespace {

using testing::Doc;
using testing::grid_corpus;
using testing::make_corpus;
using Settings = std::map<std::string, OptionValue>;

Result<Split> confusion(const Corpus& corpus, const Settings& settings, uint64_t seed = 1) {
  SF_ASSIGN(const auto splitter, splitters().make("topic-confusion", settings));
  return splitter->split(corpus, whole_corpus(corpus), {.seed = seed});
}

std::map<uint32_t, std::set<uint32_t>> topics_by_author(const Corpus& corpus,
                                                        const std::vector<uint32_t>& rows) {
  std::map<uint32_t, std::set<uint32_t>> result;
  for (const uint32_t row : rows)
    result[corpus.column(Role::author)->codes[row]].insert(corpus.column(Role::topic)->codes[row]);
  return result;
}

// The halves swap their topics, on data of the paper's shape: 13 authors on 4 topics, of whom 6 and 6 are
// drawn.
TEST(TopicConfusion, HalvesSwapTheirTopics) {
  const Corpus corpus = grid_corpus(4, 13, 3);
  const auto split = confusion(corpus, {{"configurations", int64_t{30}}});
  ASSERT_TRUE(split) << split.error().message;
  ASSERT_EQ(split->folds.size(), 30U);
  std::set<std::set<uint32_t>> pairs;
  std::set<size_t> authors_seen;
  for (const auto& fold : split->folds) {
    EXPECT_EQ(fold.train.size(), 36U);
    EXPECT_EQ(fold.test.size(), 36U);
    EXPECT_TRUE(fold.validation.empty());
    EXPECT_EQ(fold.aside.size(), 72U) << "12 authors on the two other topics";
    const auto train = topics_by_author(corpus, fold.train), test = topics_by_author(corpus, fold.test),
               aside = topics_by_author(corpus, fold.aside);
    ASSERT_EQ(train.size(), 12U);
    std::set<uint32_t> used;
    std::map<uint32_t, int> on;
    for (const auto& [author, topics] : train) {
      authors_seen.insert(author);
      ASSERT_EQ(topics.size(), 1U);
      ASSERT_EQ(test.at(author).size(), 1U);
      EXPECT_NE(*topics.begin(), *test.at(author).begin());
      used.insert(*topics.begin());
      used.insert(*test.at(author).begin());
      ++on[*topics.begin()];
      for (const uint32_t topic : aside.at(author)) EXPECT_FALSE(topics.contains(topic));
    }
    EXPECT_EQ(used.size(), 2U);
    for (const auto& [topic, authors] : on) EXPECT_EQ(authors, 6);
    pairs.insert(used);
  }
  EXPECT_EQ(pairs.size(), 6U) << "30 draws reach all pairs of 4 topics";
  EXPECT_EQ(authors_seen.size(), 13U) << "and all authors";
}

TEST(TopicConfusion, AsInThePapersCodeEverybodyIsKeptAside) {
  const Corpus corpus = grid_corpus(4, 13, 3);
  const auto split = confusion(corpus, {{"validation-authors", std::string("all")}});
  for (const auto& fold : split->folds) EXPECT_EQ(fold.aside.size(), 78U);
  const auto none = confusion(corpus, {{"validation-topics", int64_t{0}}});
  for (const auto& fold : none->folds) EXPECT_TRUE(fold.aside.empty());
}

// Only feasible pairs of topics are drawn: authors 0..3 wrote on a and b, 4..5 on a and c only, so (a, b) is
// the only pair for halves of two.
TEST(TopicConfusion, OnlyFeasibleTopicsAreDrawn) {
  std::vector<Doc> docs;
  for (int a = 0; a < 6; ++a)
    for (const char* topic : {"a", a < 4 ? "b" : "c"})
      docs.push_back({std::to_string(a) + topic, "text", "author" + std::to_string(a), topic});
  const Corpus corpus = make_corpus(docs);
  const auto split = confusion(corpus, {{"authors-per-half", int64_t{2}}});
  ASSERT_TRUE(split) << split.error().message;
  for (const auto& fold : split->folds)
    for (const auto& [author, topics] : topics_by_author(corpus, fold.test)) {
      EXPECT_LT(author, 4U);
      EXPECT_FALSE(topics.contains(2));
    }
  bool repeats = false;
  for (const auto& note : split->notes) repeats |= note.find("12 of 20 configurations are new") == 0;
  for (const auto& note : split->notes)
    if (note.find("configurations are new") != std::string::npos) repeats = true;
  EXPECT_TRUE(repeats) << "4 authors give 6 halvings x 2 directions";
  const auto thin = confusion(corpus, {{"authors-per-half", int64_t{3}}});
  ASSERT_FALSE(thin);
  EXPECT_EQ(thin.error().kind, ErrorKind::data);
  EXPECT_NE(
      thin.error().message.find("the best two, \"a\" and \"b\", have 4 such authors: 2 are missing (with "
                                "authors-per-half=2 it works)"),
      std::string::npos)
      << thin.error().message;
  const auto once = confusion(corpus, {{"authors-per-half", int64_t{1}}, {"min-docs", int64_t{2}}});
  ASSERT_FALSE(once);
  EXPECT_NE(once.error().message.find("the authors do not share topics"), std::string::npos);
}

TEST(TopicConfusion, ErrorsAreOfTheSameHalfOrOfTheOther) {
  const Corpus corpus = grid_corpus(4, 4, 2);
  const auto split = confusion(corpus, {{"authors-per-half", int64_t{2}}});
  const Column &author = *corpus.column(Role::author), &topic = *corpus.column(Role::topic);
  for (const auto& fold : split->folds) {
    const TrainedTopics trained(fold, author, topic);
    const auto halves = topics_by_author(corpus, fold.train);
    for (const uint32_t row : fold.test) {
      const uint32_t truth = author.codes[row];
      int correct = 0, same = 0, cross = 0;
      for (uint32_t predicted = 0; predicted < 4; ++predicted) {
        const auto outcome = trained.outcome(truth, predicted, topic.codes[row]);
        correct += outcome == ConfusionOutcome::correct;
        same += outcome == ConfusionOutcome::same_half;
        cross += outcome == ConfusionOutcome::cross_half;
        // The drawn halves, found in another way: two authors are in one half if they trained on the same
        // topic.
        if (predicted == truth) continue;
        EXPECT_EQ(outcome == ConfusionOutcome::same_half, halves.at(predicted) == halves.at(truth));
      }
      EXPECT_EQ(correct, 1);
      EXPECT_EQ(same, 1);
      EXPECT_EQ(cross, 2);
    }
    EXPECT_FALSE(trained.wrote(kMissing, 0));
  }
}

TEST(TopicConfusion, ImpossibleNumbersAreUsageErrors) {
  const Corpus corpus = grid_corpus(4, 4, 2);
  for (const char* option : {"configurations", "authors-per-half", "min-docs"}) {
    const auto split = confusion(corpus, {{option, int64_t{0}}});
    ASSERT_FALSE(split);
    EXPECT_EQ(split.error().kind, ErrorKind::usage);
  }
}

}  // namespace
}  // namespace standfast
