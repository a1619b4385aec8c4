#include "standfast/cluster/neighbours.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "tests/support/every_simd_level.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr auto kMetrics = {NeighbourMetric::cosine, NeighbourMetric::euclidean};

struct Near {
  double distance;
  uint32_t id;
  friend auto operator<=>(const Near&, const Near&) = default;
};

// Computes the distance of two points in double; a plain loop over all pairs uses it.
double plain_distance(std::span<const float> x, std::span<const float> y, NeighbourMetric metric) {
  double xy = 0, xx = 0, yy = 0, apart = 0;
  for (size_t j = 0; j < x.size(); ++j) {
    const double a = static_cast<double>(x[j]), b = static_cast<double>(y[j]);
    xy += a * b;
    xx += a * a;
    yy += b * b;
    apart += (a - b) * (a - b);
  }
  if (metric == NeighbourMetric::euclidean) return std::sqrt(apart);
  return xx > 0 && yy > 0 ? 1 - xy / std::sqrt(xx * yy) : 1;
}
std::vector<Near> plain_neighbours(const FloatMatrix& queries, size_t query, const FloatMatrix& points,
                                   bool same, NeighbourMetric metric) {
  std::vector<Near> all;
  for (uint32_t p = 0; p < points.rows; ++p)
    if (!same || p != query) all.push_back({plain_distance(queries.row(query), points.row(p), metric), p});
  std::ranges::sort(all);
  return all;
}

// Expects the nearest points of each query. Sums in another order differ in their last bits, so points at the
// same distance may stand in another order.
void expect_nearest(const Neighbours& found, const FloatMatrix& queries, const FloatMatrix& points, bool same,
                    NeighbourMetric metric, const char* what) {
  ASSERT_EQ(found.ids.size(), queries.rows * found.k) << what;
  ASSERT_EQ(found.distances.size(), found.ids.size());
  for (size_t i = 0; i < queries.rows; ++i) {
    const auto expected = plain_neighbours(queries, i, points, same, metric);
    ASSERT_LE(found.k, expected.size());
    const double tolerance = 1e-14 + 2e-7 * expected[found.k - 1].distance;
    std::vector<uint32_t> ids(found.ids_of(i).begin(), found.ids_of(i).end());
    for (size_t at = 0; at < found.k; ++at) {
      const auto distance = static_cast<double>(found.distances_of(i)[at]);
      ASSERT_NEAR(distance, expected[at].distance, tolerance)
          << what << ", row " << i << ", neighbour " << at;
      ASSERT_NEAR(distance, plain_distance(queries.row(i), points.row(ids[at]), metric), tolerance)
          << what << ", row " << i << ", neighbour " << at;
      if (same) {
        ASSERT_NE(ids[at], i);
      }
      // Every clearly nearer point is there.
      const double own = plain_distance(queries.row(i), points.row(ids[at]), metric);
      ASSERT_NEAR(own, expected[at].distance, 1e-13 * (1 + own))
          << what << ", row " << i << ", neighbour " << at;
    }
    std::ranges::sort(ids);
    ASSERT_EQ(std::ranges::adjacent_find(ids), ids.end()) << what << ", row " << i << ": a point twice";
  }
}

FloatMatrix normal_points(size_t n, size_t columns, uint64_t seed, double shift = 0) {
  Rng rng(seed, "test/neighbours");
  FloatMatrix points(n, columns);
  for (float& x : points.data) x = static_cast<float>(rng.normal() + shift);
  return points;
}

TEST(Neighbours, EqualsBruteForceInDouble) {
  for (const auto& [n, columns, k] : {std::tuple{700, 50, 15}, std::tuple{450, 3, 7}, std::tuple{33, 768, 40},
                                      std::tuple{250, 400, 1}, std::tuple{2, 5, 1}, std::tuple{400, 1, 20}})
    for (const auto metric : kMetrics) {
      const auto points = normal_points(static_cast<size_t>(n), static_cast<size_t>(columns), 1);
      const auto found = nearest_neighbours(points, static_cast<uint32_t>(k), metric);
      ASSERT_TRUE(found);
      EXPECT_EQ(found->k, std::min(k, n - 1));
      expect_nearest(*found, points, points, true, metric, "points");
      const auto queries = normal_points(61, static_cast<size_t>(columns), 2);
      const auto asked = nearest_neighbours(queries, points, static_cast<uint32_t>(k), metric);
      ASSERT_TRUE(asked);
      EXPECT_EQ(asked->k, std::min(k, n));
      expect_nearest(*asked, queries, points, false, metric, "queries");
    }
}

// Squared lengths cancel in products: without bounds on rounding, the neighbours would be wrong.
TEST(Neighbours, PointsFarFromTheOriginAndAnOutlier) {
  auto points = normal_points(500, 20, 3, 3000);
  for (const auto metric : kMetrics) {
    const auto found = nearest_neighbours(points, 10, metric);
    ASSERT_TRUE(found);
    expect_nearest(*found, points, points, true, metric, "far from the origin");
  }
  points = normal_points(500, 20, 4);
  for (float& x : points.row(17)) x *= 1e15F;
  for (float& x : points.row(18)) x *= 1e-20F;
  for (const auto metric : kMetrics) {
    const auto found = nearest_neighbours(points, 10, metric);
    ASSERT_TRUE(found);
    expect_nearest(*found, points, points, true, metric, "an outlier");
  }
}

