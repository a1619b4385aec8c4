// Tests of the findings from attributions of several cells, computed by hand.
#include <cmath>

#include <gmock/gmock.h>

#include "standfast/result/findings/planted_findings.h"
#include "tests/support/shortcut_run.h"

namespace standfast::testing {
namespace {

// Returns a document with one planted token of share `planted` for the last class (and its negative for the
// first), and three other tokens that share `others`. The rank is that of the planted token.
MeasuredDocument measured(double planted, double others, double rank) {
  MeasuredDocument one;
  one.value = "honestly";
  one.tokens = 4;
  one.planted = one.spans = 1;
  one.in_planted = {-planted, planted};
  one.in_others = {-others, others};
  const double first = rank == 1 ? 1 : 0;
  one.ranking = {{first, 0.25, 1}, {1, 1, 1}, {first, 0.25, 1}, {rank, 2.5, 1}, {(rank - 1) / 3, 0.5, 0}};
  return one;
}
MeasuredDocument unplanted() {
  MeasuredDocument one;
  one.value = "none";
  one.tokens = 4;
  return one;
}

AttributionRecord record(uint64_t seed, const std::string& side, std::vector<MeasuredDocument> documents,
                         std::vector<uint32_t> numbers) {
  AttributionRecord made;
  made.corpus = "c";
  made.condition = "strong";
  made.model = "m";
  made.seed = seed;
  made.method = "partition";
  made.output = "log-odds";
  made.classes = {0, 1};
  const uint64_t tokens = 4 * documents.size();
  made.sides = {AttributedSide{side, 10, std::move(documents), std::move(numbers), tokens, 30, 1}};
  return made;
}

result::RunRecords run_with(std::vector<AttributionRecord> records) {
  result::RunRecords run;
  run.task = "classification";
  run.corpora.resize(1);
  run.corpora[0].name = "c";
  run.corpora[0].classes = {"bad", "good"};
  add_shortcut_condition(run, "strong", 1);
  run.models = {{"m", "maxent"}, {"other", "maxent"}};
  run.attributions = std::move(records);
  return run;
}

TEST(AttributionFindings, DocumentsOfSeveralCellsAreOneClusterEach) {
  // The first fit has documents 0, 1, 4, 5 and 6; the second has 1 and 2, and one without the cue.
  const auto run = run_with(
      {record(1, "test",
              {measured(2, 3, 1), measured(4, 0, 1), measured(3, 0, 1), measured(5, 0, 1), measured(1, 0, 4)},
              {0, 1, 4, 5, 6}),
       record(2, "test", {measured(6, 0, 2), measured(0, 3, 4), unplanted()}, {1, 2, 3})});
  const auto all = result::attribution_findings(run, 0, 0.95);
  ASSERT_EQ(all.size(), 1U) << "of one condition, side and model";
  const auto& found = all[0];
  EXPECT_EQ(run.conditions[found.condition].name, "strong");
  EXPECT_EQ(found.cells, 2U);
  EXPECT_EQ(found.explained, 8U);
  EXPECT_EQ(found.documents, 20U);
  EXPECT_EQ(found.distinct, 7U);
  EXPECT_EQ(found.tokens, 32U);
  EXPECT_EQ(found.evaluations, 60U);
  EXPECT_EQ(found.cut, 2U);
  ASSERT_EQ(found.shares.size(), 2U);
  const PlantedShares& good = found.shares[1];
  EXPECT_EQ(good.value, "honestly");
  EXPECT_EQ(good.output, 1U);
  EXPECT_EQ(good.planted.items, 7U);
  EXPECT_EQ(good.planted.documents, 6U) << "document 1 is one";
  EXPECT_DOUBLE_EQ(*good.planted.mean, 21.0 / 7);
  EXPECT_DOUBLE_EQ(*good.others.mean, 6.0 / 21);
  EXPECT_DOUBLE_EQ(*found.shares[0].planted.mean, -3);
  // Leaving out a document changes the mean by its residual over the number of items that are left: (2 - 3) /
  // 6, (10 - 2 * 3) / 5, (0 - 3) / 6, 0, 2 / 6, -2 / 6. The 7 items in documents of 1 and 2 items count as 49
  // / 9 documents of one size.
  const double t = 2.670302;  // with 49 / 9 - 1 degrees of freedom, by scipy.stats.t.ppf
  EXPECT_NEAR(good.planted.interval->high - 3,
              t * std::sqrt((1.0 / 36 + 16.0 / 25 + 9.0 / 36 + 4.0 / 36 + 4.0 / 36) * 5 / 6), 1e-6);
  // The means of the two fits are 3 and 3.
  EXPECT_DOUBLE_EQ(*found.sd_cells[1], 0);
  ASSERT_EQ(found.ranking.size(), 5U);
  EXPECT_DOUBLE_EQ(*found.ranking[0].found.mean, 4.0 / 7);
  EXPECT_DOUBLE_EQ(found.ranking[0].random, 0.25);
  // The residuals are 3/7, -1/7, -4/7, 3/7, 3/7 and -4/7; the second is the residual of two items.
  EXPECT_NEAR(found.ranking[0].found.interval->low,
              4.0 / 7 - t * std::sqrt((59.0 / 36 + 1.0 / 25) / 49 * 5 / 6), 1e-6);
  EXPECT_EQ(found.ranking[0].found.interval->high, 1) << "no document has more";
  EXPECT_EQ(found.ranking[3].found.interval->low, 1);
  EXPECT_DOUBLE_EQ(*found.ranking[3].found.mean, 2);
  EXPECT_EQ(found.ranking[3].found.documents, 6U);
  // At a lower level the interval is shorter.
  const auto narrow = result::attribution_findings(run, 0, 0.8);
  EXPECT_LT(narrow[0].shares[1].planted.interval->high, good.planted.interval->high);
}

TEST(AttributionFindings, SpreadOverCellsIsThatOfTheirMeans) {
  const auto run = run_with(
      {record(1, "anti-test", {measured(2, 0, 1)}, {0}), record(2, "anti-test", {measured(5, 0, 1)}, {0})});
  const auto all = result::attribution_findings(run, 0, 0.95);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(run.conditions[all[0].condition].name, "strong/anti-test");
  EXPECT_DOUBLE_EQ(*all[0].sd_cells[1], 3 / std::sqrt(2.0));
  EXPECT_FALSE(all[0].shares[1].planted.interval) << "one document";
}

TEST(AttributionFindings, TheErrorOfAShareIsTheRootOfTheMeanSquareOverAllOfThem) {
  auto first = record(1, "test", {measured(2, 0, 1)}, {0}),
       second = record(2, "test", {measured(2, 0, 1)}, {0});
  EXPECT_FALSE(result::attribution_findings(run_with({first, second}), 0, 0.95)[0].standard_error);
  first.sides[0].estimates = 8;
  first.sides[0].error_squares = 2;
  second.sides[0].estimates = 4;
  second.sides[0].error_squares = 1;
  EXPECT_DOUBLE_EQ(*result::attribution_findings(run_with({first, second}), 0, 0.95)[0].standard_error, 0.5);
}

TEST(AttributionFindings, ClassesAreThoseOfTheCorpus) {
  auto swapped = record(1, "test", {measured(2, 3, 1)}, {0});
  swapped.classes = {1, 0};
  const auto run = run_with({swapped});
  EXPECT_DOUBLE_EQ(*result::attribution_findings(run, 0, 0.95)[0].shares[0].planted.mean, 2);
}

TEST(AttributionFindings, WithoutAnythingPlantedThereIsNoRanking) {
  auto refused = record(2, "original", {}, {});
  refused.model = "other";
  refused.why_not = "not linear";
  const auto run = run_with({record(1, "original", {unplanted()}, {0}), refused});
  const auto all = result::attribution_findings(run, 0, 0.95);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].explained, 1U);
  EXPECT_TRUE(all[0].shares.empty());
  EXPECT_TRUE(all[0].ranking.empty());
  EXPECT_EQ(all[1].why_not, "not linear");
  EXPECT_TRUE(result::attribution_findings(run_with({}), 0, 0.95).empty());
}

}  // namespace
}  // namespace standfast::testing
