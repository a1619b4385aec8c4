// Thousands of topics: memory and files grow with the size of the corpus, not with topics x documents or
// topics x topics.
#include <cmath>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/split/file/read_splits.h"
#include "standfast/split/file/splits_file.h"
#include "standfast/split/folds.h"
#include "standfast/split/matched_control.h"
#include "standfast/split/splitter.h"
#include "standfast/split/topic_confusion.h"
#include "tests/support/corpora.h"
#include "tests/support/no_threads.h"
#include "tests/support/shuffled.h"
#include "tests/support/split_options.h"

namespace standfast {
namespace {

// Makes two documents per topic, far apart in the corpus, and one author for every seven documents.
Corpus many_topics(uint32_t topics) {
  std::vector<testing::Doc> docs;
  for (uint32_t i = 0; i < 2 * topics; ++i)
    docs.push_back({"d" + std::to_string(i), "t", "a" + std::to_string(i / 7),
                    "t" + std::to_string(static_cast<uint64_t>(i) * 7919 % topics)});
  return testing::make_corpus(docs);
}

// Similarity 1 / (1 + i + j) of topics i and j; counts its calls.
class CountingSimilarity final : public TopicSimilarity {
 public:
  explicit CountingSimilarity(uint32_t topics) : topics_(topics) {}
  uint32_t topics() const override { return topics_; }
  void against_all(uint32_t topic, std::span<double> out) const override {
    ++asked;
    for (uint32_t other = 0; other < topics_; ++other) out[other] = 1.0 / (1.0 + topic + other);
  }
  mutable uint64_t asked = 0;