TEST(Neighbours, EqualPointsComeInTheirOrder) {
  // There are 30 places with 20 points each, and far more equal points than lists can hold.
  auto points = normal_points(1000, 40, 5);
  for (size_t i = 0; i < points.rows; ++i)
    std::ranges::copy(points.row(i < 600 ? i % 30 : 700), points.row(i).begin());
  for (const auto metric : kMetrics) {
    const auto found = nearest_neighbours(points, 12, metric);
    ASSERT_TRUE(found);
    expect_nearest(*found, points, points, true, metric, "equal points");
    for (uint32_t i = 0; i < points.rows; ++i) {
      std::vector<uint32_t> first;
      for (uint32_t j = 0; j < points.rows && first.size() < 12; ++j)
        if (j != i && (i < 600 ? j < 600 && j % 30 == i % 30 : j >= 600)) first.push_back(j);
      ASSERT_EQ(std::vector(found->ids_of(i).begin(), found->ids_of(i).end()), first) << "point " << i;
      for (const float distance : found->distances_of(i)) ASSERT_EQ(distance, 0.0F);
    }
  }
}

TEST(Neighbours, ParallelPointsAreAtCosineDistanceZero) {
  auto points = normal_points(200, 30, 6);
  for (size_t i = 0; i < points.rows; i += 2)
    for (size_t j = 0; j < points.columns; ++j) points.row(i + 1)[j] = 3 * points.row(i)[j];
  const auto found = nearest_neighbours(points, 2, NeighbourMetric::cosine);
  ASSERT_TRUE(found);
  for (uint32_t i = 0; i < points.rows; ++i) {
    EXPECT_EQ(found->ids_of(i)[0], i ^ 1U);
    // The numbers multiplied by 3 are rounded.
    EXPECT_LT(found->distances_of(i)[0], 1e-12F);
    EXPECT_GT(found->distances_of(i)[1], 0.01F);
  }
}

TEST(Neighbours, PointsOfZeros) {
  auto points = normal_points(90, 11, 7);
  for (size_t i = 0; i < 40; ++i) std::ranges::fill(points.row(2 * i), 0.0F);
  for (const auto metric : kMetrics) {
    const auto found = nearest_neighbours(points, 6, metric);
    ASSERT_TRUE(found);
    expect_nearest(*found, points, points, true, metric, "zeros");
  }
  const auto found = nearest_neighbours(points, 4, NeighbourMetric::cosine);
  ASSERT_TRUE(found);
  EXPECT_THAT(found->ids_of(0), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(found->ids_of(2), ElementsAre(0, 1, 3, 4));
  EXPECT_THAT(found->distances_of(2), ElementsAre(1, 1, 1, 1));
  const FloatMatrix nothing(70, 5);
  for (const auto metric : kMetrics) {
    const auto none = nearest_neighbours(nothing, 100, metric);
    ASSERT_TRUE(none);
    EXPECT_EQ(none->k, 69);
    expect_nearest(*none, nothing, nothing, true, metric, "only zeros");
  }
}

TEST(Neighbours, FewPoints) {
  for (const auto metric : kMetrics) {
    const auto one = nearest_neighbours(normal_points(1, 4, 8), 3, metric);
    ASSERT_TRUE(one);
    EXPECT_EQ(one->k, 0U);
    EXPECT_TRUE(one->ids.empty());
    const auto none = nearest_neighbours(FloatMatrix(0, 4), 3, metric);
    ASSERT_TRUE(none);
    EXPECT_EQ(none->k, 0U);
    const auto asked = nearest_neighbours(normal_points(2, 4, 9), normal_points(1, 4, 8), 3, metric);
    ASSERT_TRUE(asked);
    EXPECT_EQ(asked->k, 1U);
    EXPECT_THAT(asked->ids, ElementsAre(0, 0));
  }
}

TEST(Neighbours, TheSameAtEverySimdLevelAndWithThreads) {
  const auto points = normal_points(900, 210, 10);
  for (const auto metric : kMetrics) {
    const auto numbers = [&](int threads) {
      const auto found = nearest_neighbours(points, 9, metric, threads);
      std::vector<float> all = found->distances;
      all.insert(all.end(), found->ids.begin(), found->ids.end());
      return all;
    };
    const auto expected = numbers(1);
    for (const int threads : {2, 3, 8}) EXPECT_EQ(numbers(threads), expected);
    testing::expect_same_at_every_simd_level([&] { return numbers(2); });
  }
}

TEST(Neighbours, NamesWhatIsNotANumber) {
  auto points = normal_points(60, 9, 11);
  const auto queries = points;
  points.row(41)[3] = std::numeric_limits<float>::quiet_NaN();
  auto found = nearest_neighbours(points, 3, NeighbourMetric::cosine);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().kind, ErrorKind::data);
  EXPECT_THAT(found.error().message, HasSubstr("row 41, column 3 (counted from 0) is nan"));
  found = nearest_neighbours(points, queries, 3, NeighbourMetric::euclidean);
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error().message, HasSubstr("queries: row 41, column 3"));
  found = nearest_neighbours(queries, FloatMatrix(4, 8), 3, NeighbourMetric::euclidean);
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error().message, HasSubstr("queries have 9 columns, but points have 8"));
  found = nearest_neighbours(queries, 0, NeighbourMetric::cosine);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().kind, ErrorKind::usage);
}

}  // namespace
}  // namespace standfast
