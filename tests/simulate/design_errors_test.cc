// Laws of `standfast simulate`, on few and small corpora: planted effects are found, and others are not.
// tests/theory/corpus_tests_test.cc has more corpora, docs/simulated-corpora.md many more.
#include "standfast/simulate/design_errors.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/simulate/synthetic_study.h"

namespace standfast::simulate {
namespace {

using ::testing::HasSubstr;

SyntheticDesign grid(size_t authors, size_t topics, uint64_t documents) {
  SyntheticDesign design;
  std::vector<std::string> author_names, topic_names;
  for (size_t a = 0; a < authors; ++a) author_names.push_back(std::to_string(a));
  for (size_t t = 0; t < topics; ++t) topic_names.push_back(std::to_string(t));
  design.table =
      TopicCounts::from_table(topic_names, author_names, std::vector<uint64_t>(authors * topics, documents));
  design.length = 40;
  return design;
}

SyntheticDesign pairs_of(size_t authors, size_t topics) {
  SyntheticDesign design = grid(authors, topics, 1);
  design.verifies = true;
  design.model = "char-ngram";
  return design;
}

DesignErrors errors_of(const SyntheticDesign& design, uint32_t sets, uint32_t blocks = 1, int threads = 2) {
  const auto found =
      design_errors(design, {.sets = sets, .blocks = blocks, .resamples = 99, .threads = threads});
  EXPECT_TRUE(found) << found.error().message;
  return found ? *found : DesignErrors();
}

const DesignQuestion& question(const DesignErrors& found, std::string_view name) {
  for (const auto& one : found.questions)
    if (one.name == name) return one;
  ADD_FAILURE() << "no question " << name;
  static const DesignQuestion none;
  return none;
}

// With threads and without topics, the loss is the part of the threads, and the part of the topic is not
// found.
TEST(DesignErrors, ThreadsAreFoundAndTopicsAreNot) {
  SyntheticDesign design = grid(6, 6, 4);
  design.threads = 2;
  design.thread_strength = 0.7;
  design.style = 0.5;
  design.options = {{"features", std::string("word")}};
  constexpr uint32_t kCorpora = 40;
  const auto found = errors_of(design, kCorpora);
  const auto &block = question(found, "block"), &topic = question(found, "topic"),
             &survives = question(found, "survives");
  EXPECT_GT(block.mean, .2);
  EXPECT_FALSE(block.is_null);
  EXPECT_EQ(topic.truth, 0);
  EXPECT_LT(std::abs(topic.mean), 4 * topic.sd / std::sqrt(kCorpora));
  EXPECT_EQ(survives.truth, 1);
  EXPECT_NEAR(survives.mean, 1, 4 * survives.sd / std::sqrt(kCorpora));
  // Binomial: more than 7 of 40 at 5 % happens once in 700 times.
  const auto& error = *found.find("topic", "report");
  ASSERT_TRUE(error.rejects);
  EXPECT_LE(error.rejects->share, 7 / 40.0);
  EXPECT_FALSE(found.find("drop", "report")->rejects) << "the drop from single documents is there";
  EXPECT_GE(found.find("survives", "report")->holds_all->share, .85);
}

// Nested intervals of scores and of points lost are at least as wide as fitted ones; shares have no nested
// interval.
TEST(DesignErrors, NestedIntervalsAreNoNarrower) {
  for (SyntheticDesign design : {grid(8, 6, 2), pairs_of(10, 12)}) {
    const auto fitted = errors_of(design, 2);
    design.interval = "nested";
    const auto nested = errors_of(design, 2);
    double wider = 0;
    for (const auto& one : fitted.errors) {
      if (!one.shown_by_report || !one.width) continue;
      const DesignError* wide = nested.find(one.question, one.method);
      ASSERT_NE(wide, nullptr) << one.question;
      EXPECT_DOUBLE_EQ(question(fitted, one.question).mean, question(nested, one.question).mean);
      if (one.question.ends_with("survives")) {
        EXPECT_EQ(wide->shown.share, 0) << one.question;
        continue;
      }
      ASSERT_TRUE(wide->width) << one.question;
      EXPECT_GE(*wide->width, *one.width - 1e-12) << one.question;
      wider += *wide->width - *one.width;
    }
    EXPECT_GT(wider, 0);
  }
}

// Threads shared by authors, without topics, cause no topic part: posts of others in a thread mislead a model
// that lacks only the author's own posts, and this loss is the part of whole threads.
TEST(DesignErrors, ThreadMatesAreNoTopic) {
  SyntheticDesign design = grid(6, 6, 4);
  design.threads = 8;
  design.shared_threads = true;
  design.thread_strength = 0.7;
  design.style = 0.5;
  design.options = {{"features", std::string("word")}};
  constexpr uint32_t kCorpora = 20;
  const auto found = errors_of(design, kCorpora);
  const auto& topic = question(found, "topic");
  EXPECT_LT(question(found, "whole-block").mean, -.1);
  EXPECT_EQ(topic.truth, 0);
  EXPECT_LT(std::abs(topic.mean), 4 * topic.sd / std::sqrt(kCorpora));
  EXPECT_EQ(question(found, "survives").truth, 1);
  // Binomial: more than 5 of 20 at 5 % happens once in 3,000 times.
  EXPECT_LE(found.find("topic", "report")->rejects->share, 5 / 20.0);
}

// With topics and threads of one document, blocks cost nothing, and the whole loss beyond data is topic.
TEST(DesignErrors, TopicsAreFoundAndThreadsAreNot) {
  SyntheticDesign design = grid(4, 8, 1);
  for (auto& cell : design.table.cells)
    if (cell.author == cell.topic % 4) cell.documents = 8;
  design.threads = 8;
  design.topic_strength = 1;
  design.style = 0.3;
  design.options = {{"features", std::string("word")}, {"prior", std::string("uniform")}};
  constexpr uint32_t kCorpora = 12;
  const auto found = errors_of(design, kCorpora);
  const auto& block = question(found, "block");
  EXPECT_LT(std::abs(block.mean), 4 * block.sd / std::sqrt(kCorpora));
  EXPECT_GT(question(found, "topic").mean, .4);
  EXPECT_FALSE(question(found, "topic").is_null);
  EXPECT_LT(question(found, "survives").mean, .5);
}

// Models that guess have no share: for texts without information about their authors no share is shown in
// either task.
TEST(DesignErrors, GuessersHaveNoShare) {
  SyntheticDesign classes = grid(6, 6, 2);
  classes.style = 0;
  classes.options = {{"features", std::string("function-words")}};
  const auto guessed = errors_of(classes, 20);
  EXPECT_LE(guessed.find("survives", "report")->shown.share, .05);
  EXPECT_FALSE(question(guessed, "survives").has_mean);
  SyntheticDesign pairs = pairs_of(12, 12);
  pairs.style = 0;
  const auto found = errors_of(pairs, 20);
  EXPECT_LE(found.find("survives", "report")->shown.share, .05);
  EXPECT_NEAR(question(found, "auc-hits").mean, .5, .03);
}

TEST(DesignErrors, VerifiersThatAreEqualAreSeldomToldApart) {
  SyntheticDesign design = pairs_of(12, 12);
  design.style = 2;
  constexpr uint32_t kCorpora = 40;
  const auto found = errors_of(design, kCorpora);
  EXPECT_GT(question(found, "auc-reference").mean, .65);
  for (const char* name : {"words", "vocabulary"}) {
    const auto& one = question(found, name);
    EXPECT_EQ(one.truth, 0) << name;
    EXPECT_LT(std::abs(one.mean), 4 * one.sd / std::sqrt(kCorpora)) << name;
    EXPECT_LE(found.find(name, "report")->rejects->share, .15) << name;
  }
  // Nothing is lost, but only on average.
  const auto& lost = question(found, "lost");
  EXPECT_TRUE(lost.is_null);
  EXPECT_FALSE(lost.truth);
  EXPECT_LE(found.find("lost", "report")->rejects->share, .15);
  EXPECT_LE(found.find("raven", "report")->rejects->share, .15);
  EXPECT_LE(found.find("raven-of-two", "report")->rejects->share, .15);
}

// For a metric with a threshold, the points lost are the sum of the ranking part and the threshold part.
TEST(DesignErrors, PartsOfALossAddUp) {
  const auto found = errors_of(pairs_of(12, 12), 3);
  for (const std::string name : {"c@1", "overall"})
    EXPECT_NEAR(question(found, name + "-lost").mean,
                question(found, name + "-ranking").mean + question(found, name + "-threshold").mean, 1e-12)
        << name;
}

TEST(DesignErrors, TheSameForAnyNumberOfThreads) {
  SyntheticDesign threads = grid(3, 4, 2);
  threads.threads = 2;
  threads.thread_strength = 0.5;
  threads.options = {{"features", std::string("word")}};
  for (const auto& design : {threads, pairs_of(8, 8)}) {
    const auto one = errors_of(design, 4, 2, 1), three = errors_of(design, 4, 2, 3);
    ASSERT_EQ(one.errors.size(), three.errors.size());
    for (size_t i = 0; i < one.errors.size(); ++i) {
      EXPECT_EQ(one.errors[i].width, three.errors[i].width) << one.errors[i].question;
      EXPECT_EQ(one.errors[i].shown.share, three.errors[i].shown.share) << one.errors[i].question;
    }
    for (size_t i = 0; i < one.questions.size(); ++i)
      EXPECT_EQ(one.questions[i].mean, three.questions[i].mean);
  }
}

// Families divide the topics, and each corpus of a set has families of its own: with or without twins, a
// corpus has only its own topics.
TEST(DesignErrors, FamiliesDivideTopics) {
  SyntheticDesign design = pairs_of(8, 12);
  design.topic_strength = 0.7;
  design.families = 5;
  const auto refused = design_errors(design, {.sets = 1, .blocks = 2});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::usage);
  EXPECT_THAT(refused.error().message, HasSubstr("5 families"));
  design.families = 4;
  const auto corpora = synthetic_corpora(design, 0, 3);
  ASSERT_TRUE(corpora);
  for (const auto& corpus : *corpora) {
    EXPECT_EQ(corpus.author.size(), 96U);
    for (uint32_t t = 0; t < 12; ++t) EXPECT_EQ(std::count(corpus.topic.begin(), corpus.topic.end(), t), 8);
  }
}

TEST(DesignErrors, TopicsToKeepMustBeThere) {
  SyntheticDesign design = pairs_of(8, 8);
  EXPECT_EQ(kept_topics(design), 6U);
  for (const int64_t kept : {3, 9}) {
    design.kept = kept;
    const auto refused = design_errors(design, {.sets = 1});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::usage);
  }
}

}  // namespace
}  // namespace standfast::simulate
