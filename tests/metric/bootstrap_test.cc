#include "standfast/metric/resample/bootstrap.h"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/metric/stat/multinomial.h"
#include "tests/support/profiles.h"

namespace standfast {
namespace {

ScoredItems made_items(size_t n, uint32_t authors, uint32_t folds, uint64_t seed) {
  Rng rng(seed, "test/bootstrap");
  ScoredItems items;
  for (size_t i = 0; i < n; ++i) {
    const auto a = static_cast<uint32_t>(rng.below(authors));
    const bool same = rng.chance(0.5);
    auto b = a;
    while (!same && b == a) b = static_cast<uint32_t>(rng.below(authors));
    items.author_a.push_back(a);
    items.author_b.push_back(b);
    items.same.push_back(same);
    const double p = 1 / (1 + std::exp(-(rng.normal() + (same ? 1 : -1))));
    items.score.push_back(std::abs(p - 0.5) < 0.05 ? 0.5 : p);
    items.fold.push_back(static_cast<uint32_t>(rng.below(folds)));
  }
  return items;
}

bool equal_bits(const std::vector<Replicated>& a, const std::vector<Replicated>& b) {
  for (size_t m = 0; m < a.size(); ++m) {
    if (a[m].value != b[m].value) return false;
    for (size_t r = 0; r < a[m].replicates.size(); ++r) {
      const double x = a[m].replicates[r], y = b[m].replicates[r];
      if (!(x == y || (std::isnan(x) && std::isnan(y)))) return false;
    }
  }
  return true;
}

TEST(BootstrapItems, AReplicateIsTheScoreOfTheItemsDrawn) {
  const ScoredItems items = made_items(200, 20, 1, 1);
  const RankedItems ranked(items.score, items.same);
  ResampleOptions options{.resamples = 20, .seed = 5};
  const auto result = bootstrap_items(testing::pan21(), ranked, options);
  const MultinomialCounts multinomial(items.score.size());
  std::vector<uint8_t> counts(items.score.size());
  for (uint32_t r = 0; r < options.resamples; ++r) {
    Rng rng(5, "metric/bootstrap", std::to_string(r));
    multinomial.draw(rng, counts);
    std::vector<double> score;
    std::vector<uint8_t> same;
    for (size_t k = 0; k < counts.size(); ++k)
      for (int copy = 0; copy < counts[k]; ++copy) {
        score.push_back(items.score[ranked.order()[k]]);
        same.push_back(items.same[ranked.order()[k]]);
      }
    const auto expected = evaluate(testing::pan21(), score, same).values;
    for (size_t m = 0; m < expected.size(); ++m) EXPECT_NEAR(result[m].replicates[r], *expected[m], 1e-9);
  }
}

TEST(Bootstrap, ThreadsChangeNoByte) {
  const ScoredItems items = made_items(500, 40, 3, 2);
  const RankedItems ranked(items.score, items.same);
  const ResampleOptions one{.resamples = 64, .seed = 1, .threads = 1},
      three{.resamples = 64, .seed = 1, .threads = 3};
  EXPECT_TRUE(equal_bits(bootstrap_items(testing::pan21(), ranked, one),
                         bootstrap_items(testing::pan21(), ranked, three)));
  EXPECT_TRUE(equal_bits(UnitBootstrap(40, one).scores(testing::pan21(), items),
                         UnitBootstrap(40, three).scores(testing::pan21(), items)));
  const ResampleOptions other{.resamples = 64, .seed = 2, .threads = 1};
  EXPECT_FALSE(equal_bits(bootstrap_items(testing::pan21(), ranked, one),
                          bootstrap_items(testing::pan21(), ranked, other)));
}

TEST(UnitBootstrap, PairsCountTheProductOfTheirAuthors) {
  const ScoredItems items = made_items(600, 60, 3, 3);
  const ResampleOptions options{.resamples = 20000, .seed = 7};
  const auto result = UnitBootstrap(60, options).scores(testing::pan21(), items);
  const MultinomialCounts multinomial(60);
  std::vector<uint8_t> times(60);
  int large = 0;
  for (uint32_t r = 0; r < options.resamples; ++r) {
    Rng rng(7, "metric/bootstrap", std::to_string(r));
    multinomial.draw(rng, times);
    uint32_t highest = 0;
    for (size_t i = 0; i < items.score.size(); ++i)
      if (items.author_a[i] != items.author_b[i])
        highest = std::max<uint32_t>(highest, times[items.author_a[i]] * times[items.author_b[i]]);
    large += highest > RankedItems::kMaxSmallWeight;
    if (r >= 50 && highest <= RankedItems::kMaxSmallWeight) continue;
    std::vector<double> sum(6);
    for (uint32_t fold = 0; fold < 3; ++fold) {
      std::vector<double> score;
      std::vector<uint8_t> same;
      std::vector<uint32_t> weight;
      for (size_t i = 0; i < items.score.size(); ++i) {
        if (items.fold[i] != fold) continue;
        const auto a = items.author_a[i], b = items.author_b[i];
        score.push_back(items.score[i]);
        same.push_back(items.same[i]);
        weight.push_back(a == b ? times[a] * 59 : times[a] * times[b] * 60);  // balance: A - 1, A
      }
      const auto values = evaluate(testing::pan21(), score, same, weight).values;
      for (size_t m = 0; m < 6; ++m) sum[m] += *values[m] / 3;
    }
    for (size_t m = 0; m < 6; ++m) ASSERT_NEAR(result[m].replicates[r], sum[m], 1e-9);
  }
  EXPECT_GT(large, 0) << "resamples beyond the small-weight path";
}

TEST(UnitBootstrap, EachItemItsOwnUnitIsItemWise) {
  ScoredItems items = made_items(2000, 100, 1, 4);
  const auto n = static_cast<uint32_t>(items.score.size());
  for (uint32_t i = 0; i < n; ++i) items.author_a[i] = items.author_b[i] = i;
  const ResampleOptions options{.resamples = 2000, .seed = 3};
  const auto by_unit = UnitBootstrap(n, options).scores(testing::pan21(), items);
  const auto by_item = bootstrap_items(testing::pan21(), RankedItems(items.score, items.same), options);
  for (size_t m = 0; m < by_unit.size(); ++m) {
    const auto a = *percentile_interval(by_unit[m].replicates, 0.95),
               b = *percentile_interval(by_item[m].replicates, 0.95);
    EXPECT_NEAR(a.low, b.low, 0.15 * (b.high - b.low));  // the same distribution, but other draws
    EXPECT_NEAR(a.high, b.high, 0.15 * (b.high - b.low));
  }
}

// The standard error of a share is known: sqrt(q (1 - q) / n). The metric c@1 without non-answers is such a
// share.
TEST(BootstrapItems, SpreadIsTheKnownStandardError) {
  std::vector<double> score(400, 0.9);
  std::vector<uint8_t> same(400, 1);
  for (size_t i = 0; i < 100; ++i) same[i] = 0;
  const auto result =
      bootstrap_items(testing::pan21(), RankedItems(score, same), {.resamples = 4000, .seed = 1});
  double mean = 0, square = 0;
  for (const double v : result[1].replicates) mean += v / 4000;
  for (const double v : result[1].replicates) square += (v - mean) * (v - mean) / 3999;
  const double known = std::sqrt(0.75 * 0.25 / 400);
  EXPECT_NEAR(mean, 0.75, 5 * known / std::sqrt(4000.0));
  EXPECT_NEAR(std::sqrt(square), known, 5 * known / std::sqrt(8000.0));
}

TEST(UnitBootstrap, FoldsWithoutAValueAreLeftOutAndCounted) {
  ScoredItems items;
  items.score = {.9, .2, .7, .6};
  items.same = {1, 0, 1, 1};
  items.author_a = {0, 0, 1, 2};
  items.author_b = {0, 1, 1, 2};
  items.fold = {4, 4, 9, 9};
  const auto result = UnitBootstrap(3, {.resamples = 10}).scores(testing::pan21(), items);
  EXPECT_EQ(result[0].value, 1.0);  // the AUC of fold 4 alone
  EXPECT_EQ(result[0].folds_used, 1);
  EXPECT_EQ(result[0].folds, 2);
  EXPECT_EQ(result[0].n_used, 2);
  EXPECT_EQ(result[0].n_total, 4);
  EXPECT_EQ(result[1].folds_used, 2);
}

TEST(CentreOnValue, EveryIntervalHoldsTheValueAndOnlyWhatIsPossible) {
  Rng rng(8, "test/centre");
  for (int round = 0; round < 500; ++round) {
    Replicated quantity;
    quantity.value = rng.chance(0.2) ? std::round(rng.uniform()) : rng.uniform();
    const double bias = rng.normal() / 2, spread = rng.chance(0.1) ? 0 : rng.uniform();
    const auto n = 20 + rng.below(300);
    for (uint64_t r = 0; r < n; ++r)
      quantity.replicates.push_back(r % 97 == 5 ? NAN
                                                : *quantity.value + bias + spread * std::exp(rng.normal()));
    centre_on_value(quantity, 0, 1);
    for (const double confidence : {.5, .8, .95, .999}) {
      const auto interval = percentile_interval(quantity.replicates, confidence);
      ASSERT_TRUE(interval);
      EXPECT_LE(interval->low, *quantity.value);
      EXPECT_GE(interval->high, *quantity.value);
      EXPECT_GE(interval->low, 0);
      EXPECT_LE(interval->high, 1);
    }
  }
  Replicated none;
  none.replicates = {1, 2};
  centre_on_value(none, 0, 1);
  EXPECT_EQ(none.replicates[1], 2) << "no value, nothing to centre on";
}

TEST(Bootstrap, NoItems) {
  const auto result = bootstrap_items(testing::pan21(), RankedItems({}, {}), {.resamples = 3});
  EXPECT_EQ(result[0].value, std::nullopt);
  EXPECT_TRUE(std::isnan(result[0].replicates[2]));
  EXPECT_EQ(UnitBootstrap(0, {.resamples = 3}).scores(testing::pan21(), {})[0].value, std::nullopt);
}

// With few authors, a pair of two authors is drawn (A - 1) / A times on average. Without a correction, a
// model that knows only the class balance would lie outside its own interval.
TEST(Bootstrap, FewAuthorsKeepTheClassBalance) {
  constexpr uint32_t kAuthors = 12;
  ScoredItems items;
  for (uint32_t a = 0; a < kAuthors; ++a)
    for (uint32_t b = 0; b < kAuthors; ++b)
      for (int copy = 0; copy < (a == b ? 5 : 2); ++copy) {
        items.author_a.push_back(a);
        items.author_b.push_back(b);
        items.same.push_back(a == b);
        items.score.push_back(0.2);  // "different": right exactly on the different-author pairs
      }
  const auto result = UnitBootstrap(kAuthors, {.resamples = 4000, .seed = 3}).scores(testing::pan21(), items);
  const auto names = metric_names(testing::pan21());
  const size_t c_at_1 = static_cast<size_t>(std::find(names.begin(), names.end(), "c@1") - names.begin());
  double mean = 0, squares = 0;
  for (const double value : result[c_at_1].replicates) {
    mean += value / 4000;
    squares += value * value / 4000;
  }
  const double sd = std::sqrt(squares - mean * mean);
  EXPECT_GT(sd, 0);
  EXPECT_LT(std::abs(mean - *result[c_at_1].value), 0.35 * sd);  // 0.9 sd without the correction
}

}  // namespace
}  // namespace standfast
