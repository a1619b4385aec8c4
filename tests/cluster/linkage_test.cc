#include "standfast/cluster/linkage.h"

#include <fstream>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "standfast/base/json.h"

namespace standfast {
namespace {

// The results equal tests/reference/linkage_reference.py; its last case has ties.
TEST(Linkage, EqualsScipy) {
  const auto cases = nlohmann::json::parse(
      std::ifstream(std::string(STANDFAST_SOURCE_DIR) + "/tests/reference/linkage_reference.json"));
  for (const auto& item : cases) {
    const auto joins = average_linkage(item["distances"].get<std::vector<double>>(), item["n"]);
    ASSERT_EQ(joins.size(), item["joins"].size());
    for (size_t k = 0; k < joins.size(); ++k) {
      const auto row = item["joins"][k].get<std::vector<double>>();
      EXPECT_EQ(joins[k].left, row[0]) << "join " << k << " of " << item["n"];
      EXPECT_EQ(joins[k].right, row[1]);
      EXPECT_NEAR(joins[k].height, row[2], 1e-12);
      EXPECT_EQ(joins[k].size, row[3]);
    }
    EXPECT_EQ(leaf_order(joins), item["leaves"].get<std::vector<uint32_t>>());
  }
}

TEST(Linkage, OneItemOrNone) {
  EXPECT_TRUE(average_linkage(std::vector<double>{0.0}, 1).empty());
  EXPECT_TRUE(average_linkage({}, 0).empty());
  EXPECT_EQ(leaf_order({}), std::vector<uint32_t>{0});
}

TEST(Linkage, FamiliesStandTogether) {
  // Items 0, 2 and 4 are near each other, and so are 1 and 3.
  std::vector<double> d(25, 0.9);
  for (size_t i = 0; i < 5; ++i)
    for (size_t j = 0; j < 5; ++j)
      if (i % 2 == j % 2) d[i * 5 + j] = 0.1 + 0.01 * static_cast<double>(i + j);
  const auto joins = average_linkage(d, 5);
  const auto order = leaf_order(joins);
  for (size_t k = 1; k < 5; ++k)
    EXPECT_EQ(order[k] % 2 == order[k - 1] % 2, k != (order[0] % 2 == 0 ? 3U : 2U));
  EXPECT_DOUBLE_EQ(joins.back().height, 0.9);
}

// Cutting one join later splits one cluster in two and leaves the others as they are.
TEST(Linkage, CutsAreNested) {
  const auto cases = nlohmann::json::parse(
      std::ifstream(std::string(STANDFAST_SOURCE_DIR) + "/tests/reference/linkage_reference.json"));
  for (const auto& item : cases) {
    const size_t n = item["n"];
    const auto joins = average_linkage(item["distances"].get<std::vector<double>>(), n);
    std::vector<uint32_t> coarse(n, 0);
    EXPECT_EQ(cut_tree(joins, 1), coarse);
    for (size_t k = 2; k <= n; ++k) {
      const auto fine = cut_tree(joins, k);
      std::set<std::pair<uint32_t, uint32_t>> pairs;
      uint32_t next = 0;
      for (size_t i = 0; i < n; ++i) {
        EXPECT_LE(fine[i], next) << "numbered by their first items";
        next = std::max(next, fine[i] + 1);
        pairs.insert({coarse[i], fine[i]});
      }
      EXPECT_EQ(next, k);
      EXPECT_EQ(pairs.size(), k) << "no cluster of the finer cut is in two of the coarser";
      coarse = fine;
    }
  }
  EXPECT_EQ(cut_tree({}, 1), std::vector<uint32_t>{0});
}

TEST(Linkage, CutsFindFamilies) {
  std::vector<double> d(25, 0.9);
  for (size_t i = 0; i < 5; ++i)
    for (size_t j = 0; j < 5; ++j)
      if (i % 2 == j % 2) d[i * 5 + j] = 0.1;
  EXPECT_EQ(cut_tree(average_linkage(d, 5), 2), (std::vector<uint32_t>{0, 1, 0, 1, 0}));
}

}  // namespace
}  // namespace standfast
