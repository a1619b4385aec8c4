// Tests of near duplicates across the sides of folds. The minimum vertex cover is compared with trying all
// sets.
#include "standfast/analysis/leak/near_leaks.h"

#include <algorithm>
#include <bit>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"

namespace standfast {
namespace {

// Returns the size of a minimum vertex cover, found by trying all sets of vertices.
size_t least_by_trying(const std::vector<std::pair<uint32_t, uint32_t>>& edges, uint32_t left,
                       uint32_t right) {
  size_t least = 99;
  for (uint32_t chosen = 0; chosen < 1U << (left + right); ++chosen) {
    const bool all = std::ranges::all_of(edges, [&](const auto& edge) {
      return (chosen >> edge.first & 1) != 0 || (chosen >> (left + edge.second) & 1) != 0;
    });
    if (all) least = std::min<size_t>(least, static_cast<size_t>(std::popcount(chosen)));
  }
  return least;
}

TEST(LeastCover, IsTheLeastOfAll) {
  Rng rng(5, "test/cover");
  for (int round = 0; round < 300; ++round) {
    std::vector<std::pair<uint32_t, uint32_t>> edges;
    for (uint32_t l = 0; l < 6; ++l)
      for (uint32_t r = 0; r < 6; ++r)
        if (rng.chance(0.25)) edges.emplace_back(l, r);
    const auto [left, right] = least_cover(edges);
    for (const auto& [l, r] : edges)
      EXPECT_TRUE(std::ranges::binary_search(left, l) || std::ranges::binary_search(right, r));
    EXPECT_EQ(left.size() + right.size(), edges.empty() ? 0 : least_by_trying(edges, 6, 6));
  }
}

TEST(LeastCover, TakesTheTestDocumentWhereEitherWouldDo) {
  const std::vector<std::pair<uint32_t, uint32_t>> edges = {{3, 7}, {4, 8}, {4, 9}, {5, 1}, {6, 1}};
  const auto [left, right] = least_cover(edges);
  EXPECT_EQ(left, (std::vector<uint32_t>{3, 4}));
  EXPECT_EQ(right, (std::vector<uint32_t>{1}));
}

TEST(NearLeaks, EveryFoldIsChecked) {
  const std::vector<std::string_view> texts = {"a b c d e f",   // 0
                                               "A b c d e  f",  // 1: a copy of 0
                                               "a b c d e g",   // 2: near 0 and 1 (5 of 7 words)
                                               "x y z",         // 3
                                               "X Y Z",         // 4: a copy of 3, too short for a run
                                               "other words"};  // 5
  NearLeakOptions options;
  options.threshold = 0.7;
  options.tokens = NearTokens::words;
  const std::vector<Fold> folds = {
      {{1, 2, 5}, {3}, {0, 4}}, {{0, 1, 2}, {}, {3, 4, 5}}, {{3}, {}, {0}, {1, 2, 4, 5}}};
  const auto found = near_leaks(texts, folds, options);
  ASSERT_EQ(found.folds.size(), 3U);
  EXPECT_EQ(found.folds[0].leaks, (std::vector<NearLeak>{{0, 1, 1}, {0, 2, 5.0 / 7}, {4, 3, 1}}));
  EXPECT_EQ(found.folds[0].leaking, 2U);
  EXPECT_EQ(found.folds[0].drop_test, (std::vector<uint32_t>{0, 4}));
  EXPECT_TRUE(found.folds[0].drop_train.empty());
  EXPECT_TRUE(found.folds[1].leaks.empty()) << "both copies are tested";
  EXPECT_TRUE(found.folds[2].leaks.empty()) << "what is aside leaks nothing";
  options.tokens = NearTokens::runs;
  EXPECT_EQ(near_leaks(texts, folds, options).folds[0].leaking, 2U) << "copies without runs are found too";
}

}  // namespace
}  // namespace standfast
