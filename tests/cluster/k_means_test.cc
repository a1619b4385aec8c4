#include "standfast/cluster/k_means.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <numeric>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/base/rng.h"
#include "standfast/cluster/centred_points.h"
#include "standfast/cluster/k_means_starts.h"
#include "standfast/cluster/lloyd.h"
#include "tests/support/every_simd_level.h"
#include "tests/support/points_around.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Returns points around places that are far from each other.
FloatMatrix blobs(size_t n, size_t columns, size_t centres, uint64_t seed, double apart = 10) {
  return testing::points_around(n, columns, centres, apart, seed, "test/blobs", 3);
}

// The result of Lloyd's algorithm with every distance computed, in the terms of lloyd.h.
struct Plain {
  std::vector<uint32_t> cluster_of;
  std::vector<float> centres;
  uint32_t iterations = 0;
};
Plain plain_lloyd(const CentredPoints& points, const std::vector<uint32_t>& start, uint32_t most,
                  double least_shift) {
  const size_t k = start.size(), d = points.columns;
  Plain run;
  for (const uint32_t s : start) run.centres.insert(run.centres.end(), points.row(s), points.row(s) + d);
  const auto square = [&](size_t i, size_t c) {
    float sum = 0;
    for (size_t j = 0; j < d; ++j) {
      const float apart = run.centres[c * d + j] - points.row(i)[j];
      sum += apart * apart;
    }
    return sum;
  };
  const auto assigned = [&] {
    std::vector<uint32_t> nearest(points.size);
    for (size_t i = 0; i < points.size; ++i)
      for (uint32_t c = 1; c < k; ++c)
        if (square(i, c) < square(i, nearest[i])) nearest[i] = c;
    return nearest;
  };
  run.cluster_of = assigned();
  for (bool ended = false; !ended && run.iterations < most;) {
    ++run.iterations;
    double shift = 0;
    for (uint32_t c = 0; c < k; ++c)
      for (size_t j = 0; j < d; ++j) {
        double sum = 0, size = 0;
        for (size_t i = 0; i < points.size; ++i)
          if (run.cluster_of[i] == c) {
            sum += (static_cast<double>(points.row(i)[j]) + points.grid) - points.grid;
            ++size;
          }
        const auto mean = static_cast<float>(sum / size);
        const double step = static_cast<double>(mean) - static_cast<double>(run.centres[c * d + j]);
        shift += step * step;
        run.centres[c * d + j] = mean;
      }
    auto next = assigned();
    ended = next == run.cluster_of || shift <= least_shift;
    run.cluster_of = std::move(next);
  }
  return run;
}

TEST(KMeans, BoundsChangeNothing) {
  for (const auto& [n, d, k, apart] :
       {std::tuple{700, 3, 9, 2.0}, std::tuple{500, 40, 17, 0.3}, std::tuple{900, 1, 5, 1.0},
        std::tuple{300, 100, 70, 0.5}, std::tuple{257, 17, 1, 1.0}, std::tuple{1500, 60, 33, 0.4},
        std::tuple{1200, 20, 90, 0.4}, std::tuple{600, 300, 37, 0.4}, std::tuple{400, 200, 250, 0.3}}) {
    const FloatMatrix made =
        blobs(static_cast<size_t>(n), static_cast<size_t>(d), 8, static_cast<uint64_t>(n + d), apart);
    const auto points = centred(made);
    ASSERT_TRUE(points);
    Rng rng(7, "test/start");
    const auto start = rng.choose(static_cast<uint32_t>(n), static_cast<uint32_t>(k));
    for (const double tolerance : {0.0, 1e-2}) {
      const Plain plain = plain_lloyd(*points, start, 100, tolerance * points->variance);
      for (const int threads : {1, 3}) {
        const LloydRun run = lloyd(*points, start, 100, tolerance, threads);
        EXPECT_EQ(run.cluster_of, plain.cluster_of) << n << " points, " << k << " centres";
        EXPECT_EQ(run.centres, plain.centres);
        EXPECT_EQ(run.iterations, plain.iterations);
      }
    }
  }
}

