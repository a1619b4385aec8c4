#include "standfast/cluster/umap/umap.h"

#include <cmath>
#include <fstream>
#include <numbers>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/base/rng.h"
#include "standfast/cluster/k_means.h"
#include "standfast/cluster/map_quality.h"
#include "standfast/cluster/umap/layout.h"
#include "standfast/cluster/umap/spectral_start.h"
#include "tests/support/every_simd_level.h"
#include "tests/support/points_around.h"
#include "tests/support/streams.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

FloatMatrix umap_blobs(size_t n, size_t columns, size_t centres, double apart, uint64_t seed = 1) {
  return testing::points_around(n, columns, centres, apart, seed, "test/umap-blobs");
}

struct Nearest {
  Neighbours found;
  MatrixView<const uint32_t> ids() const { return {found.rows(), found.k, found.ids.data()}; }
  MatrixView<const float> distances() const { return {found.rows(), found.k, found.distances.data()}; }
};
Nearest nearest(const FloatMatrix& points, uint32_t k) {
  return {*nearest_neighbours(points, k, NeighbourMetric::euclidean)};
}

double value_at(const CsrMatrix& m, size_t row, uint32_t column) {
  for (size_t e = m.begin[row]; e < m.begin[row + 1]; ++e)
    if (m.columns[e] == column) return m.values[e];
  return 0;
}

nlohmann::json reference() {
  return nlohmann::json::parse(
      std::ifstream(std::string(STANDFAST_SOURCE_DIR) + "/tests/reference/umap_reference.json"));
}
FloatMatrix matrix_of(const nlohmann::json& rows) {
  FloatMatrix m(rows.size(), rows[0].size());
  for (size_t i = 0; i < m.rows; ++i)
    for (size_t j = 0; j < m.columns; ++j) m.row(i)[j] = rows[i][j].get<float>();
  return m;
}

TEST(SmoothDistances, SharesAddUpToLogarithmOfK) {
  const auto near = nearest(umap_blobs(300, 8, 3, 4), 14);
  const auto smooth = smooth_distances(near.distances(), 1);
  EXPECT_EQ(smooth.floored, 0U);
  for (size_t i = 0; i < 300; ++i) {
    EXPECT_EQ(smooth.nearest[i], static_cast<double>(near.distances().row(i)[0]));
    double sum = 0;
    for (const float d : near.distances().row(i))
      sum += std::exp(-(static_cast<double>(d) - smooth.nearest[i]) / smooth.scale[i]);
    EXPECT_NEAR(sum, std::log2(15.0), 1e-4);
  }
}

// Equal points are nearer than the nearest other place. If all points are at one place, they get a least
// scale and shares of 1.
TEST(SmoothDistances, EqualPointsHaveALeastScale) {
  const std::vector<float> distances = {0, 0, 1, 2, /**/ 0, 0, 0, 0, /**/ 1, 1, 1, 1};
  const auto smooth = smooth_distances({3, 4, distances.data()}, 1);
  EXPECT_THAT(smooth.nearest, ElementsAre(1, 0, 1));
  EXPECT_DOUBLE_EQ(smooth.scale[1], 1e-3 * (0.6 + 0 + 0.8) / 3);
  EXPECT_DOUBLE_EQ(smooth.scale[2], 1e-3 * 0.8);
  EXPECT_GE(smooth.floored, 2U);
}

TEST(UmapGraph, EqualsUmapLearn) {
  const auto wanted = reference();
  const FloatMatrix points = matrix_of(wanted["points"]);
  const uint32_t k = wanted["neighbours"];
  const auto near = nearest(points, k - 1);
  const auto smooth = smooth_distances(near.distances(), 1);
  for (size_t i = 0; i < points.rows; ++i) {
    EXPECT_NEAR(smooth.nearest[i], wanted["nearest"][i].get<double>(), 1e-5);
    EXPECT_NEAR(smooth.scale[i], wanted["scale"][i].get<double>(), 1e-4 * smooth.scale[i]);
  }
  const CsrMatrix graph = fuzzy_union(memberships(near.ids(), near.distances(), smooth, 1));
  EXPECT_EQ(graph.columns.size(), wanted["graph"].size());
  for (const auto& edge : wanted["graph"])
    EXPECT_NEAR(value_at(graph, edge[0], edge[1]), edge[2].get<double>(), 1e-4);
}

