// Tests of the history of a fine-tuning: its curve, the loss of guessing as its zero, and its way through the
// facts of a model.
#include "standfast/neural/train/training_history.h"

#include <cmath>
#include <numeric>
#include <tuple>

#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/neural/train/training.h"

namespace standfast {
namespace {

FineTuned trained(std::vector<double> losses) {
  FineTuned done;
  done.updates = done.updates_planned = losses.size();
  done.losses = std::move(losses);
  return done;
}

TEST(TrainingHistory, IsACurveOfFewPointsWithTheMeanOfAll) {
  std::vector<double> losses(1234);
  std::iota(losses.begin(), losses.end(), 1.0);
  const TrainingHistory history = history_of(trained(losses));
  ASSERT_LE(history.losses.size(), TrainingHistory::kMostPoints);
  EXPECT_EQ(history.losses.back().update, 1234U);
  double sum = 0;
  uint64_t before = 0;
  for (const auto& point : history.losses) {
    sum += point.loss * static_cast<double>(point.update - before);
    before = point.update;
  }
  EXPECT_NEAR(sum / 1234, 617.5, 1e-9);
  EXPECT_DOUBLE_EQ(history.first, 31) << "the mean of 1 to 61";
  EXPECT_DOUBLE_EQ(history.last, 1204);
  EXPECT_EQ(history_of(trained({2, 1})).losses.size(), 2U);
  EXPECT_TRUE(history_of(trained({})).losses.empty());
}

TEST(TrainingHistory, GuessingIsTheEntropyOfTheClasses) {
  EXPECT_NEAR(guessing_loss({0, 1, 2, 3}, {}), std::log(4.0), 1e-12);
  EXPECT_NEAR(guessing_loss({0, 0, 0, 1}, {}), 0.5623351446188083, 1e-12);
  EXPECT_NEAR(guessing_loss({0, 1}, {3, 1}), 0.5623351446188083, 1e-12);
  EXPECT_EQ(guessing_loss({5, 5}, {}), 0);
}

TEST(TrainingHistory, TellsAGuesserFromOneThatLearnedAndOneThatDiverged) {
  TrainingHistory history = history_of(trained(std::vector<double>(75, std::log(4.0))));
  EXPECT_FALSE(history.ends_at_guessing()) << "nothing is known of guessing";
  history.guessing = std::log(4.0);
  EXPECT_TRUE(history.ends_at_guessing());
  EXPECT_FALSE(history.diverged());
  history.last = 0.94 * history.guessing;
  EXPECT_FALSE(history.ends_at_guessing());
  history.last = 6.7;
  EXPECT_TRUE(history.diverged());
  EXPECT_FALSE(history.ends_at_guessing()) << "more updates would not help";
}

// A validation may choose weights from long before the end.
TEST(TrainingHistory, IsJudgedByTheWeightsThatTheModelHas) {
  std::vector<double> losses(100, 0.3);
  for (size_t i = 0; i < 40; ++i) losses[i] = 0.7;
  for (size_t i = 60; i < 100; ++i) losses[i] = 9;
  FineTuned done = trained(losses);
  done.validations = {
      {30, 0.7, 0.7, 0.5, 0}, {58, 0.3, 0.3, 0.9, 0}, {90, 9, 9, 0.5, 0}, {100, 9, 9, 0.5, 0}};
  const auto judged = [&](std::optional<size_t> best) {
    done.best = best;
    TrainingHistory history = history_of(done);
    history.guessing = std::log(2.0);
    return std::tuple(history.loss_of_weights(), history.ends_at_guessing(), history.diverged());
  };
  EXPECT_EQ(judged(std::nullopt), std::tuple(9.0, false, true));
  EXPECT_EQ(judged(3), std::tuple(9.0, false, true));
  const auto [chosen, flat, wild] = judged(1);
  EXPECT_NEAR(chosen, 0.3, 1e-9) << "the loss grew after the weights were kept";
  EXPECT_FALSE(flat || wild);
  EXPECT_TRUE(std::get<1>(judged(0)));
  // This validation comes before the first twentieth of the updates is over.
  done.validations[0].update = 1;
  EXPECT_NEAR(std::get<0>(judged(0)), 0.7, 1e-9);
}

TEST(TrainingHistory, GoesThroughFactsAndThoseOfABaseModel) {
  TrainingHistory history = history_of(trained({1.5, 0.25}));
  history.model = "0123456789abcdef";
  history.texts = 16;
  history.texts_cut = 4;
  history.validation_texts = 5;
  history.most_tokens = 128;
  history.guessing = 0.7;
  history.validations = {{1, 0.5, 0.75}, {2, 1.0 / 3, 0.7}};
  history.best = 0;
  EXPECT_EQ(history.share_cut(), 0.25);
  nlohmann::ordered_json facts = {{"documents", 16}};
  add_history(history, facts);
  EXPECT_EQ(history_in(nlohmann::ordered_json::parse(facts.dump())), history);
  EXPECT_EQ(history_in({{"base", "transformer"}, {"model", facts}}), history);
  EXPECT_EQ(history_in({{"model", "0123"}, {"loss_at_last", 0.2}}), std::nullopt) << "of an earlier version";
  history.best.reset();
  add_history(history, facts);
  EXPECT_EQ(history_in(facts), history);
}

}  // namespace
}  // namespace standfast
