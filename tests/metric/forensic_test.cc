// Compares LLRs, Cllr, Tippett, ECE and reliability with scikit-learn, scipy, numpy and statsmodels
// (tests/reference/forensic_reference.py made the values), and tests the laws that they must keep.
#include "standfast/metric/evidence/forensic.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <limits>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/base/rng.h"
#include "standfast/metric/evidence/cllr.h"
#include "standfast/metric/evidence/evidence_curves.h"
#include "standfast/metric/evidence/llr.h"
#include "standfast/metric/evidence/reliability.h"
#include "standfast/metric/resample/bootstrap.h"
#include "tests/support/reference.h"

namespace standfast {
namespace {

using Numbers = std::vector<double>;
using Bits = std::vector<uint8_t>;

struct RatioItems {
  Numbers llr;
  Bits same;
};

// Returns normal LLRs of separation `distance`. With levels > 0 they are rounded to so many values per unit,
// so they have ties.
RatioItems drawn(Rng& rng, size_t n, double distance, int levels = 0) {
  RatioItems items;
  for (size_t i = 0; i < n; ++i) {
    items.same.push_back(i < 2 ? static_cast<uint8_t>(i) : static_cast<uint8_t>(rng.chance(0.4)));
    const double x = rng.normal() * std::sqrt(distance) + (items.same.back() != 0 ? distance : -distance) / 2;
    items.llr.push_back(levels > 0 ? std::round(x * levels) / levels : x);
  }
  return items;
}

TEST(Forensic, EqualsNumpyScipyAndScikitLearn) {
  for (const auto& item : testing::reference("forensic_reference")["scores"]) {
    const auto llr = item["llr"].get<Numbers>();
    const auto same = item["same"].get<Bits>();
    const auto scores = forensic_scores(llr, same);
    ASSERT_TRUE(scores);
    for (size_t m = 0; m < kForensicMetrics.size(); ++m) {
      const std::string name(kForensicMetrics[m]);
      const double expected = name == "cllr_cal" ? item["cllr"].get<double>() - item["cllr_min"].get<double>()
                                                 : item[name].get<double>();
      EXPECT_NEAR((*scores)[m], expected, 1e-9) << name << " of " << llr.size();
    }
    const auto grid = item["grid"].get<Numbers>();
    const auto curve = ece_curve(llr, same, grid);
    for (size_t g = 0; g < grid.size(); ++g) {
      EXPECT_NEAR(curve[g].system, item["ece"][g].get<double>(), 1e-9);
      EXPECT_NEAR(curve[g].pav, item["ece_pav"][g].get<double>(), 1e-9);
    }
    // Block by block, the LLR equals what isotonic regression gives every item.
    const auto blocks = RankedLlrs(llr, same).pav();
    const auto n_same = static_cast<uint64_t>(std::count(same.begin(), same.end(), uint8_t{1}));
    for (size_t i = 0; i < llr.size(); ++i) {
      const auto block = std::find_if(blocks.begin(), blocks.end(),
                                      [&](const PavBlock& b) { return b.low <= llr[i] && llr[i] <= b.high; });
      ASSERT_NE(block, blocks.end());
      const double value = pav_llr(*block, n_same, same.size() - n_same);
      const auto& expected = item["pav"][i];
      if (expected.is_string())
        EXPECT_EQ(value, expected == "inf" ? INFINITY : -INFINITY);
      else
        EXPECT_NEAR(value, expected.get<double>(), 1e-9);
    }
  }
}

TEST(Forensic, CalibrationEqualsWeightedLogisticRegression) {
  for (const auto& item : testing::reference("forensic_reference")["fits"]) {
    const auto score = item["score"].get<Numbers>();
    LlrOptions options;
    options.prior = item["prior"];
    options.scale = item["logit"].get<bool>() ? ScoreScale::logit : ScoreScale::score;
    options.bounded = false;
    const auto fit = fit_llr(score, item["same"].get<Bits>(), options);
    ASSERT_TRUE(fit);
    for (size_t i = 0; i < score.size(); ++i)
      EXPECT_NEAR(fit->llr(score[i]), item["llr"][i].get<double>(), 1e-9) << score[i];
  }
}

TEST(Forensic, KnownValues) {
  // LR = 1 says nothing, which costs one bit. LR = 3 for "same" and 1/3 for "different" cost log2(1 + 1/3)
  // each.
  EXPECT_DOUBLE_EQ((*forensic_scores(Numbers{0, 0, 0}, Bits{1, 0, 0}))[0], 1);
  const double third = std::log(3.0);
  const auto right = *forensic_scores(Numbers{third, -third}, Bits{1, 0});
  EXPECT_NEAR(right[0], std::log2(4.0 / 3), 1e-15);
  EXPECT_DOUBLE_EQ(right[1], 0) << "they are told apart";
  EXPECT_DOUBLE_EQ(right[3], 0);
  const auto wrong = *forensic_scores(Numbers{-third, third}, Bits{1, 0});
  EXPECT_NEAR(wrong[0], 2, 1e-15) << "log2(1 + 3)";
  EXPECT_DOUBLE_EQ(wrong[1], 1) << "no monotone change helps";
  EXPECT_DOUBLE_EQ(wrong[3], 0.5);
  EXPECT_DOUBLE_EQ(wrong[4], 1);
  EXPECT_DOUBLE_EQ(wrong[5], 1);
  // There are four pairs of each truth, of which one is on the wrong side. The hull runs from (false alarms
  // 1/4, misses 0) to (0, 1/4) and meets the diagonal halfway; either threshold alone errs on 1/4 of one
  // truth.
  EXPECT_DOUBLE_EQ(
      (*forensic_scores(Numbers{-1, 2, 2.1, 2.2, 1, -2, -2.1, -2.2}, Bits{1, 1, 1, 1, 0, 0, 0, 0}))[3],
      0.125);
  EXPECT_FALSE(forensic_scores(Numbers{1, 2}, Bits{1, 1}));
  EXPECT_FALSE(forensic_scores({}, {}));
  EXPECT_TRUE(ece_curve(Numbers{1, 2}, Bits{0, 0}, ece_grid()).empty());
}

TEST(Forensic, MinimumIsBelowAndNeitherItNorEerKnowsTheScale) {
  Rng rng(3, "test/forensic");
  for (int round = 0; round < 60; ++round) {
    const auto items = drawn(rng, 2 + rng.below(200), 0.5 + 3 * rng.uniform(), round % 3 == 0 ? 2 : 0);
    const auto scores = *forensic_scores(items.llr, items.same);
    EXPECT_LE(scores[1], scores[0] + 1e-12);
    EXPECT_LE(scores[1], 1 + 1e-12) << "saying nothing is monotone too";
    EXPECT_LE(scores[3], 0.5);
    Numbers bent = items.llr;
    for (double& x : bent) x = std::exp(x / 3) - 5;
    const auto after = *forensic_scores(bent, items.same);
    EXPECT_EQ(after[1], scores[1]);
    EXPECT_EQ(after[3], scores[3]);
    // The order of the items does not matter.
    const RatioItems turned{Numbers(items.llr.rbegin(), items.llr.rend()),
                            Bits(items.same.rbegin(), items.same.rend())};
    EXPECT_EQ(*forensic_scores(turned.llr, turned.same), scores);
  }
}

TEST(Forensic, PavIsIdempotentAndRises) {
  Rng rng(4, "test/forensic");
  for (int round = 0; round < 40; ++round) {
    const auto items = drawn(rng, 2 + rng.below(300), 1.5, round % 2 == 0 ? 3 : 0);
    const RankedLlrs ranked(items.llr, items.same);
    const auto blocks = ranked.pav();
    // The number of its block stands for each item; PAV of these numbers must find the same blocks.
    Numbers place;
    for (const double x : items.llr)
      place.push_back(static_cast<double>(
          std::find_if(blocks.begin(), blocks.end(), [&](const PavBlock& b) { return x <= b.high; }) -
          blocks.begin()));
    const auto again = RankedLlrs(place, items.same).pav();
    ASSERT_EQ(again.size(), blocks.size());
    for (size_t b = 0; b < blocks.size(); ++b) {
      EXPECT_EQ(again[b].same, blocks[b].same);
      EXPECT_EQ(again[b].different, blocks[b].different);
      if (b > 0) {
        EXPECT_LT(pav_llr(blocks[b - 1], 7, 9), pav_llr(blocks[b], 7, 9));
      }
    }
  }
}

TEST(Forensic, WeightsCountItemsSeveralTimes) {
  Rng rng(5, "test/forensic");
  const auto items = drawn(rng, 80, 1.5, 3);
  const RankedLlrs ranked(items.llr, items.same);
  std::vector<uint32_t> weights;
  RatioItems repeated;
  for (const uint32_t i : ranked.order()) {
    weights.push_back(static_cast<uint32_t>(rng.below(4)));
    for (uint32_t k = 0; k < weights.back(); ++k) {
      repeated.llr.push_back(items.llr[i]);
      repeated.same.push_back(items.same[i]);
    }
  }
  const auto weighted = *ranked.scores(weights), plain = *forensic_scores(repeated.llr, repeated.same);
  for (size_t m = 0; m < weighted.size(); ++m) EXPECT_NEAR(weighted[m], plain[m], 1e-12);
}

TEST(Forensic, EceAtEvenOddsIsCllrAndNeutralIsTheEntropyOfThePrior) {
  Rng rng(6, "test/forensic");
  const auto items = drawn(rng, 500, 2);
  const auto scores = *forensic_scores(items.llr, items.same);
  for (const auto& point : ece_curve(items.llr, items.same, ece_grid())) {
    const double p = 1 / (1 + std::pow(10, -point.log10_odds));
    EXPECT_NEAR(point.neutral, -p * std::log2(p) - (1 - p) * std::log2(1 - p), 1e-12);
    EXPECT_LE(point.pav, point.system + 1e-12);
    EXPECT_LE(point.pav, point.neutral + 1e-12);
    if (point.log10_odds == 0) {
      EXPECT_NEAR(point.system, scores[0], 1e-12);
      EXPECT_NEAR(point.pav, scores[1], 1e-12);
    }
  }
}

// Normal LLRs with variance 2 |mean| are calibrated in theory. Calibration must find slope 1 and intercept 0
// from scores on any scale, whatever the class balance.
TEST(Forensic, CalibrationRecoversPlantedLlrs) {
  Rng rng(7, "test/forensic");
  const auto items = drawn(rng, 40'000, 4);
  Numbers score;
  for (const double x : items.llr) score.push_back(0.5 + x / 60);
  const auto fit = *fit_llr(score, items.same);
  EXPECT_NEAR(fit.slope / 60, 1, 0.03);
  EXPECT_NEAR(fit.intercept + fit.slope * 0.5, 0, 0.04);
  Numbers llr, moved, llr_moved;
  for (const double s : score) moved.push_back(7 + 100 * s);
  const auto fit_moved = *fit_llr(moved, items.same);
  for (size_t i = 0; i < 50; ++i) EXPECT_NEAR(fit_moved.llr(moved[i]), fit.llr(score[i]), 1e-6);
  for (const double s : score) llr.push_back(fit.llr(s));
  const auto scores = *forensic_scores(llr, items.same);
  EXPECT_LT(scores[2], 0.005) << "nothing is left to calibrate";
  for (double& x : llr) x *= 3;
  EXPECT_GT((*forensic_scores(llr, items.same))[2], 0.1) << "overstated evidence costs";
}

TEST(Forensic, CalibrationKeepsItsDeclaredRules) {
  const Numbers score = {0.1, 0.2, 0.3, 0.4, 0.8, 0.9};
  const auto separable = *fit_llr(score, Bits{0, 0, 0, 0, 1, 1});
  EXPECT_DOUBLE_EQ(separable.llr(1), std::log(5.0)) << "four different-author pairs carry a ratio of five";
  EXPECT_DOUBLE_EQ(separable.llr(0), -std::log(3.0));
  EXPECT_FALSE(separable.flat);
  const auto turned = *fit_llr(score, Bits{1, 1, 0, 0, 0, 0});
  EXPECT_TRUE(turned.flat);
  EXPECT_EQ(turned.llr(0.1), 0);
  const auto constant = *fit_llr(Numbers{0.5, 0.5, 0.5}, Bits{1, 0, 0});
  EXPECT_TRUE(constant.flat);
  EXPECT_EQ(constant.llr(0.9), 0);
  const auto third = *fit_llr(Numbers(7, 0.7), Bits{1, 0, 0, 1, 0, 0, 1});
  EXPECT_TRUE(third.flat) << "the mean of seven times the logit of .7 is not exactly that";
  EXPECT_EQ(third.llr(0.7), 0);
  EXPECT_THAT(fit_llr(score, Bits{1, 1, 1, 1, 1, 1}).error().message,
              ::testing::HasSubstr("6 same and 0 different"));
  EXPECT_EQ(fit_llr(score, Bits{1, 0, 1, 0, 1, 0}, {.prior = 1}).error().kind, ErrorKind::usage);
  EXPECT_DOUBLE_EQ(llr_of_probability(0.8), std::log(4.0));
  EXPECT_DOUBLE_EQ(llr_of_probability(1), -llr_of_probability(0));
  EXPECT_NEAR(llr_of_probability(1) / std::numbers::ln10, 6, 1e-6);
}

TEST(Forensic, TippettCountsFromTheRight) {
  const auto curve = tippett(Numbers{-1, 2, 2, 3, -2, -2, 0.5, -4}, Bits{1, 1, 1, 1, 0, 0, 0, 0});
  ASSERT_EQ(curve.same.size(), 3U);
  EXPECT_EQ(curve.same[0].share, 1);
  EXPECT_EQ(curve.same[1].llr, 2);
  EXPECT_EQ(curve.same[1].share, 0.75);
  EXPECT_EQ(curve.same[2].share, 0.25);
  EXPECT_EQ(curve.strongest_misleading_same, -1);
  EXPECT_EQ(curve.strongest_misleading_different, 0.5);
  EXPECT_EQ(curve.different.back().share, 0.25);
  EXPECT_TRUE(tippett(Numbers{1}, Bits{1}).different.empty());
  Rng rng(8, "test/forensic");
  const auto items = drawn(rng, 3000, 2);
  const auto full = tippett(items.llr, items.same), thin = tippett(items.llr, items.same, 50);
  EXPECT_EQ(thin.same.size(), 50U);
  EXPECT_EQ(thin.same.front().llr, full.same.front().llr);
  EXPECT_EQ(thin.same.back().llr, full.same.back().llr);
}

TEST(Forensic, ReliabilityEqualsScikitLearn) {
  const auto& item = testing::reference("forensic_reference")["reliability"];
  const auto score = item["score"].get<Numbers>();
  const auto same = item["same"].get<Bits>();
  for (const auto& [name, binning] :
       {std::pair{"uniform", Binning::equal_width}, std::pair{"quantile", Binning::equal_count}}) {
    const auto result = reliability(score, same, binning, 10);
    const auto share = item[name]["share"].get<Numbers>(), mean = item[name]["score"].get<Numbers>();
    ASSERT_EQ(result.bins.size(), share.size());
    // scikit-learn's quantiles fall between items, whereas ours count items: both agree up to an item at a
    // border.
    const double tolerance = binning == Binning::equal_width ? 1e-12 : 0.02;
    double expected = 0, maximum = 0;
    for (size_t b = 0; b < share.size(); ++b) {
      EXPECT_NEAR(result.bins[b].share, share[b], tolerance);
      EXPECT_NEAR(result.bins[b].score, mean[b], tolerance);
      const double error = std::abs(result.bins[b].share - result.bins[b].score);
      expected += error * static_cast<double>(result.bins[b].n) / static_cast<double>(score.size());
      maximum = std::max(maximum, error);
    }
    EXPECT_NEAR(result.expected_error, expected, 1e-12);
    EXPECT_DOUBLE_EQ(result.maximum_error, maximum);
    EXPECT_EQ(result.n, score.size());
  }
  for (const auto& one : testing::reference("forensic_reference")["wilson"]) {
    const auto interval = wilson_interval(one["k"], one["n"], one["level"]);
    EXPECT_NEAR(interval.low, one["ends"][0].get<double>(), 1e-12);
    EXPECT_NEAR(interval.high, one["ends"][1].get<double>(), 1e-12);
  }
}

TEST(Forensic, ReliabilityKeepsTiesTogether) {
  const auto tied =
      reliability(Numbers{0.5, 0.5, 0.5, 0.5, 0.9}, Bits{1, 0, 1, 0, 1}, Binning::equal_count, 4);
  ASSERT_EQ(tied.bins.size(), 2U);
  EXPECT_EQ(tied.bins[0].n, 4U);
  const auto borders = reliability(Numbers{0, 0.1, 0.2, 1}, Bits{0, 0, 0, 1});
  EXPECT_EQ(borders.bins.size(), 4U) << "a border belongs to the upper bin";
  EXPECT_EQ(reliability({}, {}).n, 0U);
  EXPECT_TRUE(reliability({}, {}).bins.empty());
}

// The general resampling sees exactly the resamples of the fast one.
TEST(Forensic, ReplicatesShareTheResamplesOfTheMetrics) {
  Rng rng(9, "test/forensic");
  ScoredItems items;
  for (uint32_t i = 0; i < 300; ++i) {
    items.author_a.push_back(static_cast<uint32_t>(rng.below(5000)));
    items.author_b.push_back(rng.chance(0.4) ? items.author_a.back()
                                             : static_cast<uint32_t>(rng.below(5000)));
    items.same.push_back(items.author_a.back() == items.author_b.back());
    items.score.push_back(rng.uniform());
  }
  const UnitBootstrap bootstrap(5000, {.resamples = 40, .seed = 3, .threads = 2});
  const auto fast = bootstrap.scores(**find_profile("pan21"), items);
  const auto general = bootstrap.replicates(
      items.author_a, items.author_b, 1, [&](std::span<const uint32_t> weights, std::span<double> out) {
        double sum = 0, count = 0;
        for (size_t i = 0; i < weights.size(); ++i) {
          sum += weights[i] * (items.score[i] - items.same[i]) * (items.score[i] - items.same[i]);
          count += weights[i];
        }
        out[0] = 1 - sum / count;
      });
  const auto names = metric_names(**find_profile("pan21"));
  const auto brier = static_cast<size_t>(std::find(names.begin(), names.end(), "brier") - names.begin());
  for (size_t r = 0; r < 40; ++r) EXPECT_NEAR(general[0][r], fast[brier].replicates[r], 1e-6);
}

// The bands and intervals are compared with the same quantities on resampled copies of the items.
TEST(Forensic, IntervalsAndBandsAreThoseOfTheResampledItems) {
  Rng rng(10, "test/forensic");
  LlrItems items;
  for (uint32_t i = 0; i < 200; ++i) {
    items.author_a.push_back(static_cast<uint32_t>(rng.below(20)));
    items.author_b.push_back(rng.chance(0.5) ? items.author_a.back() : static_cast<uint32_t>(rng.below(20)));
    items.same.push_back(items.author_a.back() == items.author_b.back());
    items.llr.push_back(rng.normal() + (items.same.back() != 0 ? 1 : -1));
    items.group.push_back(i % 2);
  }
  const ResampleOptions options{.resamples = 60, .seed = 3, .threads = 2};
  const UnitBootstrap bootstrap(20, options);
  const auto scores = forensic_replicates(bootstrap, items);
  const auto bands = tippett_bands(bootstrap, items, 0.9);
  const auto grid = ece_grid();
  const auto ece = ece_band(bootstrap, items, grid, 0.9);
  // Collects the resamples, as weights of the items.
  std::vector<std::vector<uint32_t>> weights(60);
  UnitBootstrap(20, {.resamples = 60, .seed = 3, .threads = 1})
      .replicates(items.author_a, items.author_b, 0, [&, r = size_t{0}](auto given, auto) mutable {
        weights[r++].assign(given.begin(), given.end());
      });
  std::vector<double> cllr, shares, costs;
  for (size_t r = 0; r < 60; ++r) {
    RatioItems all, half[2];
    for (size_t i = 0; i < 200; ++i)
      for (uint32_t k = 0; k < weights[r][i]; ++k)
        for (RatioItems* into : {&all, &half[items.group[i]]}) {
          into->llr.push_back(items.llr[i]);
          into->same.push_back(items.same[i]);
        }
    cllr.push_back(((*forensic_scores(half[0].llr, half[0].same))[0] +
                    (*forensic_scores(half[1].llr, half[1].same))[0]) /
                   2);
    EXPECT_NEAR(scores[0].replicates[r], cllr.back(), 1e-12);
    double n = 0, above = 0;
    for (size_t i = 0; i < all.llr.size(); ++i) {
      n += all.same[i];
      above += all.same[i] != 0 && all.llr[i] >= bands.llr[20] ? 1 : 0;
    }
    shares.push_back(above / n);
    costs.push_back(ece_curve(all.llr, all.same, grid)[3].system);
  }
  EXPECT_NEAR(bands.same[20]->low, percentile_interval(shares, 0.9)->low, 1e-12);
  EXPECT_NEAR(bands.same[20]->high, percentile_interval(shares, 0.9)->high, 1e-12);
  EXPECT_NEAR(ece[3]->low, percentile_interval(costs, 0.9)->low, 1e-12);
  EXPECT_NEAR(ece[3]->high, percentile_interval(costs, 0.9)->high, 1e-12);
  EXPECT_EQ(bands.same[0]->low, 1) << "every pair reaches the lowest LLR";
  EXPECT_EQ(scores[0].n_used, 200U);
  EXPECT_EQ(scores[0].folds_used, 2U);
}

// In small studies resamples lie far off. There are 150 of them, from LLRs that say nothing to LLRs that say
// nearly all.
TEST(Forensic, IntervalsHoldTheirEstimateAndNothingImpossible) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr std::array<double, 4> kHighest = {kInfinity, 1, kInfinity, 0.5};
  for (uint64_t study = 0; study < 150; ++study) {
    Rng rng(study, "test/forensic/range");
    const auto authors = static_cast<uint32_t>(6 + rng.below(20));
    const double strength = 1.5 * rng.uniform();
    LlrItems items;
    for (uint32_t i = 0; i < 40 + study % 60; ++i) {
      items.author_a.push_back(static_cast<uint32_t>(rng.below(authors)));
      items.author_b.push_back(rng.chance(0.5) ? items.author_a.back()
                                               : static_cast<uint32_t>(rng.below(authors)));
      items.same.push_back(items.author_a.back() == items.author_b.back());
      items.llr.push_back(rng.normal() + (items.same.back() != 0 ? strength : -strength));
    }
    const auto scores = forensic_replicates(UnitBootstrap(authors, {.resamples = 100, .seed = study}), items);
    for (const size_t m : {1U, 2U, 3U}) {
      ASSERT_TRUE(scores[m].value);
      const auto interval = percentile_interval(scores[m].replicates, 0.95);
      if (!interval) continue;  // too often, a resample lacked one truth
      EXPECT_GE(interval->low, 0) << kForensicMetrics[m] << " of study " << study;
      EXPECT_LE(interval->high, kHighest[m] + 1e-12) << kForensicMetrics[m] << " of study " << study;
      EXPECT_LE(interval->low, *scores[m].value) << kForensicMetrics[m] << " of study " << study;
      EXPECT_GE(interval->high, *scores[m].value) << kForensicMetrics[m] << " of study " << study;
    }
  }
}

// Above 4096 different LLRs the band is computed in steps, which must not be visible.
TEST(Forensic, BandsOfManyItemsLieRoundTheCurve) {
  Rng rng(11, "test/forensic");
  LlrItems items;
  for (uint32_t i = 0; i < 6000; ++i) {
    items.author_a.push_back(i);
    items.author_b.push_back(i);
    items.same.push_back(i % 3 == 0);
    items.llr.push_back(1.5 * rng.normal() + (items.same.back() != 0 ? 1 : -1));
  }
  const auto grid = ece_grid();
  const auto curve = ece_curve(items.llr, items.same, grid);
  const auto band = ece_band(UnitBootstrap(6000, {.resamples = 40, .seed = 1}), items, grid, 0.95);
  for (size_t g = 0; g < grid.size(); ++g) {
    EXPECT_LT(band[g]->low, curve[g].system);
    EXPECT_GT(band[g]->high, curve[g].system);
    EXPECT_LT(band[g]->high - band[g]->low, 0.1);
  }
}

}  // namespace
}  // namespace standfast