// The results equal tests/reference/k_means_reference.py, with the same points and the same starts.
TEST(KMeans, EqualsScikitLearn) {
  const auto reference = nlohmann::json::parse(
      std::ifstream(std::string(STANDFAST_SOURCE_DIR) + "/tests/reference/k_means_reference.json"));
  const auto rows = reference["points"].get<std::vector<std::vector<float>>>();
  FloatMatrix irises(rows.size(), rows[0].size());
  for (size_t i = 0; i < rows.size(); ++i) std::ranges::copy(rows[i], irises.row(i).begin());
  const auto points = centred(irises);
  ASSERT_TRUE(points);
  for (const auto& fit : reference["from_start"]) {
    const LloydRun run = lloyd(*points, fit["start"].get<std::vector<uint32_t>>(), 300, 0, 1);
    EXPECT_EQ(run.cluster_of, fit["labels"].get<std::vector<uint32_t>>());
    const double inertia = fit["inertia"];
    EXPECT_NEAR(run.inertia / (points->scale * points->scale), inertia, 1e-5 * inertia);
  }
  for (const auto& best : reference["best"]) {
    KMeansOptions options;
    options.restarts = 100;
    const auto found = k_means(irises, best["k"], options);
    ASSERT_TRUE(found);
    EXPECT_LE(found->inertia, 1.002 * best["inertia"].get<double>()) << "k = " << best["k"];
  }
}

// Many points lie at few places, so distances tie and clusters run empty; ties go to the first centre.
TEST(KMeans, TiesGoToTheFirstCentre) {
  FloatMatrix grid(400, 2);
  for (size_t i = 0; i < 400; ++i) {
    grid.row(i)[0] = static_cast<float>(i % 20);
    grid.row(i)[1] = static_cast<float>(i / 20);
  }
  const auto points = centred(grid);
  ASSERT_TRUE(points);
  Rng rng(3, "test/start");
  for (const uint32_t k : {2U, 7U, 25U}) {
    const auto start = rng.choose(400, k);
    const LloydRun run = lloyd(*points, start, 100, 0, 1);
    EXPECT_EQ(run.cluster_of, plain_lloyd(*points, start, 100, 0).cluster_of);
    EXPECT_TRUE(run.converged);
  }
}

TEST(KMeans, PlantedClustersAreFound) {
  const FloatMatrix points = blobs(600, 20, 6, 5);
  const auto found = k_means(points, 6);
  ASSERT_TRUE(found);
  for (size_t i = 0; i < 600; ++i)
    EXPECT_EQ(found->cluster_of[i], i % 6) << "clusters are numbered by their first points";
  EXPECT_THAT(found->sizes, ElementsAre(100, 100, 100, 100, 100, 100));
  EXPECT_TRUE(found->converged);
  double inertia = 0, centre = 0;
  for (size_t i = 0; i < 600; ++i)
    for (size_t j = 0; j < 20; ++j) {
      const double apart =
          static_cast<double>(points.row(i)[j]) - static_cast<double>(found->centres.row(i % 6)[j]);
      inertia += apart * apart;
      if (i % 6 == 2 && j == 4) centre += static_cast<double>(points.row(i)[j]) / 100;
    }
  EXPECT_NEAR(found->inertia, inertia, 1e-4 * inertia);
  EXPECT_NEAR(static_cast<double>(found->centres.row(2)[4]), centre, 1e-4);
}

TEST(KMeans, ThreadsAndOtherKChangeNoBit) {
  const FloatMatrix points = blobs(3000, 12, 9, 8, 1);
  const std::vector<uint32_t> ks = {2, 3, 8, 21};
  for (const int threads : {1, 2, 5, 16}) {
    KMeansOptions options;
    options.restarts = 3;
    options.threads = threads;
    options.seed = 4;
    std::vector<uint32_t> seen;
    ASSERT_TRUE(k_means_sweep(points, ks, options, [&](uint32_t k, KMeans& of_sweep) -> Status {
      seen.push_back(k);
      KMeansOptions alone = options;
      alone.threads = 1;
      const auto one = k_means(points, k, alone);
      EXPECT_EQ(of_sweep.cluster_of, one->cluster_of);
      EXPECT_EQ(of_sweep.centres.data, one->centres.data);
      EXPECT_EQ(of_sweep.inertia, one->inertia);
      return {};
    }));
    EXPECT_EQ(seen, ks);
  }
}

