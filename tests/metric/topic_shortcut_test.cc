#include "standfast/metric/topic_shortcut.h"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"

namespace standfast {
namespace {

// Table 11 of the paper, an invented example; its last two columns are rounded inconsistently, by up to .01.
TEST(TopicShortcut, Table11) {
  const double rows[][4] = {{.80, .56, .68, .25}, {.75, .72, .73, .02}, {.76, .70, .72, .06}};
  for (const auto& [random, hits, average, difference] : rows) {
    const auto gap = shortcut_gap(constant(hits, 10), constant(random, 10));
    EXPECT_NEAR(*gap.average.value, average, 0.0101);
    EXPECT_NEAR(*gap.difference.value, difference, 0.0101);
    EXPECT_DOUBLE_EQ(*gap.ratio.value, hits / random);
  }
}

// The differences of Overall in table 2.
TEST(TopicShortcut, OverallOfTable2) {
  const struct {
    double hits, random, difference;
  } rows[] = {
      {.852, .874, .022}, {.648, .671, .023}, {.913, .926, .013}, {.887, .889, .002}, {.926, .927, .001}};
  for (const auto& row : rows)
    EXPECT_NEAR(*shortcut_gap(constant(row.hits, 3), constant(row.random, 3)).difference.value,
                row.difference, 1e-9);
}

TEST(TopicShortcut, AGainIsANegativeLoss) {
  EXPECT_LT(*shortcut_gap(constant(.8, 3), constant(.7, 3)).difference.value, 0);
}

TEST(TopicShortcut, ReplicatesPairUpAndUndefinedStaysUndefined) {
  Replicated hits, random;
  hits.value = 0.5;
  hits.replicates = {0.4, NAN, 0.6};
  random.value = 0.0;
  random.replicates = {0.5, 0.5, 0.0};
  const auto gap = shortcut_gap(hits, random);
  EXPECT_DOUBLE_EQ(gap.difference.replicates[0], 0.1);
  EXPECT_TRUE(std::isnan(gap.average.replicates[1]));
  EXPECT_TRUE(std::isnan(gap.ratio.replicates[2]));
  EXPECT_FALSE(gap.ratio.value);  // nothing under random topics to compare with
  hits.value.reset();
  EXPECT_FALSE(shortcut_gap(hits, random).difference.value);
}

// Topics that are hard or easy for the model, and nothing else: both conditions draw theirs from one pool, so
// there is no loss to find. per_fold topics a fold, 40 pairs a topic, each
// within its topic.
struct Null {
  uint32_t pool, topics, per_fold;
};

ScoredItems drawn_folds(const Null& design, std::vector<double> ease, Rng& rng) {
  std::vector<uint32_t> pool(design.pool);
  std::iota(pool.begin(), pool.end(), 0U);
  rng.shuffle(pool);
  ScoredItems items;
  for (uint32_t first = 0; first < design.topics; first += design.per_fold)
    for (uint32_t pair = 0; pair < 40 * design.per_fold; ++pair) {
      const uint32_t topic = pool[first + rng.below(design.per_fold)];
      items.author_a.push_back(topic);
      items.author_b.push_back(topic);
      items.fold.push_back(first);
      items.same.push_back(rng.chance(0.5));
      const double lean = 0.8 + ease[topic];
      items.score.push_back(1 / (1 + std::exp(-(rng.normal() + (items.same.back() != 0 ? lean : -lean)))));
    }
  return items;
}

struct Errors {
  double rejected = 0, equal_weights = 0;  // shares of trials with p at most .05
};

Errors errors_of(const Null& design, uint64_t trials) {
  const MetricProfile& profile = **find_profile("pan21");
  const size_t overall = profile.metrics.size();
  Errors errors;
  for (uint64_t trial = 0; trial < trials; ++trial) {
    Rng rng(trial, "test/topic-shortcut");
    std::vector<double> ease;
    for (uint32_t topic = 0; topic < design.pool; ++topic) ease.push_back(0.5 * rng.normal());
    const ScoredItems hits = drawn_folds(design, ease, rng), random = drawn_folds(design, ease, rng);
    const UnitBootstrap bootstrap(design.pool, {.resamples = 200, .seed = trial});
    const auto side = [&](const ScoredItems& items, FoldWeight weight) {
      return bootstrap.scores(profile, items, weight)[overall];
    };
    const auto test = shortcut_test(side(hits, FoldWeight::by_pairs), side(random, FoldWeight::by_pairs),
                                    design.topics, 0.95);
    for (const auto* e : {&test.hits, &test.random, &test.average, &test.difference, &test.ratio}) {
      EXPECT_LE(e->interval->low, *e->value) << trial;
      EXPECT_GE(e->interval->high, *e->value) << trial;
    }
    EXPECT_LE(test.average.interval->high, 1);
    errors.rejected += *test.p <= 0.05 ? 1 : 0;
    const auto before = shortcut_gap(side(hits, FoldWeight::equal), side(random, FoldWeight::equal));
    errors.equal_weights += *bootstrap_p(before.difference.replicates) <= 0.05 ? 1 : 0;
  }
  errors.rejected /= static_cast<double>(trials);
  errors.equal_weights /= static_cast<double>(trials);
  return errors;
}

// docs/ranking.md has more designs and more trials.
TEST(TopicShortcut, FindsNothingWhereThereIsNothing) {
  for (const Null& design : {Null{24, 12, 2}, Null{24, 12, 3}, Null{24, 8, 2}}) {
    const Errors errors = errors_of(design, 300);
    EXPECT_LE(errors.rejected, 0.10) << design.topics << " topics, " << design.per_fold << " a fold";
    EXPECT_GT(errors.equal_weights, errors.rejected);
  }
}

TEST(TopicShortcut, FewerThanSixTopicsGiveNoIntervalAndNoP) {
  Rng rng(1, "test/topic-shortcut");
  const Null design{8, 6, 2};
  const MetricProfile& profile = **find_profile("pan21");
  const UnitBootstrap bootstrap(8, {.resamples = 200});
  const auto hits = bootstrap.scores(profile, drawn_folds(design, std::vector<double>(8, 0.0), rng),
                                     FoldWeight::by_pairs)[0];
  const auto random = bootstrap.scores(profile, drawn_folds(design, std::vector<double>(8, 0.0), rng),
                                       FoldWeight::by_pairs)[0];
  const auto few = shortcut_test(hits, random, 5, 0.95), enough = shortcut_test(hits, random, 6, 0.95);
  EXPECT_EQ(few.difference.value, enough.difference.value);
  EXPECT_FALSE(few.difference.interval);
  EXPECT_FALSE(few.p);
  EXPECT_TRUE(enough.difference.interval);
  EXPECT_TRUE(enough.p);
}

}  // namespace
}  // namespace standfast