TEST(UmapGraph, IsSymmetricAndEveryPointHasAFullNeighbour) {
  const auto near = nearest(umap_blobs(257, 5, 2, 2), 9);
  const CsrMatrix graph =
      fuzzy_union(memberships(near.ids(), near.distances(), smooth_distances(near.distances(), 1), 1));
  for (size_t i = 0; i < 257; ++i) {
    double largest = 0;
    for (size_t e = graph.begin[i]; e < graph.begin[i + 1]; ++e) {
      EXPECT_NE(graph.columns[e], i);
      if (e > graph.begin[i]) {
        EXPECT_LT(graph.columns[e - 1], graph.columns[e]);
      }
      EXPECT_GT(graph.values[e], 0);
      EXPECT_LE(graph.values[e], 1);
      EXPECT_EQ(graph.values[e], value_at(graph, graph.columns[e], static_cast<uint32_t>(i)));
      largest = std::max(largest, graph.values[e]);
    }
    EXPECT_EQ(largest, 1);
  }
}

TEST(UmapGraph, HasNoEdgesFromTheCutOn) {
  const std::vector<uint32_t> ids = {1, 2, 0, 2, 1, 0};
  const std::vector<float> distances = {0.5F, 2, 0.5F, 1, 1, 2};
  const MatrixView<const float> all(3, 2, distances.data());
  const CsrMatrix given = memberships({3, 2, ids.data()}, all, smooth_distances(all, 1), 1, 2);
  EXPECT_THAT(given.begin, ElementsAre(0, 1, 3, 4));
  EXPECT_EQ(value_at(given, 0, 1), 1);
  EXPECT_EQ(value_at(given, 2, 0), 0);
}

TEST(MembershipCurve, EqualsUmapLearnToThePrintedDigits) {
  const auto wanted = reference();
  for (const auto& one : wanted["curves"]) {
    const auto curve = membership_curve(one[0], one[1]);
    EXPECT_NEAR(curve.a, one[2].get<double>(), 5e-6 * curve.a) << "min_dist " << one[0];
    EXPECT_NEAR(curve.b, one[3].get<double>(), 5e-6 * curve.b) << "min_dist " << one[0];
  }
}

// No step in any direction improves the fit.
TEST(MembershipCurve, IsTheLeastSquaresFit) {
  const auto error = [](double a, double b) {
    double sum = 0;
    for (int i = 0; i < 300; ++i) {
      const double x = 3.0 * i / 299, wanted = x < 0.3 ? 1 : std::exp(-(x - 0.3));
      sum += std::pow(wanted - 1 / (1 + a * std::pow(x, 2 * b)), 2);
    }
    return sum;
  };
  const auto [a, b] = membership_curve(0.3, 1);
  for (const double by : {-1e-4, 1e-4}) {
    EXPECT_GT(error(a + by, b), error(a, b));
    EXPECT_GT(error(a, b + by), error(a, b));
  }
}

TEST(Umap, TheSameBytesForAnyThreadsAndLevel) {
  const FloatMatrix points = umap_blobs(330, 6, 4, 3);
  for (const uint32_t components : {1U, 2U, 3U, 4U, 5U})
    for (const uint32_t negatives : {5U, 9U}) {
      UmapOptions options;
      options.components = components;
      options.negatives = negatives;
      options.epochs = 20;
      const auto once = umap(points, options);
      ASSERT_TRUE(once) << once.error().message;
      for (const int threads : {2, 3}) {
        options.threads = threads;
        EXPECT_EQ(umap(points, options)->data, once->data)
            << components << " numbers, " << threads << " threads";
      }
      testing::expect_same_at_every_simd_level([&] { return umap(points, options)->data; });
      options.seed = 1;
      EXPECT_NE(umap(points, options)->data, once->data);
    }
}

