// Laws of trades of groups: groups stay whole, rooms are filled exactly, nothing gets worse, and every
// assignment is possible.
#include "standfast/split/group_trades.h"

#include <map>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

namespace standfast {
namespace {

std::vector<uint64_t> held(const PlacedGroups& groups) {
  std::vector<uint64_t> held(groups.room.size(), 0);
  for (size_t g = 0; g < groups.size.size(); ++g) held[groups.place[g]] += groups.size[g];
  return held;
}

// Makes groups with sizes from `sizes`, placed at random; the rooms are the sizes that they fill.
PlacedGroups random_groups(Rng& rng, size_t groups, size_t places, const std::vector<uint32_t>& sizes) {
  PlacedGroups made;
  made.room.assign(places, 0);
  for (size_t g = 0; g < groups; ++g) {
    made.size.push_back(sizes[rng.below(sizes.size())]);
    made.place.push_back(static_cast<uint32_t>(rng.below(places)));
    made.room[made.place.back()] += made.size.back();
  }
  return made;
}

TEST(GroupTrades, PlacesKeepTheirNumberOfDocuments) {
  Rng rng(1, "test");
  const std::vector<std::vector<uint32_t>> mixes = {{1},       {2},     {1, 1, 1, 2, 3},  {2, 3, 5, 7},
                                                    {4, 6, 9}, {1, 40}, {300, 700, 5000}, {1, 1, 1, 1, 9000}};
  for (int i = 0; i < 200; ++i) {
    const PlacedGroups before = random_groups(rng, 1 + rng.below(120), 1 + rng.below(9), mixes[rng.below(8)]);
    PlacedGroups after = before;
    Rng stream(7, "test", std::to_string(i));
    trade_groups(after, stream);
    EXPECT_EQ(after.size, before.size);
    EXPECT_EQ(held(after), before.room) << i;
    EXPECT_EQ(beyond_room(after), 0U);
  }
}

TEST(GroupTrades, ManyGroupsOfOnePlaceAreDealtInPieces) {
  Rng rng(2, "test");
  const PlacedGroups before = random_groups(rng, 20'000, 2, {1, 2, 3});
  PlacedGroups after = before;
  Rng stream(7, "test");
  trade_groups(after, stream);
  EXPECT_EQ(held(after), before.room);
  size_t changed = 0;
  for (size_t g = 0; g < before.place.size(); ++g) changed += before.place[g] != after.place[g];
  EXPECT_NEAR(static_cast<double>(changed), 10'000, 500);
}

// Unequal groups trade with equal sums: a group of three has no partner of three and trades for two and one.
TEST(GroupTrades, UnequalGroupsTradeWhatAddsUp) {
  const PlacedGroups before{{3, 2, 1}, {0, 1, 1}, {3, 3}};
  int changed = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    PlacedGroups after = before;
    Rng rng(seed, "test");
    trade_groups(after, rng);
    EXPECT_EQ(held(after), before.room);
    changed += after.place[0] == 1;
  }
  EXPECT_GT(changed, 60);
  EXPECT_LT(changed, 140);
}

// Groups of one size are dealt uniformly: with three places, each of the 6! / (2! 2! 2!) = 90 ways is drawn
// about equally often.
TEST(GroupTrades, GroupsOfOneSizeAreDealtUniformly) {
  const PlacedGroups before{{2, 2, 2, 2, 2, 2}, {0, 0, 1, 1, 2, 2}, {4, 4, 4}};
  std::map<std::vector<uint32_t>, int> counts;
  for (uint64_t seed = 0; seed < 9000; ++seed) {
    PlacedGroups after = before;
    Rng rng(seed, "test");
    trade_groups(after, rng);
    ++counts[after.place];
  }
  EXPECT_EQ(counts.size(), 90U);
  double chi2 = 0;
  for (const auto& [way, n] : counts) chi2 += (n - 100.0) * (n - 100.0) / 100;
  EXPECT_LT(chi2, 150) << "89 degrees of freedom; the 99.99th percentile is 146";
}

TEST(GroupTrades, EveryExactWayHasAChance) {
  // Two places of 5: {5} {2, 2, 1}; {5} may be in either, and so on.
  const PlacedGroups before{{3, 2, 2, 1, 1, 1}, {0, 0, 1, 1, 1, 1}, {5, 5}};
  std::set<std::vector<uint32_t>> ways, drawn;
  for (uint32_t bits = 0; bits < 64; ++bits) {
    std::vector<uint32_t> place;
    uint64_t sum = 0;
    for (uint32_t g = 0; g < 6; ++g) {
      place.push_back(bits >> g & 1);
      if (place.back() == 0) sum += before.size[g];
    }
    if (sum == 5) ways.insert(place);
  }
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    PlacedGroups after = before;
    Rng rng(seed, "test");
    trade_groups(after, rng);
    drawn.insert(after.place);
  }
  EXPECT_EQ(drawn, ways);
}

// Groups that exceed the room of their place move to places with room.
TEST(GroupTrades, WhatIsTooMuchGoesWhereThereIsRoom) {
  Rng rng(3, "test");
  for (int i = 0; i < 100; ++i) {
    PlacedGroups groups = random_groups(rng, 60, 6, {1, 2, 3, 4});
    for (auto& place : groups.place) place = static_cast<uint32_t>(rng.below(2));  // far from the room
    Rng stream(1, "test", std::to_string(i));
    trade_groups(groups, stream);
    EXPECT_EQ(beyond_room(groups), 0U) << i;
  }
  // Six in one group cannot fill three and three.
  PlacedGroups stuck{{6}, {0}, {3, 3}};
  Rng stream(1, "test");
  trade_groups(stuck, stream);
  EXPECT_EQ(beyond_room(stuck), 3U);
  PlacedGroups near{{4, 4, 1}, {0, 0, 0}, {3, 6}};
  trade_groups(near, stream);
  EXPECT_EQ(beyond_room(near), 1U) << "4 and 5";
}

}  // namespace
}  // namespace standfast
