// Properties of splits over draws and conditions, and their correlations with scores, from known numbers.
#include "standfast/result/findings/split_properties.h"

#include <cmath>

#include <gmock/gmock.h>

#include "tests/support/forged_run.h"

namespace standfast::result {
namespace {

using ::testing::HasSubstr;

struct ForgedProperty {
  std::optional<double> value;
  double score = 0;  // of model "a", in each fold
};

// Adds an analysis of two folds whose mean is `value`, and two cells of each model.
void add_analysed_draw(RunRecords& run, const std::string& condition, uint64_t seed,
                       const ForgedProperty& draw) {
  AnalysisFile file{"posts", condition, seed, "overlap", "word-overlap", {}};
  for (const double off : {-.25, .25}) {
    SplitMeasure mean{"", "mean", std::nullopt, 4, 5};
    mean.property = true;
    if (draw.value)
      mean.value = *draw.value + off;
    else
      mean.note = "no words";
    SplitMeasure p{"", "p", .5, 4, 5};
    p.averaged = false;
    file.folds.push_back({{mean, p}});
  }
  run.analyses.push_back(file);
  for (const uint32_t fold : {0U, 1U}) {
    testing::add_cell(run, condition, "a", fold, seed).scores = {
        {"accuracy", draw.score + (fold == 0 ? .1 : -.1), 5, 5}};
    testing::add_cell(run, condition, "guess", fold, seed).scores = {{"accuracy", .5, 5, 5}};
  }
}

Summary accuracy_of(size_t chance_model) {
  Summary summary;
  summary.metrics = {"accuracy"};
  summary.chance_model = chance_model;
  return summary;
}

RunRecords three_conditions() {
  RunRecords run = testing::bare_run("classification", {"iid", "novel", "closest"}, {"a", "guess"});
  run.seeds = {1, 2};
  add_analysed_draw(run, "iid", 1, {.5, .75});
  add_analysed_draw(run, "iid", 2, {.75, .5});
  add_analysed_draw(run, "novel", 1, {.25, .5});
  add_analysed_draw(run, "novel", 2, {std::nullopt, .375});
  add_analysed_draw(run, "closest", 1, {0, .25});
  return run;
}

TEST(SplitProperties, MeansAndSpreadOverDraws) {
  const auto found = split_properties(three_conditions(), accuracy_of(1), 0);
  EXPECT_EQ(found.analyses, std::vector<std::string>{"overlap"});
  EXPECT_EQ(found.draws, 5U);
  EXPECT_EQ(found.conditions, 3U);
  ASSERT_EQ(found.measures.size(), 6U) << "two of each condition";
  const SplitProperty& iid = found.measures[0];
  EXPECT_EQ(iid.name, "mean");
  EXPECT_NEAR(*iid.mean, .625, 1e-15);
  EXPECT_NEAR(*iid.sd, std::sqrt(2 * .125 * .125), 1e-15);
  EXPECT_EQ(iid.draws[1].used, 8U) << "of both folds";
  EXPECT_EQ(iid.draws[1].total, 10U);
  const SplitProperty& novel = found.measures[2];
  EXPECT_EQ(*novel.mean, .25);
  EXPECT_FALSE(novel.sd) << "one draw has it";
  EXPECT_EQ(novel.defined, 1U);
  EXPECT_EQ(novel.draws_there, 2U);
  EXPECT_FALSE(found.measures[1].mean) << "a p has no mean over folds";
  EXPECT_THAT(found.measures[1].draws[0].note, HasSubstr("no mean"));
}

TEST(SplitProperties, CorrelationsOfDrawsAndOfConditionsByHand) {
  const auto found = split_properties(three_conditions(), accuracy_of(1), 0);
  ASSERT_EQ(found.correlations.size(), 2U) << "not of the model that guesses";
  // Draws: (.5, .75), (.75, .5), (.25, .5), (0, .25); the fifth has no property.
  const auto& draws = found.correlations[0];
  EXPECT_FALSE(draws.of_conditions);
  EXPECT_EQ(draws.found.property, "overlap mean");
  const double sxy = .125 * .25 + .375 * 0 + -.125 * 0 + -.375 * -.25;
  const double sxx = .3125, syy = .125;
  const double r = sxy / std::sqrt(sxx * syy);
  EXPECT_NEAR(*draws.found.r, r, 1e-12);
  EXPECT_NEAR(*draws.found.p, 1 - r, 1e-12) << "two degrees of freedom";
  EXPECT_EQ(draws.found.used, 4U);
  EXPECT_EQ(draws.found.total, 5U);
  EXPECT_EQ(draws.found.holm, draws.found.p);
  // Conditions: (.625, .625), (.25, .5), (0, .25).
  const auto& conditions = found.correlations[1];
  EXPECT_TRUE(conditions.of_conditions);
  EXPECT_EQ(conditions.found.used, 3U);
  const double x[] = {.625, .25, 0}, y[] = {.625, .5, .25}, mx = .875 / 3, my = 1.375 / 3;
  double xy = 0, xx = 0, yy = 0;
  for (int i = 0; i < 3; ++i) {
    xy += (x[i] - mx) * (y[i] - my);
    xx += (x[i] - mx) * (x[i] - mx);
    yy += (y[i] - my) * (y[i] - my);
  }
  EXPECT_NEAR(*conditions.found.r, xy / std::sqrt(xx * yy), 1e-12);
  // With one degree of freedom the t distribution is the Cauchy distribution.
  const double t = *conditions.found.r / std::sqrt(1 - *conditions.found.r * *conditions.found.r);
  EXPECT_NEAR(*conditions.found.p, 1 - 2 / M_PI * std::atan(t), 1e-12);
}

// Ten more draws of a condition with the same numbers are no evidence about conditions.
TEST(SplitProperties, RepeatedDrawsAreNoEvidenceAboutConditions) {
  RunRecords run = three_conditions();
  const auto before = split_properties(run, accuracy_of(1), 0);
  for (uint64_t seed = 3; seed < 13; ++seed) add_analysed_draw(run, "closest", seed, {0, .25});
  const auto after = split_properties(run, accuracy_of(1), 0);
  EXPECT_LT(*after.correlations[0].found.p, *before.correlations[0].found.p);
  EXPECT_NEAR(*after.correlations[1].found.p, *before.correlations[1].found.p, 1e-12);
}

// A condition with a shortcut is no further point, because it has the split of another condition.
TEST(SplitProperties, PlantedConditionsAreNoFurtherPoints) {
  RunRecords run = three_conditions();
  const auto before = split_properties(run, accuracy_of(1), 0);
  run.conditions.push_back(run.conditions[0]);
  run.conditions.back().name = "planted";
  run.conditions.back().shortcut.emplace();
  add_analysed_draw(run, "planted", 1, {.5, .9});
  add_analysed_draw(run, "planted", 2, {.75, .8});
  const auto after = split_properties(run, accuracy_of(1), 0);
  ASSERT_EQ(after.correlations.size(), before.correlations.size());
  for (size_t i = 0; i < after.correlations.size(); ++i)
    EXPECT_EQ(after.correlations[i].found.r, before.correlations[i].found.r);
  EXPECT_EQ(after.conditions, before.conditions);
}

TEST(SplitProperties, UndefinedIsSaid) {
  RunRecords run = testing::bare_run("classification", {"iid", "novel"}, {"a", "guess"});
  EXPECT_TRUE(split_properties(run, accuracy_of(1), 0).measures.empty());
  add_analysed_draw(run, "iid", 1, {.5, .75});
  add_analysed_draw(run, "novel", 1, {.5, .5});
  auto found = split_properties(run, accuracy_of(1), 0);
  EXPECT_FALSE(found.correlations[0].found.r);
  EXPECT_EQ(found.correlations[0].found.why_not,
            "property and score are both defined on fewer than three draws");
  EXPECT_EQ(found.correlations[1].found.why_not,
            "property and score are both defined on fewer than three conditions");
  add_analysed_draw(run, "novel", 2, {.5, .25});
  found = split_properties(run, accuracy_of(1), 0);
  EXPECT_EQ(found.correlations[0].found.why_not, "the property or the score is the same on all draws");
  // A draw with a failed fold has no score.
  run.cells.erase(run.cells.begin());
  found = split_properties(run, accuracy_of(1), 0);
  EXPECT_EQ(found.correlations[0].found.used, 2U);
  EXPECT_EQ(found.correlations[0].found.total, 3U);
}

}  // namespace
}  // namespace standfast::result
