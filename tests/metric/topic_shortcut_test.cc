#include "standfast/metric/pairs/topic_shortcut.h"

#include <cmath>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"

namespace standfast {
namespace {

// The score of some pairs, each within one topic.
struct Side {
  std::vector<ItemUnits> units;
  std::vector<double> shares;
  Influenced score;
  operator ShortcutSide() const { return {units, shares, &score}; }
};

// Returns a score without error, on twelve topics.
Side known(double value) {
  Side side;
  for (uint32_t topic = 0; topic < 12; ++topic) side.units.push_back({{kNoUnit, kNoUnit}, {topic, kNoUnit}});
  side.score = {value, std::vector<double>(12)};
  return side;
}

ShortcutTest tested(const Side& hits, const Side& random) {
  return shortcut_test(hits, random, 0.95, 0, 1);
}

// Table 11 of the paper is an invented example; its last two columns are rounded inconsistently, by up to
// .01.
TEST(TopicShortcut, Table11) {
  const double rows[][4] = {{.80, .56, .68, .25}, {.75, .72, .73, .02}, {.76, .70, .72, .06}};
  for (const auto& [random, hits, average, difference] : rows) {
    const auto test = tested(known(hits), known(random));
    EXPECT_NEAR(*test.average.value, average, 0.0101);
    EXPECT_NEAR(*test.difference.value, difference, 0.0101);
    EXPECT_DOUBLE_EQ(*test.ratio.value, hits / random);
  }
}

// The differences are the differences of Overall in table 2.
TEST(TopicShortcut, OverallOfTable2) {
  const struct {
    double hits, random, difference;
  } rows[] = {
      {.852, .874, .022}, {.648, .671, .023}, {.913, .926, .013}, {.887, .889, .002}, {.926, .927, .001}};
  for (const auto& row : rows)
    EXPECT_NEAR(*tested(known(row.hits), known(row.random)).difference.value, row.difference, 1e-9);
}

TEST(TopicShortcut, AGainIsANegativeLoss) {
  EXPECT_LT(*tested(known(.8), known(.7)).difference.value, 0);
}

TEST(TopicShortcut, UndefinedStaysUndefined) {
  const auto nothing = tested(known(.5), known(0));
  EXPECT_EQ(nothing.difference.value, -.5);
  EXPECT_FALSE(nothing.ratio.value) << "nothing under random topics to compare with";
  Side undefined = known(.5);
  undefined.score = {};
  const auto half = tested(undefined, known(.5));
  EXPECT_FALSE(half.average.value);
  EXPECT_FALSE(half.difference.value);
  EXPECT_FALSE(half.ratio.value);
  EXPECT_EQ(half.random.value, .5);
}

// A design in which topics are hard or easy for the model and nothing else differs. Both conditions draw
// their topics from one pool, so there is no loss to find. A fold has per_fold topics with 40 pairs each, and
// each pair lies within its topic.
struct Null {
  uint32_t pool, topics, per_fold;
  double shift = 0;  // standard deviation of the shift of all scores of a topic
};

struct Topic {
  double ease, shift;
};

// Returns the scores of drawn folds, one for each metric.
std::vector<Side> drawn_folds(const Null& design, const std::vector<Topic>& of, Rng& rng) {
  const MetricProfile& profile = **find_profile("pan21");
  std::vector<uint32_t> pool(design.pool);
  std::iota(pool.begin(), pool.end(), 0U);
  rng.shuffle(pool);
  Side all;
  std::vector<std::vector<Influenced>> folds(profile.metrics.size() + 1);
  std::vector<size_t> sizes;
  for (uint32_t first = 0; first < design.topics; first += design.per_fold) {
    std::vector<double> scores;
    std::vector<uint8_t> same;
    for (uint32_t pair = 0; pair < 40 * design.per_fold; ++pair) {
      const uint32_t topic = pool[first + rng.below(design.per_fold)];
      all.units.push_back({{kNoUnit, kNoUnit}, {topic, kNoUnit}});
      same.push_back(rng.chance(0.5));
      const double lean = 0.8 + of[topic].ease;
      scores.push_back(1 /
                       (1 + std::exp(-(rng.normal() + of[topic].shift + (same.back() != 0 ? lean : -lean)))));
    }
    auto of_fold = influences(profile, scores, same);
    for (size_t m = 0; m < folds.size(); ++m) folds[m].push_back(std::move(of_fold[m]));
    sizes.push_back(scores.size());
    all.shares.insert(all.shares.end(), scores.size(), 1 / static_cast<double>(scores.size()));
  }
  std::vector<Side> sides(folds.size(), all);
  for (size_t m = 0; m < folds.size(); ++m) sides[m].score = mean_over_folds(folds[m], sizes);
  return sides;
}

std::vector<Topic> drawn_topics(const Null& design, Rng& rng) {
  std::vector<Topic> topics;
  for (uint32_t topic = 0; topic < design.pool; ++topic)
    topics.push_back({0.5 * rng.normal(), design.shift > 0 ? design.shift * rng.normal() : 0});
  return topics;
}

// The shares of trials with p at most .05, for AUC and for overall.
struct Errors {
  double auc = 0, overall = 0;
};

void find_errors(const Null& design, uint64_t trials, Errors& errors) {
  for (uint64_t trial = 0; trial < trials; ++trial) {
    Rng rng(trial, "test/topic-shortcut");
    const auto topics = drawn_topics(design, rng);
    const auto hits = drawn_folds(design, topics, rng), random = drawn_folds(design, topics, rng);
    for (const bool overall : {false, true}) {
      const auto test = tested(overall ? hits.back() : hits[0], overall ? random.back() : random[0]);
      for (const auto* e : {&test.hits, &test.random, &test.average, &test.difference, &test.ratio}) {
        if (e == &test.ratio && !e->interval) continue;  // R is not clearly different from 0
        ASSERT_TRUE(e->interval) << trial;
        EXPECT_LE(e->interval->low, *e->value) << trial;
        EXPECT_GE(e->interval->high, *e->value) << trial;
      }
      EXPECT_LE(test.average.interval->high, 1);
      (overall ? errors.overall : errors.auc) += *test.p <= 0.05 ? 1 : 0;
    }
  }
  errors.auc /= static_cast<double>(trials);
  errors.overall /= static_cast<double>(trials);
}

// docs/ranking.md has the numbers of 2000 trials, made with STANDFAST_SIMULATIONS=2000.
TEST(TopicShortcut, FindsNothingWhereThereIsNothing) {
  const char* wanted = std::getenv("STANDFAST_SIMULATIONS");
  const uint64_t trials = wanted == nullptr ? 100 : std::strtoull(wanted, nullptr, 10);
  std::vector<Null> designs = {{200, 12, 1}, {200, 12, 2}, {200, 8, 2}};
  if (wanted != nullptr)
    designs = {{200, 12, 1}, {200, 12, 2}, {200, 12, 3}, {200, 12, 4},
               {200, 8, 2},  {200, 20, 2}, {24, 12, 2},  {200, 12, 2, 1}};
  for (const Null& design : designs) {
    Errors errors;
    find_errors(design, trials, errors);
    const std::string where = std::to_string(design.topics) + " topics, " + std::to_string(design.per_fold) +
                              " a fold, of " + std::to_string(design.pool) +
                              (design.shift > 0 ? ", shifted" : "");
    EXPECT_LE(errors.auc, 0.10) << where;
    EXPECT_LE(errors.overall, 0.10) << where;
    if (wanted != nullptr)
      std::printf("%s: AUC %.1f overall %.1f\n", where.c_str(), 100 * errors.auc, 100 * errors.overall);
  }
}

// If both scores are the same score, their mean is that score, with its interval.
TEST(TopicShortcut, TheMeanOfAScoreAndItselfIsTheScore) {
  Rng rng(3, "test/topic-shortcut");
  const Null design{12, 12, 2};
  const Side side = drawn_folds(design, drawn_topics(design, rng), rng)[0];
  const auto test = tested(side, side);
  EXPECT_DOUBLE_EQ(*test.average.value, *test.hits.value);
  EXPECT_NEAR(test.average.interval->low, test.hits.interval->low, 1e-12);
  EXPECT_NEAR(test.average.interval->high, test.hits.interval->high, 1e-12);
  EXPECT_EQ(*test.difference.value, 0);
}

TEST(TopicShortcut, FewerThanSixTopicsOnASideGiveNoIntervalAndNoP) {
  Rng rng(1, "test/topic-shortcut");
  const std::vector<Topic> topics(8, Topic{});
  const Side five = drawn_folds({8, 5, 1}, topics, rng)[0], six = drawn_folds({8, 6, 1}, topics, rng)[0],
             more = drawn_folds({8, 6, 2}, topics, rng)[0];
  const auto few = tested(five, more), enough = tested(six, more);
  EXPECT_TRUE(few.difference.value && few.ratio.value);
  EXPECT_FALSE(few.hits.interval || few.average.interval || few.difference.interval || few.ratio.interval);
  EXPECT_NE(few.average.why_no_interval, "");
  EXPECT_FALSE(few.p);
  EXPECT_TRUE(enough.average.interval && enough.difference.interval && enough.ratio.interval);
  EXPECT_TRUE(enough.p);
}

}  // namespace
}  // namespace standfast