// k-means on the map finds the planted clusters, from either start and on maps of either kind of loop.
TEST(Umap, PlantedBlobsStayApart) {
  constexpr size_t kBlobs = 5;
  const FloatMatrix points = umap_blobs(400, 10, kBlobs, 6);
  for (const UmapStart start : {UmapStart::spectral, UmapStart::random})
    for (const NeighbourMetric metric : {NeighbourMetric::euclidean, NeighbourMetric::cosine})
      for (const uint32_t components : {2U, 6U}) {
        UmapOptions options;
        options.start = start;
        options.metric = metric;
        options.components = components;
        const auto map = umap(points, options);
        ASSERT_TRUE(map) << map.error().message;
        const auto clusters = k_means(*map, kBlobs);
        ASSERT_TRUE(clusters);
        std::set<std::pair<size_t, uint32_t>> together;
        for (size_t i = 0; i < points.rows; ++i) together.emplace(i % kBlobs, clusters->cluster_of[i]);
        EXPECT_EQ(together.size(), kBlobs) << components << " numbers";
      }
}

TEST(Umap, KeepsNeighboursOfACurve) {
  FloatMatrix curve(300, 3);
  for (size_t i = 0; i < 300; ++i) {
    const double turn = 0.04 * static_cast<double>(i);
    curve.row(i)[0] = static_cast<float>(10 * std::cos(turn));
    curve.row(i)[1] = static_cast<float>(10 * std::sin(turn));
    curve.row(i)[2] = static_cast<float>(turn);
  }
  const auto map = umap(curve, {});
  ASSERT_TRUE(map);
  const auto quality = map_quality(curve, *map, 15, NeighbourMetric::euclidean, 1);
  ASSERT_TRUE(quality);
  EXPECT_GT(quality->trustworthiness, 0.98);
  EXPECT_GT(quality->kept, 0.85);
}

TEST(Umap, TooFewPointsAreAnErrorAndFewAreSaid) {
  struct Said : Sink {
    void log(Level, std::string_view line) override { text += line; }
    void progress(std::string_view, uint64_t, uint64_t) override {}
    std::string text;
  } said;
  UmapOptions options;
  options.sink = &said;
  options.components = 1;
  EXPECT_THAT(umap(umap_blobs(2, 3, 1, 1), options).error().message, HasSubstr("at least 3"));
  for (const size_t n : {3U, 4U, 7U}) {
    const auto map = umap(umap_blobs(n, 3, 1, 1), options);
    ASSERT_TRUE(map) << map.error().message;
    for (const float x : map->data) EXPECT_TRUE(std::isfinite(x));
  }
  EXPECT_THAT(said.text, HasSubstr("neighbours = 15, but there are only 7 documents"));
}

TEST(Umap, EqualPointsGiveFiniteMaps) {
  FloatMatrix points(60, 4);
  for (size_t i = 30; i < 60; ++i) points.row(i)[1] = static_cast<float>(i % 3);
  for (const NeighbourMetric metric : {NeighbourMetric::euclidean, NeighbourMetric::cosine}) {
    UmapOptions options;
    options.metric = metric;
    testing::ListeningSink sink;
    options.sink = &sink;
    const auto map = umap(points, options);
    ASSERT_TRUE(map) << map.error().message;
    for (const float x : map->data) EXPECT_TRUE(std::isfinite(x));
    EXPECT_THAT(sink.warnings,
                HasSubstr("umap: 40 documents have the same vector, so their 15 neighbours are each other"));
  }
}

// Returns the graph with edges of weight 1 between these vertices, in both directions.
CsrMatrix graph_of_edges(size_t n, const std::vector<std::pair<uint32_t, uint32_t>>& edges) {
  std::vector<std::set<uint32_t>> rows(n);
  for (const auto& [a, b] : edges) {
    rows[a].insert(b);
    rows[b].insert(a);
  }
  CsrMatrix graph;
  graph.columns_count = n;
  for (const auto& row : rows) {
    for (const uint32_t to : row) {
      graph.columns.push_back(to);
      graph.values.push_back(1);
    }
    graph.begin.push_back(graph.columns.size());
  }
  return graph;
}

TEST(SpectralStart, PartsAreNumberedByTheirFirstVertices) {
  EXPECT_THAT(parts_of(graph_of_edges(6, {{0, 3}, {3, 5}, {1, 4}})), ElementsAre(0, 1, 2, 0, 1, 0));
}

