#include "standfast/cluster/mini_batch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/cluster/centred_points.h"
#include "standfast/cluster/k_means.h"
#include "standfast/cluster/k_means_starts.h"
#include "tests/support/every_simd_level.h"
#include "tests/support/points_around.h"

namespace standfast {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;

FloatMatrix normal_blobs(size_t n, size_t columns, size_t places, double apart, uint64_t seed) {
  return testing::points_around(n, columns, places, apart, seed, "test/mini-batch", 5);
}

struct Found {
  std::vector<MiniBatchClusters> all;
  std::vector<std::vector<uint32_t>> cluster_of;  // by k
};
Found found_in(const FloatMatrix& points, const std::vector<uint32_t>& ks, const MiniBatchOptions& options,
               MiniBatchRun run = {}) {
  Found found;
  found.cluster_of.resize(ks.size());
  auto all = mini_batch_k_means(
      points, ks, options, run,
      [&](size_t first, std::span<const std::span<const uint32_t>> clusters) -> Status {
        for (size_t at = 0; at < ks.size(); ++at) {
          EXPECT_EQ(first, found.cluster_of[at].size());
          found.cluster_of[at].insert(found.cluster_of[at].end(), clusters[at].begin(), clusters[at].end());
        }
        return {};
      });
  if (!all) {
    ADD_FAILURE() << all.error().message;
    return found;
  }
  found.all = std::move(*all);
  return found;
}

MiniBatchOptions small_batches(uint32_t batch) {
  MiniBatchOptions options;
  options.batch = batch;
  return options;
}

TEST(MiniBatch, PlantedClustersAreFound) {
  const FloatMatrix points = normal_blobs(5000, 12, 7, 20, 1);
  for (const uint64_t seed : {0U, 1U, 2U, 3U, 4U}) {
    const Found found = found_in(points, {7}, small_batches(200), {.seed = seed, .let_go = {}});
    ASSERT_EQ(found.cluster_of[0].size(), 5000U);
    for (size_t i = 0; i < 5000; ++i) ASSERT_EQ(found.cluster_of[0][i], i % 7) << "numbered by first points";
    EXPECT_THAT(found.all[0].sizes, Each(::testing::AnyOf(714U, 715U)));
    EXPECT_TRUE(found.all[0].settled);
    EXPECT_LT(found.all[0].steps, 200U);
  }
}

// A batch of all points, from a start on all points, is one step of Lloyd's algorithm, bit for bit.
TEST(MiniBatch, ABatchOfAllPointsIsOneStepOfLloyds) {
  for (const auto& [n, columns, k] : {std::tuple{900U, 5U, 6U}, {2000U, 40U, 11U}, {300U, 1U, 3U}}) {
    const FloatMatrix points = normal_blobs(n, columns, 8, 1, n);
    KMeansOptions lloyds;
    lloyds.restarts = 1;
    lloyds.max_iterations = 1;
    lloyds.tolerance = 0;
    lloyds.seed = 6;
    const auto expected = k_means(points, k, lloyds);
    ASSERT_TRUE(expected);
    MiniBatchOptions options = small_batches(n);
    options.starts = 1;
    options.epochs = 1;
    options.refine = 0;
    options.reassign = 0;
    const Found found = found_in(points, {k}, options, {.seed = 6, .let_go = {}});
    EXPECT_EQ(found.all[0].steps, 1U);
    EXPECT_EQ(found.all[0].centres.data, expected->centres.data);
    EXPECT_EQ(found.cluster_of[0], expected->cluster_of);
    EXPECT_NEAR(found.all[0].inertia, expected->inertia, 1e-12 * expected->inertia);
  }
}

// Each centre is the mean of all points that were nearest to it in some batch, as a plain loop over several
// steps computes it.
TEST(MiniBatch, CentresAreMeansOfAllBatchesSoFar) {
  constexpr uint32_t kPoints = 400, kCentres = 6, kSteps = 4;
  const FloatMatrix points = normal_blobs(kPoints, 2, 1, 0, 3);
  const auto frame = centred(points);
  ASSERT_TRUE(frame);
  Rng rng(9, kStartStreams, "0");
  const auto start = k_means_start(*frame, kCentres, start_candidates(kCentres), rng, 1);
  DenseMatrix centres(kCentres, 2), sums(kCentres, 2);
  std::vector<double> sizes(kCentres);
  for (size_t c = 0; c < kCentres; ++c)
    for (size_t j = 0; j < 2; ++j) centres.row(c)[j] = static_cast<double>(points.row(start[c])[j]);
  for (uint32_t step = 0; step < kSteps; ++step) {
    const DenseMatrix before = centres;
    for (size_t i = 0; i < kPoints; ++i) {
      const auto square = [&](size_t c) {
        double sum = 0;
        for (size_t j = 0; j < 2; ++j)
          sum += std::pow(static_cast<double>(points.row(i)[j]) - before.row(c)[j], 2);
        return sum;
      };
      size_t nearest = 0;
      for (size_t c = 1; c < kCentres; ++c)
        if (square(c) < square(nearest)) nearest = c;
      ++sizes[nearest];
      for (size_t j = 0; j < 2; ++j) {
        sums.row(nearest)[j] += static_cast<double>(points.row(i)[j]);
        centres.row(nearest)[j] = sums.row(nearest)[j] / sizes[nearest];
      }
    }
  }
  MiniBatchOptions options = small_batches(kPoints);
  options.starts = 1;
  options.epochs = kSteps;
  options.refine = 0;
  options.reassign = 0;
  const Found found = found_in(points, {kCentres}, options, {.seed = 9, .let_go = {}});
  EXPECT_EQ(found.all[0].steps, kSteps);
  std::set<float> expected, made;
  for (size_t c = 0; c < kCentres; ++c) {
    expected.insert(static_cast<float>(centres.row(c)[0]));
    made.insert(found.all[0].centres.row(c)[0]);
  }
  EXPECT_THAT(made, ::testing::Pointwise(::testing::FloatNear(1e-4F), expected));
}

TEST(MiniBatch, ThreadsLevelsAndOtherKChangeNoBit) {
  const FloatMatrix points = normal_blobs(20'000, 33, 9, 1, 8);  // several blocks of the passes
  const std::vector<uint32_t> ks = {2, 9, 30};
  const MiniBatchOptions options = small_batches(500);
  const Found one = found_in(points, ks, options, {.seed = 4, .let_go = {}});
  for (const int threads : {2, 5}) {
    const Found other = found_in(points, ks, options, {.seed = 4, .threads = threads, .let_go = {}});
    for (size_t at = 0; at < ks.size(); ++at) {
      EXPECT_EQ(other.cluster_of[at], one.cluster_of[at]);
      EXPECT_EQ(other.all[at].centres.data, one.all[at].centres.data);
      EXPECT_EQ(other.all[at].inertia, one.all[at].inertia);
    }
  }
  const Found alone = found_in(points, {9}, options, {.seed = 4, .let_go = {}});
  EXPECT_EQ(alone.all[0].centres.data, one.all[1].centres.data);
  EXPECT_EQ(alone.cluster_of[0], one.cluster_of[1]);
  testing::expect_same_at_every_simd_level([&] {
    const Found found = found_in(points, {9}, options, {.seed = 4, .let_go = {}});
    auto numbers = found.all[0].centres.data;
    numbers.insert(numbers.end(), found.cluster_of[0].begin(), found.cluster_of[0].end());
    return numbers;
  });
  const Found another_seed = found_in(points, {9}, options, {.seed = 5, .let_go = {}});
  EXPECT_NE(another_seed.all[0].centres.data, one.all[1].centres.data);
}

// The result is exact for the returned centres: each point's nearest centre, the sum of squares and the
// sizes.
TEST(MiniBatch, TheLastPassIsExact) {
  const FloatMatrix points = normal_blobs(9000, 60, 5, 1, 3);
  const Found found = found_in(points, {8}, small_batches(300));
  const FloatMatrix& centres = found.all[0].centres;
  std::vector<uint64_t> sizes(8);
  double inertia = 0;
  for (size_t i = 0; i < points.rows; ++i) {
    double least = std::numeric_limits<double>::infinity(), own = 0;
    for (uint32_t c = 0; c < 8; ++c) {
      double square = 0;
      for (size_t j = 0; j < points.columns; ++j) {
        const double apart = static_cast<double>(points.row(i)[j]) - static_cast<double>(centres.row(c)[j]);
        square += apart * apart;
      }
      least = std::min(least, square);
      if (c == found.cluster_of[0][i]) own = square;
    }
    ASSERT_LE(own, least * (1 + 1e-5)) << "point " << i;
    inertia += own;
    ++sizes[found.cluster_of[0][i]];
  }
  EXPECT_NEAR(found.all[0].inertia, inertia, 1e-6 * inertia);
  EXPECT_EQ(found.all[0].sizes, sizes);
}

// The inertia is at most a few per cent above k-means of all points.
TEST(MiniBatch, IsNearlyAsGoodAsAllPoints) {
  const FloatMatrix points = normal_blobs(20'000, 10, 25, 1.5, 12);
  KMeansOptions all;
  all.restarts = 3;
  const auto best = k_means(points, 15, all);
  ASSERT_TRUE(best);
  const Found found = found_in(points, {15}, small_batches(1000));
  EXPECT_GE(found.all[0].inertia, best->inertia * 0.999);
  EXPECT_LE(found.all[0].inertia, best->inertia * 1.05);
}

// One point in a thousand lies far away. The centre of these points gets few points, and begins anew unless
// that is turned off.
TEST(MiniBatch, StarvedCentresBeginAnew) {
  FloatMatrix points = normal_blobs(8000, 2, 1, 0, 2);
  for (size_t i = 0; i < 8; ++i) points.row(i * 1000)[0] += 1000;
  MiniBatchOptions options = small_batches(1000);
  options.patience = 0;
  options.epochs = 5;
  options.sample = 8000;
  options.reassign = 0;
  const Found kept = found_in(points, {6}, options);
  EXPECT_EQ(*std::ranges::min_element(kept.all[0].sizes), 8U);
  options.reassign = 0.05;
  const Found anew = found_in(points, {6}, options);
  EXPECT_GT(anew.all[0].inertia, kept.all[0].inertia) << "the far points lost their centre";
}

TEST(MiniBatch, RowsAreLetGo) {
  const FloatMatrix points = normal_blobs(3000, 7, 3, 5, 2);
  std::vector<int> gone(points.data.size());
  MiniBatchRun run;
  run.let_go = [&](const float* begin, size_t numbers) {
    ASSERT_GE(begin, points.data.data());
    ASSERT_LE(begin + numbers, points.data.data() + points.data.size());
    for (size_t at = 0; at < numbers; ++at) ++gone[static_cast<size_t>(begin - points.data.data()) + at];
  };
  found_in(points, {3}, small_batches(100), run);
  EXPECT_THAT(gone, Each(::testing::Ge(2))) << "after the first pass and the last one";
}

TEST(MiniBatch, ComplaintsSayWhy) {
  const auto complaint = [](const FloatMatrix& points, uint32_t k, const MiniBatchOptions& options) {
    const auto found = mini_batch_k_means(points, std::vector{k}, options, {}, {});
    return found ? std::string("none") : found.error().message;
  };
  FloatMatrix points = normal_blobs(9000, 3, 2, 1, 2);
  EXPECT_THAT(complaint(points, 9001, {}), HasSubstr("k = 9001, but there are only 9000 points"));
  EXPECT_THAT(complaint(points, 0, {}), HasSubstr("at least one cluster"));
  points.row(8998)[1] = std::numeric_limits<float>::infinity();
  points.row(8999)[2] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(complaint(points, 2, {}), HasSubstr("row 8998, column 1 (counted from 0) is inf"));
  FloatMatrix few(9000, 1);
  for (size_t i = 0; i < 9000; ++i) few.row(i)[0] = i < 4500 ? 0.0F : 1.0F;
  EXPECT_THAT(complaint(few, 3, small_batches(1000)),
              HasSubstr("k = 3, but only 2 of the 3000 points that were drawn for a start are distinct"));
  EXPECT_THAT(complaint(few, 3, small_batches(9000)), HasSubstr("only 2 of the 9000 points are distinct"));
  EXPECT_EQ(complaint(few, 2, {}), "none");
}

TEST(MiniBatch, AnErrorOfTheReaderOfRowsEndsIt) {
  const FloatMatrix points = normal_blobs(100, 3, 2, 1, 2);
  const auto found = mini_batch_k_means(points, std::vector<uint32_t>{2}, {}, {},
                                        [](size_t, auto) -> Status { return data_error("full"); });
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().message, "full");
}

TEST(MiniBatch, OptionsHaveRangesAndPresets) {
  const OptionSet set = mini_batch_option_table();
  std::map<std::string, MiniBatchOptions> made;
  for (const auto& preset : set.presets()) {
    const auto values = set.preset("batches", preset.name, {});
    ASSERT_TRUE(values);
    const auto read = mini_batch_option_table().read(*Options::resolve("batches", set, *values));
    ASSERT_TRUE(read);
    made[preset.name] = *read;
  }
  EXPECT_EQ(made["scikit-learn"].batch, 1024U);
  EXPECT_EQ(made["scikit-learn"].smoothing, 0);
  EXPECT_GT(made["thorough"].batch, MiniBatchOptions().batch);
  EXPECT_FALSE(Options::resolve("batches", set, {{"batch", "0"}}));
  EXPECT_FALSE(Options::resolve("batches", set, {{"smoothing", "1.5"}}));
}

}  // namespace
}  // namespace standfast
