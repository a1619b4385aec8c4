// Tests that a model that is shared and remembers its answers gives the answers of one that was just loaded.
#include "standfast/neural/classify/kept_classifier.h"

#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/neural/sentence/model_files.h"
#include "tests/support/data.h"
#include "tests/support/small_checkpoint.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class KeptClassifiers : public ::testing::Test {
 protected:
  KeptClassifiers() {
    testing::write_small_classifier(folder.file("m"), {"a", "b", "c"});
    for (size_t i = 0; i < 60; ++i) {
      Rng rng(1, "test/kept", std::to_string(i % 50));  // some texts occur twice
      std::string text;
      for (uint64_t left = 1 + rng.below(30); left > 0; --left)  // the model reads 16 tokens
        text += std::array{"the ", "of ", "and ", "to ", "in "}[rng.below(5)];
      texts.push_back(text);
    }
  }
  std::vector<std::string_view> drawn(uint64_t seed) const {
    Rng rng(seed, "test/order");
    std::vector<std::string_view> some;
    for (size_t k = 0; k < 40; ++k) some.push_back(texts[rng.below(texts.size())]);
    return some;
  }
  testing::TemporaryFolder folder;
  std::vector<std::string> texts;
};

void expect_same(const TextScores& a, const TextScores& b) {
  EXPECT_EQ(a.scores.data, b.scores.data);
  EXPECT_EQ(a.cut, b.cut);
}

TEST_F(KeptClassifiers, GiveTheBytesOfAFreshOneForAnyOrderMemoryAndThread) {
  const auto fresh = SequenceClassifier::load(folder.file("m"));
  ASSERT_TRUE(fresh) << fresh.error().message;
  for (const size_t bytes : {size_t{0}, size_t{3'000}, kScoreMemoryBytes}) {
    ScoreMemory memory(bytes);
    const KeptClassifier kept(*SequenceClassifier::load(folder.file("m")), "digest", memory);
    for (uint64_t round = 0; round < 6; ++round) {
      const auto asked = drawn(round);
      expect_same(kept.scores(asked, 1 + static_cast<int>(round % 3)), fresh->scores(asked, 1));
    }
    EXPECT_EQ(memory.bytes() > 0, bytes > 0);
  }
}

TEST_F(KeptClassifiers, AnswerSeveralThreadsAtOnce) {
  const auto fresh = SequenceClassifier::load(folder.file("m"));
  const std::string digest = known_digest(folder.file("m"))->sha256;
  std::vector<std::jthread> threads;
  for (uint64_t t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      const auto kept = KeptClassifier::load(folder.file("m"), digest, 0);
      ASSERT_TRUE(kept) << kept.error().message;
      const auto asked = drawn(t);
      expect_same((*kept)->scores(asked, 2), fresh->scores(asked, 1));
    });
}

TEST_F(KeptClassifiers, AreLoadedOnce) {
  const std::string digest = known_digest(folder.file("m"))->sha256;
  const auto one = KeptClassifier::load(folder.file("m"), digest, 0).value();
  EXPECT_EQ(KeptClassifier::load(folder.file("m"), digest, 0).value(), one);
  const auto shorter = KeptClassifier::load(folder.file("m"), digest, 5).value();
  EXPECT_NE(shorter, one);
  EXPECT_EQ(shorter->most_tokens(), 5U);
  const std::vector<std::string_view> text = {"the of and to in the of"};
  EXPECT_EQ(one->scores(text, 1).cut[0], 0);
  EXPECT_EQ(shorter->scores(text, 1).cut[0], 1) << "the length is part of what is remembered";
}

TEST_F(KeptClassifiers, AnotherModelInTheFolderIsNotTakenForTheOneBefore) {
  const std::vector<std::string_view> text = {"the of and"};
  const std::string before = known_digest(folder.file("m"))->sha256;
  const auto one = KeptClassifier::load(folder.file("m"), before, 0).value();
  const auto answered = one->scores(text, 1).scores.data;
  testing::write_small_classifier(folder.file("m"), {"a", "b", "c"}, 1);
  const std::string after = known_digest(folder.file("m"))->sha256;
  ASSERT_NE(after, before);
  const auto other = KeptClassifier::load(folder.file("m"), after, 0).value();
  EXPECT_NE(other->scores(text, 1).scores.data, answered);
  // The files no longer have this digest.
  const auto gone = KeptClassifier::load(folder.file("m"), std::string(64, '0'), 0);
  ASSERT_FALSE(gone);
  EXPECT_THAT(gone.error().message, HasSubstr("changed while they were read"));
}

std::string key(size_t i) {
  return "a key that is too long for a small text " + std::to_string(i);
}

TEST(ScoreMemory, KeepsWhatWasAskedForLast) {
  ScoreMemory memory(40'000);
  for (size_t i = 0; i < 10'000; ++i) {
    memory.keep(key(i), {{static_cast<float>(i), 1}, i % 2 == 1});
    ASSERT_TRUE(memory.find(key(0))) << "it is asked for all the time";
    ASSERT_LE(memory.bytes(), 40'000U);
  }
  const auto last = memory.find(key(9'999));
  ASSERT_TRUE(last);
  EXPECT_THAT(last->of_classes, ElementsAre(9'999, 1));
  EXPECT_TRUE(last->cut);
  EXPECT_FALSE(memory.find(key(1))) << "nobody asked for it";
  EXPECT_GT(memory.bytes(), 15'000U);
}

TEST(ScoreMemory, MayHoldNothing) {
  ScoreMemory memory(0);
  memory.keep("key", {{1}, false});
  EXPECT_FALSE(memory.find("key"));
  EXPECT_EQ(memory.bytes(), 0U);
}

// One entry would use up half of the memory.
TEST(ScoreMemory, KeepsNothingLargerThanHalfOfIt) {
  ScoreMemory memory(2'000);
  memory.keep(key(1), {std::vector<float>(300), false});
  EXPECT_FALSE(memory.find(key(1)));
  EXPECT_EQ(memory.bytes(), 0U);
}

TEST(ScoreMemory, CountsWhatMovesOnce) {
  ScoreMemory memory(4'000);
  size_t all = 0;
  for (size_t before = 0; memory.bytes() >= before && all < 100; ++all) {  // until the first are forgotten
    before = memory.bytes();
    memory.keep(key(all), {{1}, false});
  }
  ASSERT_LT(all, 100U);
  const size_t bytes = memory.bytes();
  size_t moved = 0;
  for (size_t i = 0; i + 2 < all && moved == 0; ++i) moved += memory.find(key(i)).has_value() ? 1 : 0;
  ASSERT_EQ(moved, 1U);
  EXPECT_EQ(memory.bytes(), bytes);
}

TEST(ScoreMemory, ManyThreadsAskAtOnce) {
  ScoreMemory memory(20'000);
  std::vector<std::jthread> threads;
  for (size_t t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (size_t i = 0; i < 3'000; ++i) {
        const size_t k = i * 7 % 100;
        if (const auto known = memory.find(key(k)))
          EXPECT_THAT(known->of_classes, ElementsAre(static_cast<float>(k)));
        else
          memory.keep(key(k), {{static_cast<float>(k)}, false});
      }
    });
  threads.clear();
  EXPECT_LE(memory.bytes(), 20'000U);
}

}  // namespace
}  // namespace standfast