// The bounds differ between SIMD levels, but the clusters do not.
TEST(KMeans, EverySimdLevelGivesTheSameBytes) {
  const FloatMatrix narrow = blobs(2000, 7, 9, 8, 1), wide = blobs(1500, 210, 30, 8, 0.3);
  testing::expect_same_at_every_simd_level([&] {
    std::vector<float> numbers;
    for (const FloatMatrix* points : {&narrow, &wide})
      for (const uint32_t k : {3U, 20U, 41U}) {
        KMeansOptions options;
        options.restarts = 2;
        const auto found = k_means(*points, k, options);
        EXPECT_TRUE(found);
        numbers.insert(numbers.end(), found->centres.data.begin(), found->centres.data.end());
        numbers.insert(numbers.end(), found->cluster_of.begin(), found->cluster_of.end());
        numbers.push_back(static_cast<float>(found->inertia));
      }
    return numbers;
  });
}

TEST(KMeans, MoreStartsAreNoWorse) {
  const FloatMatrix points = blobs(800, 5, 12, 2, 1);
  double before = std::numeric_limits<double>::infinity();
  for (const uint32_t restarts : {1U, 2U, 5U, 20U}) {
    KMeansOptions options;
    options.restarts = restarts;
    const auto found = k_means(points, 10, options);
    ASSERT_TRUE(found);
    EXPECT_LE(found->inertia, before);
    before = found->inertia;
  }
}

TEST(KMeans, NeitherPlaceNorScaleMatters) {
  FloatMatrix points = blobs(400, 4, 5, 1);
  const auto found = k_means(points, 5);
  for (float& x : points.data) x *= 0x1p70F;
  const auto large = k_means(points, 5);
  for (float& x : points.data) x *= 0x1p-130F;
  const auto small = k_means(points, 5);
  ASSERT_TRUE(found && large && small);
  EXPECT_EQ(found->cluster_of, large->cluster_of);
  EXPECT_EQ(found->cluster_of, small->cluster_of);
  EXPECT_DOUBLE_EQ(large->inertia, found->inertia * 0x1p140);
}

// With 30 points at 3 places there are no more clusters than places.
TEST(KMeans, AsManyClustersAsDistinctPoints) {
  FloatMatrix points(30, 2);
  for (size_t i = 0; i < 30; ++i) points.row(i)[0] = static_cast<float>(i % 3);
  const auto three = k_means(points, 3);
  ASSERT_TRUE(three);
  EXPECT_THAT(three->sizes, ElementsAre(10, 10, 10));
  EXPECT_EQ(three->inertia, 0);
  const auto four = k_means(points, 4);
  ASSERT_FALSE(four);
  EXPECT_THAT(four.error().message, HasSubstr("k = 4, but only 3 of the 30 points are distinct"));
  EXPECT_THAT(k_means(points, 31).error().message, HasSubstr("only 30 points"));
  EXPECT_EQ(k_means(points, 0).error().kind, ErrorKind::usage);
  points.row(7)[1] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(k_means(points, 2).error().message, HasSubstr("row 7, column 1"));
}

// With two starts at one side and all points on the other, a centre loses its points.
TEST(KMeans, AnEmptyClusterTakesTheFarthestPoint) {
  FloatMatrix made(6, 1);
  const float numbers[] = {0, 0, 10, 11, 12, 30};
  std::copy(std::begin(numbers), std::end(numbers), made.data.begin());
  const auto points = centred(made);
  ASSERT_TRUE(points);
  const LloydRun run = lloyd(*points, std::vector<uint32_t>{0, 1, 2}, 100, 0, 1);  // two centres at one place
  std::set<uint32_t> used(run.cluster_of.begin(), run.cluster_of.end());
  EXPECT_EQ(used.size(), 3U);
  EXPECT_EQ(run.cluster_of[5], 1U) << "the farthest point went to the empty cluster";
}

// All starts take one point of each of three far blobs; drawn evenly, a share of 0.22 would.
TEST(KMeans, StartsAreFarApart) {
  const FloatMatrix made = blobs(300, 2, 3, 6, 100);
  const auto points = centred(made);
  ASSERT_TRUE(points);
  int apart = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    Rng rng(seed, "test/start");
    const auto start = k_means_start(*points, 3, start_candidates(3), rng, 1);
    apart += std::set<uint32_t>{start[0] % 3, start[1] % 3, start[2] % 3}.size() == 3 ? 1 : 0;
  }
  EXPECT_EQ(apart, 200);
}

}  // namespace
}  // namespace standfast