// The eigenvectors of a ring are circles.
TEST(SpectralStart, LaysARingOutAsARing) {
  constexpr uint32_t kAll = 100;
  std::vector<std::pair<uint32_t, uint32_t>> edges;
  for (uint32_t i = 0; i < kAll; ++i) edges.emplace_back(i, (i + 1) % kAll);
  const FloatMatrix points(kAll, 1);
  const auto start = spectral_start(graph_of_edges(kAll, edges), points, 2, 0, 1);
  ASSERT_TRUE(start);
  double largest = 0;
  for (uint32_t i = 0; i < kAll; ++i) {
    const auto here = start->row(i), next = start->row((i + 1) % kAll);
    const double radius = std::hypot(here[0], here[1]);
    EXPECT_NEAR(std::hypot(next[0] - here[0], next[1] - here[1]),
                2 * radius * std::sin(std::numbers::pi / kAll), 1e-6);
    for (const double x : here) largest = std::max(largest, std::abs(x));
  }
  EXPECT_NEAR(largest, 10, 1e-9);
}

// Each part lies within half the distance to the nearest other centre, whether there are few parts or many.
TEST(SpectralStart, PartsLieApart) {
  for (const uint32_t parts : {2U, 3U, 4U, 7U}) {
    constexpr uint32_t kEach = 12;
    std::vector<std::pair<uint32_t, uint32_t>> edges;
    FloatMatrix points(parts * kEach + 2, 2);
    for (uint32_t p = 0; p < parts; ++p)
      for (uint32_t i = 0; i < kEach; ++i) {
        edges.emplace_back(p * kEach + i, p * kEach + (i + 1) % kEach);
        points.row(p * kEach + i)[0] = static_cast<float>(p) / 4;
      }
    edges.emplace_back(parts * kEach, parts * kEach + 1);  // a part too small for eigenvectors
    points.row(parts * kEach)[1] = points.row(parts * kEach + 1)[1] = 1;
    const auto start = spectral_start(graph_of_edges(points.rows, edges), points, 2, 0, 1);
    ASSERT_TRUE(start) << parts;
    // The mean of a ring is its centre.
    DenseMatrix centres(parts, 2);
    for (uint32_t i = 0; i < parts * kEach; ++i)
      for (size_t c = 0; c < 2; ++c) centres.row(i / kEach)[c] += start->row(i)[c] / kEach;
    for (uint32_t p = 0; p < parts; ++p) {
      double nearest = HUGE_VAL;
      for (uint32_t q = 0; q < parts; ++q)
        if (q != p)
          nearest = std::min(nearest, std::hypot(centres.row(p)[0] - centres.row(q)[0],
                                                 centres.row(p)[1] - centres.row(q)[1]));
      EXPECT_GT(nearest, 0);
      for (uint32_t i = p * kEach; i < (p + 1) * kEach; ++i)
        for (size_t c = 0; c < 2; ++c)
          EXPECT_LE(std::abs(start->row(i)[c] - centres.row(p)[c]), nearest / 2 + 1e-9) << parts;
    }
  }
}

TEST(MapQuality, EqualsScikitLearn) {
  const auto wanted = reference();
  const FloatMatrix points = matrix_of(wanted["points"]), map = matrix_of(wanted["map"]);
  for (const auto& one : wanted["trustworthiness"]) {
    const auto found = map_quality(points, map, one[0], NeighbourMetric::euclidean, 1);
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->trustworthiness, one[1].get<double>(), 1e-12);
    EXPECT_NEAR(found->kept, one[2].get<double>(), 1e-12);
  }
  const auto found = map_quality(points, map, 7, NeighbourMetric::cosine, 2);
  EXPECT_NEAR(found->trustworthiness, wanted["trustworthiness_cosine"].get<double>(), 1e-12);
}

TEST(MapQuality, OfThePointsThemselvesIsOne) {
  const FloatMatrix points = umap_blobs(90, 4, 3, 2);
  const auto found = map_quality(points, points, 15, NeighbourMetric::euclidean, 1);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->trustworthiness, 1);
  EXPECT_EQ(found->kept, 1);
  EXPECT_THAT(map_quality(points, points, 45, NeighbourMetric::euclidean, 1).error().message,
              HasSubstr("more than 90 documents; there are 90"));
}

}  // namespace
}  // namespace standfast
