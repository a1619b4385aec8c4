// Tests of the parts of a training: updates, their rates, and weights of groups.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "standfast/neural/train/adamw.h"
#include "standfast/neural/train/fine_tune.h"
#include "standfast/neural/train/learned_parts.h"
#include "standfast/neural/train/training.h"
#include "tests/neural/fine_tuning_reference.h"

namespace standfast {
namespace {

TEST(AdamW, EqualsThatOfTorch) {
  NormWeights norm;  // some numbers that learn
  norm.weight.assign(testing::kAdamWStart, testing::kAdamWStart + 3);
  norm.bias.assign(testing::kAdamWStart + 3, testing::kAdamWStart + 5);
  std::vector<Parameter> list;
  learn(norm, "numbers", list);
  list[0].decays = true;
  AdamW optimiser({}, list);
  const RateSchedule schedule{.rate = 0.01, .updates = 4};
  for (size_t t = 0; t < 4; ++t) {
    for (size_t i = 0; i < 5; ++i)
      (i < 3 ? norm.learns->weight[i] : norm.learns->bias[i - 3]) =
          static_cast<float>(testing::kAdamWGradients[t][i]);
    optimiser.step(schedule.at(t), 1);
    for (size_t i = 0; i < 5; ++i)
      EXPECT_NEAR(i < 3 ? norm.weight[i] : norm.bias[i - 3], testing::kAdamWValues[t][i], 4e-7)
          << t << ", " << i;
  }
}

TEST(AdamW, RowsThatNoBatchTouchesMoveAsThoseWithAGradientOfZero) {
  // The same numbers stand in a table, whose rows are skipped, and in a vector, which is updated in full.
  const auto values = [](bool as_table) {
    Table table{FloatMatrix(3, 9)};
    NormWeights vector{std::vector<float>(27), {}};
    for (size_t i = 0; i < 27; ++i)
      table.data[i] = vector.weight[i] = static_cast<float>(std::sin(1.0 + 3.0 * static_cast<double>(i)));
    std::vector<Parameter> list;
    if (as_table)
      learn(table, "table", list);
    else
      learn(vector, "vector", list);
    list[0].decays = true;
    if (!as_table) list.resize(1);
    AdamW optimiser({.clip = 0.5}, list);
    for (size_t t = 0; t < 6; ++t) {
      for (size_t row = 0; row < 2; ++row) {  // the third row is never touched
        if (t % 2 == row) continue;
        for (size_t j = 0; j < 9; ++j) {
          const auto gradient = static_cast<float>(std::cos(static_cast<double>(t + row + j)));
          (as_table ? table.learns->numbers.data[row * 9 + j] : vector.learns->weight[row * 9 + j]) =
              gradient;
        }
        if (as_table) table.learns->touched[row] = 1;
      }
      optimiser.step(0.01, 2);
    }
    return as_table ? table.data : vector.weight;
  };
  const auto table = values(true), vector = values(false);
  for (size_t i = 0; i < 27; ++i) EXPECT_NEAR(table[i], vector[i], 1e-7) << i;
}

// There are two parameters, one of them with a long gradient. The first step of Adam hides the gradient's
// scale, but the second step does not.
TEST(AdamW, ClipsAllGradientsTogetherOrEachAlone) {
  const auto steps = [](bool each, float factor_of_long, float factor_of_short, double clip) {
    NormWeights norm{{1}, {1}};
    std::vector<Parameter> list;
    learn(norm, "numbers", list);
    AdamW optimiser({.weight_decay = 0, .clip = clip, .clip_each = each}, list);
    std::vector<float> out;
    for (const float scale : {1.0F, 0.01F}) {
      norm.learns->weight[0] = 30 * scale * (scale == 1 ? factor_of_long : 1);
      norm.learns->bias[0] = 4 * scale * (scale == 1 ? factor_of_short : 1);
      const double length = optimiser.step(0.1, 1);
      if (clip > 0 && scale == 1) {
        EXPECT_NEAR(length, std::sqrt(916.0), 1e-5) << "before clipping";
      }
      out.insert(out.end(), {norm.weight[0], norm.bias[0]});
    }
    return out;
  };
  const auto none = steps(false, 1, 1, 0);
  const float together = 5 / std::sqrt(916.0F);
  const auto near = [](const std::vector<float>& a, const std::vector<float>& b) {
    for (size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-6) << i;
  };
  near(steps(false, 1, 1, 5), steps(false, together, together, 0));
  near(steps(true, 1, 1, 5), steps(false, 5.0F / 30, 1, 0));
  EXPECT_GT(std::abs(steps(true, 1, 1, 5)[2] - none[2]), 1e-3) << "clipping is seen";
}

TEST(AdamW, DropsGradientsWithoutAnUpdate) {
  Table table{FloatMatrix(2, 3)};
  std::vector<Parameter> list;
  learn(table, "table", list);
  AdamW optimiser({.weight_decay = 0}, list);
  table.learns->numbers.data[1] = 7;
  table.learns->touched[0] = 1;
  optimiser.drop_gradients();
  EXPECT_EQ(optimiser.step(0.1, 1), 0);
  EXPECT_EQ(table.data, std::vector<float>(6, 0.0F));
}

TEST(RateSchedule, RisesAndFallsLinearly) {
  const RateSchedule schedule{.rate = 1, .updates = 10, .warm_up = 4};
  EXPECT_EQ(schedule.at(0), 0);
  EXPECT_EQ(schedule.at(2), 0.5);
  EXPECT_EQ(schedule.at(4), 1);
  EXPECT_EQ(schedule.at(7), 0.5);
  EXPECT_EQ(schedule.at(10), 0);
}

TEST(GroupWeights, MoveAsInTheAlgorithm) {
  const std::vector<uint32_t> groups = {0, 0, 0, 0, 1};
  GroupWeights weights(groups, 0.5, 2);
  const std::vector<uint32_t> batch = {1, 4, 0};
  const std::vector<double> of_text = {1, 2, 3}, losses = {0.4, 1, 0.8};
  const auto before = weights.shares(batch, of_text);
  EXPECT_DOUBLE_EQ(before[0], 0.5 * 1 / 4);
  EXPECT_DOUBLE_EQ(before[1], 0.5);
  EXPECT_DOUBLE_EQ(before[2], 0.5 * 3 / 4);
  weights.learn(batch, of_text, losses);
  // Group 0 has the mean loss (0.4 + 3 * 0.8) / 4 = 0.7, adjusted by 2 / sqrt(4); group 1 has 1, adjusted by
  // 2 / sqrt(1).
  const double one = std::exp(0.5 * (0.7 + 1)), two = std::exp(0.5 * (1 + 2));
  EXPECT_NEAR(weights.q()[0], one / (one + two), 1e-14);
  EXPECT_NEAR(weights.q()[1], two / (one + two), 1e-14);
  // In a batch without group 1, that group has only its adjustment.
  weights.learn(std::vector<uint32_t>{2}, std::vector<double>{1}, std::vector<double>{3});
  const double one_then = one * std::exp(0.5 * (3 + 1)), two_then = two * std::exp(0.5 * 2);
  EXPECT_NEAR(weights.q()[0], one_then / (one_then + two_then), 1e-14);
}

TEST(GroupWeights, TakeTurns) {
  std::vector<uint32_t> groups(31, 0);
  for (const size_t i : {3, 9, 20}) groups[i] = 1;
  const GroupWeights weights(groups, 0.01, 0);
  const auto order = weights.order(0, 1);
  ASSERT_EQ(order.size(), 31U);
  std::vector<int> times(31);
  for (size_t i = 0; i + 1 < 31; i += 2) EXPECT_NE(groups[order[i]], groups[order[i + 1]]);
  for (const uint32_t text : order) ++times[text];
  for (size_t i = 0; i < 31; ++i)
    EXPECT_TRUE(groups[i] == 1 ? times[i] >= 5 : times[i] <= 1) << i << ": " << times[i];
  EXPECT_NE(weights.order(1, 1), order);
  EXPECT_NE(weights.order(0, 2), order);
  // With equal groups, every text has its turn once.
  std::vector<uint32_t> equal;
  for (uint32_t i = 0; i < 12; ++i) equal.push_back(i % 3);
  auto all = GroupWeights(equal, 0.01, 0).order(3, 1);
  std::ranges::sort(all);
  for (uint32_t i = 0; i < 12; ++i) EXPECT_EQ(all[i], i);
}

}  // namespace
}  // namespace standfast
