// Laws of the bins of a map.
#include "standfast/result/findings/space_maps.h"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"

namespace standfast::result {
namespace {

struct DrawnPoints {
  std::vector<uint16_t> x, y;
  MapColours by{"side", {"train", "test"}, {}};
};

DrawnPoints draw_points(size_t n) {
  DrawnPoints points;
  Rng rng(5, "test/space-maps");
  for (size_t i = 0; i < n; ++i) {
    // x is odd, because only an even x can lie halfway between two centres.
    points.x.push_back(static_cast<uint16_t>(rng.below(4096) | 1));
    points.y.push_back(static_cast<uint16_t>(rng.below(4096)));
    points.by.of.push_back(static_cast<uint32_t>(rng.below(2)));
  }
  return points;
}

TEST(SpaceMaps, EveryPointIsInOneBin) {
  for (const size_t n : {1, 7, 3000}) {
    const auto points = draw_points(n);
    uint64_t sum = 0;
    for (const auto& bin : hexagons(points.x, points.y, {points.by})) {
      sum += bin.n;
      EXPECT_GT(bin.n, 0U);
      EXPECT_LE(bin.most[0].n, bin.n);
      EXPECT_GE(2 * bin.most[0].n, bin.n) << "of two groups one has half";
    }
    EXPECT_EQ(sum, n);
  }
}

// A bin shows the side with the larger share of its own documents. A tenth of the documents is tested, and
// half of these lie in one place with as many training documents: that place shows the test side, the others
// the training side.
TEST(SpaceMaps, ASmallSideShowsWhereItsShareIsLarger) {
  std::vector<uint16_t> x, y;
  MapColours sides{"side", {"train", "test"}, {}};
  const auto add = [&](uint16_t at, uint32_t side, size_t n) {
    x.insert(x.end(), n, at);
    y.insert(y.end(), n, 0);
    sides.of.insert(sides.of.end(), n, side);
  };
  add(0, 0, 850);
  add(0, 1, 50);
  add(4000, 0, 51);
  add(4000, 1, 50);
  auto groups = sides;
  sides.by_share = true;
  const auto bins = hexagons(x, y, {sides, groups});
  ASSERT_EQ(bins.size(), 2U);
  EXPECT_EQ(bins[0].most[0].group, 0U);
  EXPECT_EQ(bins[1].most[0].group, 1U);
  EXPECT_EQ(bins[1].most[0].n, 50U);
  EXPECT_EQ(bins[1].most[1].group, 0U);
}

// A hexagon has the points that are nearest to its centre, and none lies farther from it than a corner.
TEST(SpaceMaps, AHexagonHasThePointsNearestToItsCentre) {
  const auto points = draw_points(3000);
  const auto bins = hexagons(points.x, points.y, {});
  std::vector<uint64_t> nearest(bins.size(), 0);
  for (size_t i = 0; i < points.x.size(); ++i) {
    size_t best = 0;
    double least = 1e18;
    for (size_t b = 0; b < bins.size(); ++b) {
      const double distance = std::hypot(points.x[i] - bins[b].x, points.y[i] - bins[b].y);
      if (distance < least) {
        least = distance;
        best = b;
      }
    }
    EXPECT_LE(least, bin_radius() + 1e-9);
    ++nearest[best];
  }
  for (size_t b = 0; b < bins.size(); ++b) EXPECT_EQ(nearest[b], bins[b].n) << b;
}

}  // namespace
}  // namespace standfast::result
