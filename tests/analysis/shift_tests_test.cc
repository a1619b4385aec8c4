// Tests of the tests of shift: formulas are compared with brute force, p keeps its level, and planted shifts
// are found.
#include "standfast/analysis/split/shift_tests.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "tests/support/reference.h"

namespace standfast {
namespace {

using Points = std::vector<std::array<double, 2>>;

DenseMatrix gram_of(const Points& points) {
  DenseMatrix gram(points.size(), points.size());
  for (size_t i = 0; i < points.size(); ++i)
    for (size_t j = 0; j < points.size(); ++j)
      gram.row(i)[j] = points[i][0] * points[j][0] + points[i][1] * points[j][1];
  return gram;
}

// A sample of groups whose documents are alike: each unit has a centre of its own. The tested units are moved
// by `shift`.
struct Sampled {
  Points points;
  std::vector<uint32_t> unit;
  std::vector<uint8_t> test;
};
Sampled sampled(uint64_t seed, uint32_t units, uint32_t most_of_unit, double between, double shift) {
  Rng rng(seed, "shift-test");
  Sampled made;
  for (uint32_t u = 0; u < units; ++u) {
    made.test.push_back(u % 3 == 0);
    const double x = between * rng.normal() + (made.test.back() != 0 ? shift : 0), y = between * rng.normal();
    for (uint64_t i = 0, n = 1 + rng.below(most_of_unit); i < n; ++i) {
      made.points.push_back({x + rng.normal(), y + rng.normal()});
      made.unit.push_back(u);
    }
  }
  return made;
}
ShiftTests tested(const Sampled& sample, const ShiftTestOptions& options) {
  return shift_tests(gram_of(sample.points), sample.unit, sample.test, options);
}

double distance(const Points& points, size_t i, size_t j) {
  return std::hypot(points[i][0] - points[j][0], points[i][1] - points[j][1]);
}

TEST(ShiftTests, DistancesByBruteForce) {
  const Sampled sample = sampled(1, 30, 1, 1, .7);
  const ShiftTests found = tested(sample, {.permutations = 0});
  std::vector<double> all, nearest;
  for (size_t i = 0; i < 30; ++i)
    for (size_t j = 0; j < i; ++j) all.push_back(distance(sample.points, i, j));
  std::sort(all.begin(), all.end());
  const double median = (all[all.size() / 2] + all[(all.size() - 1) / 2]) / 2;
  EXPECT_NEAR(found.median_distance, median, 1e-12);
  double mmd2 = 0, energy = 0;
  for (size_t i = 0; i < 30; ++i) {
    double least = 1e9;
    for (size_t j = 0; j < 30; ++j) {
      const double d = distance(sample.points, i, j), k = std::exp(-d * d / (2 * median * median));
      const bool a = sample.test[i] != 0, b = sample.test[j] != 0;
      energy += a != b ? d / (10 * 20) : -d / (a ? 10 * 10 : 20 * 20);
      if (i != j) mmd2 += a != b ? -k / (10 * 20) : k / (a ? 10 * 9 : 20 * 19);
      if (a && !b) least = std::min(least, d);
    }
    if (sample.test[i] != 0) nearest.push_back(least);
  }
  std::sort(nearest.begin(), nearest.end());
  EXPECT_NEAR(*found.mmd2.value, mmd2, 1e-12);
  EXPECT_NEAR(*found.energy.value, energy, 1e-12);
  EXPECT_NEAR(*found.nearest[1].value, (nearest[4] + nearest[5]) / 2, 1e-12);
  EXPECT_FALSE(found.mmd2.p);
}

TEST(ShiftTests, AgreeWithOtherLibraries) {
  const auto& wanted = testing::reference("split_analyses_small")["shift"];
  const auto points = wanted["points"].get<std::vector<std::vector<double>>>();
  DenseMatrix gram(points.size(), points.size());
  std::vector<uint32_t> unit(points.size());
  std::vector<uint8_t> test(points.size());
  for (size_t i = 0; i < points.size(); ++i) {
    for (size_t j = 0; j < points.size(); ++j)
      gram.row(i)[j] = std::inner_product(points[i].begin(), points[i].end(), points[j].begin(), 0.0);
    unit[i] = static_cast<uint32_t>(i);
    test[i] = i < wanted["tested"].get<size_t>();
  }
  const auto found = shift_tests(gram, unit, test, {.permutations = 0});
  EXPECT_NEAR(found.median_distance, wanted["median"].get<double>(), 1e-9);
  EXPECT_NEAR(*found.mmd2.value, wanted["mmd2"].get<double>(), 1e-9);
  EXPECT_NEAR(*found.energy.value, wanted["energy"].get<double>(), 1e-9);
  for (size_t q = 0; q < kNearestQuantiles.size(); ++q)
    EXPECT_NEAR(*found.nearest[q].value, wanted["nearest"][q].get<double>(), 1e-9);
}

// The AUC equals that computed with the classifier in its usual form: the weights of two features solve a
// system of two equations.
TEST(ShiftTests, AucIsThatOfLeastSquaresWithAPenalty) {
  const Sampled sample = sampled(2, 60, 2, .5, .8);
  const ShiftTestOptions options{.permutations = 0, .folds = 4, .penalty = .7, .seed = 9};
  const size_t n = sample.points.size();
  std::vector<uint32_t> fold(60);
  for (uint32_t u = 0; u < 60; ++u) fold[u] = u % 4;
  Rng(9, "analysis/shift/folds").shuffle(fold);
  std::array<double, 2> centre = {0, 0};
  for (const auto& p : sample.points)
    for (int k = 0; k < 2; ++k) centre[k] += p[k] / static_cast<double>(n);
  double square = 0;
  for (const auto& p : sample.points)
    square += (std::pow(p[0] - centre[0], 2) + std::pow(p[1] - centre[1], 2)) / static_cast<double>(n);
  double sum = 0;
  for (uint32_t f = 0; f < 4; ++f) {
    std::array<double, 2> mean = {0, 0};
    double mean_y = 0, count = 0;
    const auto learned = [&](size_t i) { return fold[sample.unit[i]] != f; };
    for (size_t i = 0; i < n; ++i)
      if (learned(i))
        mean[0] += sample.points[i][0], mean[1] += sample.points[i][1], mean_y += sample.test[sample.unit[i]],
            ++count;
    mean[0] /= count, mean[1] /= count, mean_y /= count;
    double a = .7 * square, b = 0, d = .7 * square, p = 0, q = 0;
    for (size_t i = 0; i < n; ++i) {
      if (!learned(i)) continue;
      const double x = sample.points[i][0] - mean[0], y = sample.points[i][1] - mean[1];
      const double t = sample.test[sample.unit[i]] - mean_y;
      a += x * x, b += x * y, d += y * y, p += x * t, q += y * t;
    }
    const double w0 = (d * p - b * q) / (a * d - b * b), w1 = (a * q - b * p) / (a * d - b * b);
    double wins = 0, pairs = 0;
    for (size_t i = 0; i < n; ++i)
      for (size_t j = 0; j < n; ++j) {
        if (learned(i) || learned(j) || sample.test[sample.unit[i]] == 0 || sample.test[sample.unit[j]] != 0)
          continue;
        wins += w0 * sample.points[i][0] + w1 * sample.points[i][1] >
                w0 * sample.points[j][0] + w1 * sample.points[j][1];
        ++pairs;
      }
    sum += wins / pairs;
  }
  EXPECT_NEAR(*tested(sample, options).auc.value, sum / 4, 1e-12);
}

// Without a shift, p is at most .05 in a twentieth of the samples, even if the documents of a group are
// alike. With 400 samples 20 are expected; more than 35 or fewer than 7 would happen once in a thousand.
// Permuting single documents of such groups would fail by far.
TEST(ShiftTests, KeepTheirLevel) {
  for (const auto& [most, between] : {std::pair(1U, 0.0), std::pair(6U, 2.0)}) {
    std::array<int, 4> found = {};
    std::array<int, 4> high = {};
    for (uint64_t seed = 0; seed < 400; ++seed) {
      const auto tests = tested(sampled(seed, 24, most, between, 0),
                                {.permutations = 99, .folds = 3, .penalty = 1, .seed = seed});
      const double p[] = {*tests.auc.p, *tests.mmd2.p, *tests.energy.p, *tests.nearest[1].p};
      for (int i = 0; i < 4; ++i) {
        found[i] += p[i] <= .05;
        high[i] += p[i] > .5;
      }
    }
    for (int i = 0; i < 4; ++i) {
      EXPECT_GE(found[i], 7) << i << " of groups up to " << most;
      EXPECT_LE(found[i], 35) << i << " of groups up to " << most;
      EXPECT_NEAR(high[i], 200, 35) << i << " of groups up to " << most;
    }
  }
}

TEST(ShiftTests, FindWhatWasPlanted) {
  const auto tests = tested(sampled(3, 90, 3, .5, 2), {.permutations = 199});
  EXPECT_GT(*tests.auc.value, .85);
  for (const auto* one : {&tests.auc, &tests.mmd2, &tests.energy}) EXPECT_EQ(*one->p, 1.0 / 200);
  EXPECT_NEAR(tests.auc.random_mean, .5, .05);
}

}  // namespace
}  // namespace standfast
