#include "standfast/metric/pairs/profile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standfast {
namespace {

const MetricProfile& named(std::string_view name) {
  return **find_profile(name);
}

double value(const MetricProfile& profile, const VerificationScores& scores, std::string_view metric) {
  const auto names = metric_names(profile);
  for (size_t i = 0; i < names.size(); ++i)
    if (names[i] == metric) return scores.values[i].value_or(-1);
  return -2;
}

TEST(Profile, TwoWorkedExamples) {
  const std::vector<uint8_t> same = {1, 1, 0, 0};
  const auto& pan21 = named("pan21");
  const auto first = evaluate(pan21, std::vector{.9, .4, .2, .7}, same);
  EXPECT_DOUBLE_EQ(value(pan21, first, "auc"), .75);
  EXPECT_DOUBLE_EQ(value(pan21, first, "c@1"), .5);
  EXPECT_DOUBLE_EQ(value(pan21, first, "f0.5u"), .5);
  EXPECT_DOUBLE_EQ(value(pan21, first, "f1"), .5);
  EXPECT_DOUBLE_EQ(value(pan21, first, "brier"), .775);
  EXPECT_DOUBLE_EQ(value(pan21, first, "overall"), .605);
  const auto second = evaluate(pan21, std::vector{.9, .5, .2, .7}, same);
  EXPECT_DOUBLE_EQ(value(pan21, second, "auc"), .75);
  EXPECT_DOUBLE_EQ(value(pan21, second, "c@1"), .625);
  EXPECT_DOUBLE_EQ(value(pan21, second, "f0.5u"), .5);
  EXPECT_DOUBLE_EQ(value(pan21, second, "f1"), 2.0 / 3);
  EXPECT_DOUBLE_EQ(value(pan21, second, "brier"), .8025);
  EXPECT_EQ(second.n, 4);
  EXPECT_EQ(second.n_answered, 3);
  EXPECT_EQ(second.n_same, 2);
}

TEST(Profile, NonAnswersByProfile) {
  // There are one true positive, one false positive, and one same-author and one different-author item
  // without an answer.
  const std::vector<double> scores = {.9, .5, .5, .7};
  const std::vector<uint8_t> same = {1, 1, 0, 0};
  const auto of = [&](std::string_view name, std::string_view metric) {
    return value(named(name), evaluate(named(name), scores, same), metric);
  };
  EXPECT_DOUBLE_EQ(of("pan20", "f0.5u"), 1.25 / (1.25 + .25 * 2 + 1));
  EXPECT_DOUBLE_EQ(of("pan20-legacy", "f0.5u"), 2.5 / (2.5 + 2));  // a non-answer counts as accepted
  EXPECT_DOUBLE_EQ(of("pan20", "f1"), 2.0 / 3);
  EXPECT_DOUBLE_EQ(of("pan25", "f1"), 2.0 / 4);  // a non-answer counts as rejected
  EXPECT_DOUBLE_EQ(of("hits", "overall"), of("pan20", "overall"));
  EXPECT_NE(of("pan21", "overall"), of("pan20", "overall"));
}

TEST(Profile, AllNonAnswers) {
  const auto& pan21 = named("pan21");
  const auto scores = evaluate(pan21, std::vector(4, .5), std::vector<uint8_t>{1, 1, 0, 0});
  EXPECT_EQ(value(pan21, scores, "auc"), .5);
  EXPECT_EQ(value(pan21, scores, "c@1"), 0);
  EXPECT_EQ(value(pan21, scores, "f0.5u"), 0);
  EXPECT_EQ(value(pan21, scores, "f1"), 0);
  EXPECT_EQ(value(pan21, scores, "brier"), .75);
}

TEST(Profile, OneClassLeavesAucOut) {
  const std::vector<double> scores = {.9, .4};
  const std::vector<uint8_t> same = {1, 1};
  const auto pan21 = evaluate(named("pan21"), scores, same);
  EXPECT_EQ(pan21.values[0], std::nullopt);
  // The parts are c@1 1/2, F1 2/3, F0.5u 1.25/1.5 and Brier 1 - .37/2.
  EXPECT_DOUBLE_EQ(*pan21.values.back(), (.5 + 2. / 3 + 1.25 / 1.5 + 1 - .37 / 2) / 4);
  const auto pan25 = evaluate(named("pan25"), scores, same);
  EXPECT_EQ(pan25.values[0], std::nullopt);
  EXPECT_DOUBLE_EQ(*pan25.values.back(), *pan21.values.back() * 4 / 5);
}

TEST(Profile, NothingToFindLeavesF05uOut) {
  const auto scores = evaluate(named("pan20"), std::vector{.1, .2}, std::vector<uint8_t>{0, 0});
  EXPECT_THAT(scores.values, ::testing::ElementsAre(std::nullopt, 1.0, 0.0, std::nullopt, 0.975, 0.5));
}

TEST(Profile, NoItems) {
  for (const auto& profile : metric_profiles())
    EXPECT_THAT(evaluate(profile, {}, {}).values, ::testing::Each(std::nullopt)) << profile.name;
}

TEST(Profile, WeightsCountItemsSeveralTimes) {
  const std::vector<double> scores = {.9, .5, .2, .7, .4}, repeated = {.9, .9, .2, .7, .7, .7};
  const std::vector<uint8_t> same = {1, 1, 0, 0, 1}, same_repeated = {1, 1, 0, 0, 0, 0};
  const auto a = evaluate(named("pan21"), scores, same, std::vector<uint32_t>{2, 0, 1, 3, 0});
  const auto b = evaluate(named("pan21"), repeated, same_repeated);
  EXPECT_EQ(a.n, 6);
  EXPECT_EQ(a.values, b.values);
}

TEST(Profile, RoundsAsTheEvaluatorDid) {
  // With an exact half at the fourth decimal, numpy rounds to even, whereas Python's round sees the binary
  // number.
  EXPECT_EQ(printed(named("pan20"), "auc", 0.0005), "0.000");
  EXPECT_EQ(printed(named("pan20"), "c@1", 0.0005), "0.001");
  EXPECT_EQ(printed(named("hits"), "auc", 0.93998628), "0.9400");
  EXPECT_EQ(printed(named("pan20"), "auc", std::nullopt), "-");
}

TEST(Profile, UnknownNameGetsASuggestion) {
  const auto result = find_profile("pan2l");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::usage);
  EXPECT_THAT(result.error().message, ::testing::HasSubstr("did you mean \"pan2"));
}

}  // namespace
}  // namespace standfast
