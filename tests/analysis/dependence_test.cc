// Against scipy, and permutations that are counted out (tests/reference/dependence_reference.py).
#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "standfast/analysis/leak/companions.h"
#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/rng.h"
#include "standfast/corpus/corpus.h"

namespace standfast {
namespace {

using Json = nlohmann::json;
using Codes = std::vector<uint32_t>;

Json reference(const char* part) {
  return Json::parse(
      *read_file(std::string(STANDFAST_SOURCE_DIR) + "/tests/reference/dependence_reference.json"))[part];
}

// 2 x 2 tables have a V in closed form: 2/3 : 1/3 against 1/3 : 2/3 is 1/3, less the bias.
TEST(Dependence, IsCramersVWithoutItsBias) {
  Codes a, b;
  for (uint32_t i = 0; i < 300; ++i) a.push_back(i % 2), b.push_back(i % 3 == 0 ? 1 - i % 2 : i % 2);
  const double phi = 1 / 9.0, by_chance = 1 / 299.0;
  const auto found = dependence(a, b);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->strength, std::sqrt((phi - by_chance) / (1 - by_chance)), 1e-12);
  EXPECT_NEAR(dependence(a, a)->strength, 1, 1e-12);
  EXPECT_FALSE(dependence(a, Codes(300, 0)));
}

TEST(Dependence, EqualsScipyOnSparseTables) {
  size_t compared = 0;
  for (const auto& one : reference("documents")) {
    const auto found = dependence(one["a"].get<Codes>(), one["b"].get<Codes>());
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->strength, one["strength"].get<double>(), 1e-10) << one["name"];
    EXPECT_NEAR(found->above_chance, one["above_chance"].get<double>(), 1e-10) << one["name"];
    ++compared;
  }
  EXPECT_EQ(compared, 6U);
}

TEST(BlockDependence, EqualsPermutationsThatAreCountedOut) {
  size_t compared = 0;
  for (const auto& one : reference("blocks")) {
    const auto found =
        dependence_between_blocks(one["a"].get<Codes>(), one["b"].get<Codes>(), one["of_block"].get<Codes>());
    ASSERT_TRUE(found);
    EXPECT_EQ(found->blocks, one["blocks"].get<uint64_t>());
    EXPECT_FALSE(found->apart);
    EXPECT_NEAR(found->phi, one["phi"].get<double>(), 1e-12) << one["name"];
    EXPECT_NEAR(found->chance, one["chance"].get<double>(), 1e-12) << one["name"];
    EXPECT_NEAR(found->sd, one["sd"].get<double>(), 1e-10) << one["name"];
    EXPECT_NEAR(found->strength, one["strength"].get<double>(), 1e-10) << one["name"];
    EXPECT_NEAR(found->upper, one["upper"].get<double>(), 1e-8) << one["name"];
    ++compared;
  }
  EXPECT_EQ(compared, 3U);
}

// Where each document is a block, the mean is Bergsma's.
TEST(BlockDependence, OfSingleDocumentsIsThatOfDocuments) {
  const Json one = reference("documents")[1];
  const auto a = one["a"].get<Codes>(), b = one["b"].get<Codes>();
  const auto found = dependence_between_blocks(a, b, Codes(a.size(), kMissing));
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->strength, one["strength"].get<double>(), 1e-10);
  EXPECT_GT(found->upper, found->strength);
}

// Blocks that lie in several topics too, with codes in whatever order values first appear.
TEST(BlockDependence, DoesNotDependOnTheOrderOfRows) {
  Rng rng(5, "tests/block-dependence", "order");
  Codes a, b, blocks, order(400);
  for (uint32_t i = 0; i < 400; ++i) {
    blocks.push_back(i % 50);
    b.push_back(static_cast<uint32_t>((i % 50 + rng.below(3)) % 6));
    a.push_back(static_cast<uint32_t>(rng.below(2) == 0 ? b.back() : rng.below(5)));
  }
  const auto first = dependence_between_blocks(a, b, blocks);
  ASSERT_TRUE(first);
  EXPECT_GT(first->strength, .2);
  std::iota(order.begin(), order.end(), 0);
  for (int trial = 0; trial < 20; ++trial) {
    rng.shuffle(order);
    Codes other_a, other_b, other_blocks;
    for (const uint32_t row : order) {
      other_a.push_back(7 - a[row]);
      other_b.push_back(9 - b[row]);
      other_blocks.push_back(100 - blocks[row]);
    }
    const auto other = dependence_between_blocks(other_a, other_b, other_blocks);
    ASSERT_TRUE(other);
    EXPECT_NEAR(other->strength, first->strength, 1e-10);
    EXPECT_NEAR(other->upper, first->upper, 1e-10);
  }
}

TEST(BlockDependence, SaysNothingOfTooFewBlocks) {
  const Codes topic = {0, 0, 1, 1, 2, 2}, value = {0, 0, 1, 1, 0, 0};
  EXPECT_EQ(dependence_between_blocks(value, topic, topic)->upper, 1);
  const auto own = dependence_between_blocks(topic, topic, topic);
  EXPECT_TRUE(own->apart) << "no value is in two blocks";
  EXPECT_EQ(own->upper, 0);
  EXPECT_FALSE(dependence_between_blocks(Codes(6, 0), topic, topic));
}

}  // namespace
}  // namespace standfast