 private:
  uint32_t topics_;
};

TEST(ManyTopics, FoldsThatLeaveOneOutTakeTheSpaceOfWhatTheyTest) {
  constexpr uint32_t kTopics = 5000;
  const Corpus corpus = many_topics(kTopics);
  const auto split = (*splitters().make("leave-one-topic-out", {}))->split(corpus, whole_corpus(corpus), {});
  ASSERT_TRUE(split) << split.error().message;
  ASSERT_EQ(split->folds.size(), kTopics);
  uint64_t runs = 0;
  for (const auto& fold : split->folds) {
    EXPECT_EQ(fold.train.size(), 2 * kTopics - 2);
    EXPECT_EQ(fold.test.size(), 2U);
    runs += runs_of(fold);
  }
  EXPECT_LE(runs, 5U * kTopics) << "two rows of the test, and what lies before, between and behind them";

  // Splits read from a file, and controls, do so, too.
  const std::string json = write_splits(corpus, whole_corpus(corpus), *split,
                                        split_statistics(corpus, whole_corpus(corpus), *split, nullptr));
  EXPECT_LT(json.size(), size_t{kTopics} * 500);
  const auto file = parse_splits(json, "s");
  ASSERT_TRUE(file);
  const auto again = bind_splits(*file, corpus);
  ASSERT_TRUE(again);
  for (uint32_t f = 0; f < kTopics; ++f) {
    ASSERT_EQ(again->split.folds[f].train, split->folds[f].train);
    ASSERT_EQ(again->split.folds[f].test, split->folds[f].test);
  }
  const auto control = matched_control(corpus, *split, Role::author, 1);
  ASSERT_TRUE(control);
  uint64_t control_runs = 0;
  for (const auto& fold : control->folds) control_runs += runs_of(fold);
  EXPECT_LE(control_runs, 5U * kTopics);
}

// Counts of values on both sides, which are updated from fold to fold, equal counts over every row of every
// fold.
TEST(ManyTopics, CountsFromFoldToFoldAreThoseOfEveryFoldAlone) {
  const Corpus corpus = testing::uneven_corpus();
  const testing::MadeUpVectors vectors(corpus);
  for (const auto& entry : splitters().entries()) {
    const auto options = testing::small_options(entry, 4, 0.2);
    const auto split =
        (*splitters().make(entry.name, options))
            ->split(
                corpus, whole_corpus(corpus),
                {.seed = 2, .vectors = vectors.view(), .classes = testing::needed_classes(entry, corpus)});
    ASSERT_TRUE(split) << split.error().message;
    const auto statistics = split_statistics(corpus, whole_corpus(corpus), *split, nullptr);
    for (size_t f = 0; f < split->folds.size(); ++f) {
      const auto& fold = split->folds[f];
      for (const Role role : {Role::topic, Role::author}) {
        const Column& column = *corpus.column(role);
        std::set<uint32_t> train, test, both;
        for (const auto* side : {&fold.train, &fold.validation})
          for (const uint32_t row : *side)
            if (column.codes[row] != kMissing) train.insert(column.codes[row]);
        for (const uint32_t row : fold.test)
          if (column.codes[row] != kMissing) test.insert(column.codes[row]);
        for (const uint32_t code : test)
          if (train.contains(code)) both.insert(code);
        const auto& s = statistics.folds[f];
        const bool topics = role == Role::topic;
        EXPECT_EQ(topics ? s.train_topics : s.train_authors, train.size()) << entry.name << f;
        EXPECT_EQ(topics ? s.test_topics : s.test_authors, test.size()) << entry.name << f;
        EXPECT_EQ(topics ? s.shared_topics : s.shared_authors, both.size()) << entry.name << f;
      }
    }
  }
}

TEST(ManyTopics, OfVeryManySomeAreCompared) {
  constexpr uint32_t kTopics = 8000;
  const Corpus corpus = many_topics(kTopics);
  const auto split = (*splitters().make("topic-k-fold", {}))->split(corpus, whole_corpus(corpus), {});
  ASSERT_TRUE(split);
  const CountingSimilarity similarity(kTopics);
  const auto statistics = split_statistics(corpus, whole_corpus(corpus), *split, &similarity, "by rule");
  EXPECT_EQ(statistics.tested_topics, kTopics);
  EXPECT_LT(statistics.compared_topics, kTopics / 2);
  EXPECT_GT(statistics.compared_topics, 1000U);
  EXPECT_EQ(similarity.asked, statistics.compared_topics);
  for (const auto& fold : statistics.folds) EXPECT_TRUE(std::isfinite(fold.similarity_mean));
  // The compared topics are chosen by name, so another order of the corpus compares the same ones.
  const Corpus shuffled = testing::in_another_order(corpus);
  const auto other_split =
      (*splitters().make("topic-k-fold", {}))->split(shuffled, whole_corpus(shuffled), {});
  const auto other = split_statistics(shuffled, whole_corpus(shuffled), *other_split, &similarity, "by rule");
  EXPECT_EQ(other.similarity_mean, statistics.similarity_mean);
  // The file states the number of compared topics.
  const auto json = nlohmann::json::parse(write_splits(corpus, whole_corpus(corpus), *split, statistics));
  EXPECT_EQ(json["statistics"]["compared_topics"], statistics.compared_topics);
}

TEST(ManyTopics, FewAreAllComparedAndNothingIsSaidOfIt) {
  const Corpus corpus = many_topics(50);
  const auto split = (*splitters().make("topic-k-fold", {}))->split(corpus, whole_corpus(corpus), {});
  const CountingSimilarity similarity(50);
  const auto statistics = split_statistics(corpus, whole_corpus(corpus), *split, &similarity, "by rule");
  EXPECT_EQ(statistics.compared_topics, 50U);
  EXPECT_EQ(write_splits(corpus, whole_corpus(corpus), *split, statistics).find("compared_topics"),
            std::string::npos);
}

// Topic confusion stores only the pairs of author and topic that occur: a table of 60,000 authors by 60,000
// topics would take 86 GB.
TEST(ManyTopics, TopicConfusionHoldsOnlyTheCrossingsThatAreThere) {
  std::vector<testing::Doc> docs;
  for (uint32_t i = 0; i < 60'000; ++i)
    docs.push_back({"d" + std::to_string(i), "t", "a" + std::to_string(i), "t" + std::to_string(i)});
  const Corpus corpus = testing::make_corpus(docs);
  const auto split = (*splitters().make("topic-confusion", {}))->split(corpus, whole_corpus(corpus), {});
  ASSERT_FALSE(split);
  EXPECT_NE(split.error().message.find("the authors do not share topics"), std::string::npos);

  Fold fold;
  for (uint32_t row = 0; row < corpus.size(); ++row) fold.train.push_back(row);
  const TrainedTopics trained(fold, *corpus.column(Role::author), *corpus.column(Role::topic));
  const uint32_t author = corpus.column(Role::author)->codes[7], topic = corpus.column(Role::topic)->codes[7];
  EXPECT_TRUE(trained.wrote(author, topic));
  EXPECT_FALSE(trained.wrote(author, topic + 1));
}

// Topic confusion counts pairs of topics without storing them: 12 authors who all wrote on 3,000 topics make
// 4,500,000 pairs, which with their authors would take 500 MB.
TEST(ManyTopics, TopicConfusionCountsPairsOfTopicsAndHoldsNone) {
  STANDFAST_NEEDS_BOUNDED_ADDRESS_SPACE();
  std::vector<testing::Doc> docs;
  for (uint32_t t = 0; t < 3'000; ++t)
    for (uint32_t a = 0; a < 12; ++a)
      docs.push_back({fmt::format("d{}-{}", t, a), "t", "a" + std::to_string(a), "t" + std::to_string(t)});
  const Corpus corpus = testing::make_corpus(docs);
  EXPECT_TRUE(testing::with_memory(uint64_t{200} << 20, [&] {
    const auto split = (*splitters().make("topic-confusion", {}))->split(corpus, whole_corpus(corpus), {});
    return split && split->folds.size() == 20 &&
           split->notes.front().starts_with("4498500 pairs of 3000 topics have 12 authors on both");
  }));
}

TEST(ManyTopics, FoldsThatWouldFillTheMemoryAreRefusedWithAdvice) {
  const Corpus corpus = many_topics(50);
  const Sample all = whole_corpus(corpus);
  std::vector<std::vector<uint32_t>> parts(50);
  for (uint32_t row = 0; row < corpus.size(); ++row) parts[row % 50].push_back(row);
  const auto build = [&](uint64_t most_runs) {
    SplitBuilder builder("leave-one-topic-out", {}, {}, corpus, all, {}, most_runs);
    builder.add_partition(parts);
    return std::move(builder).finish("a test");
  };
  uint64_t runs = 0;
  const auto whole = build(kMostRuns);
  ASSERT_TRUE(whole) << whole.error().message;
  for (const auto& fold : whole->folds) runs += runs_of(fold);
  EXPECT_TRUE(build(runs)) << "exactly as many are allowed";
  const auto refused = build(runs - 1);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::data);
  EXPECT_NE(refused.error().message.find("use fewer folds"), std::string::npos) << refused.error().message;
}

}  // namespace
}  // namespace standfast
