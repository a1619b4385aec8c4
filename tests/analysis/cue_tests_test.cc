// Tests of the test that counts groups, against counts over every deal of labels to groups.
#include "standfast/analysis/scan/cue_tests.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace standfast {
namespace {

// Counts of each group: all documents, those with the label, those with the cue, and those with both.
struct GroupTable {
  std::vector<uint32_t> all, label, cue, both;
};

double group_test(const GroupTable& table) {
  std::vector<uint32_t> groups, cue, both;
  for (uint32_t g = 0; g < table.cue.size(); ++g)
    if (table.cue[g] > 0) {
      groups.push_back(g);
      cue.push_back(table.cue[g]);
      both.push_back(table.both[g]);
    }
  // Another label comes before the tested one.
  std::vector<uint32_t> by_label;
  for (size_t g = 0; g < table.all.size(); ++g) {
    by_label.push_back(table.all[g] - table.label[g]);
    by_label.push_back(table.label[g]);
  }
  return GroupTest(table.all, by_label, 1).p(groups, cue, both);
}

// Returns groups of ten documents; each group has one label as a whole.
GroupTable whole_groups(const std::vector<uint32_t>& cue, const std::vector<bool>& labelled) {
  GroupTable table;
  for (size_t g = 0; g < cue.size(); ++g) {
    table.all.push_back(10);
    table.cue.push_back(cue[g]);
    table.label.push_back(labelled[g] ? 10 : 0);
    table.both.push_back(labelled[g] ? cue[g] : 0);
  }
  return table;
}

TEST(GroupTest, OneGroupWithTheCueTellsNothing) {
  std::vector<uint32_t> cue(40, 0);
  cue[3] = 10;
  std::vector<bool> labelled(40, false);
  for (size_t g = 0; g < 20; ++g) labelled[g] = true;
  EXPECT_EQ(group_test(whole_groups(cue, labelled)), 1);
}

// If the cue is in k groups of equal counts, all with the label, p is twice .5^k for the two sides, doubled
// for the two tests.
TEST(GroupTest, RareCuesAreCountedExactly) {
  std::vector<bool> labelled(400, false);
  for (size_t g = 0; g < 200; ++g) labelled[g] = true;
  for (const size_t k : {5, 8, 12}) {
    std::vector<uint32_t> cue(400, 0);
    for (size_t g = 0; g < k; ++g) cue[g] = 3;
    EXPECT_NEAR(group_test(whole_groups(cue, labelled)), 4 * std::pow(.5, static_cast<double>(k)), 1e-12);
  }
}

// Over every deal of six labels to twelve groups, at most a share `a` of the deals has a p of at most `a`.
TEST(GroupTest, IsNoSurerThanAllDealsOfTheLabels) {
  const std::vector<uint32_t> cue = {10, 9, 7, 5, 3, 3, 2, 1, 1, 0, 0, 0};
  std::vector<double> all;
  for (uint32_t deal = 0; deal < (1U << 12); ++deal) {
    if (std::popcount(deal) != 6) continue;
    std::vector<bool> labelled;
    for (size_t g = 0; g < 12; ++g) labelled.push_back((deal >> g & 1) != 0);
    all.push_back(group_test(whole_groups(cue, labelled)));
  }
  ASSERT_EQ(all.size(), 924U);
  for (const double level : {.2, .1, .05, .01}) {
    const auto hits = std::ranges::count_if(all, [&](double p) { return p <= level; });
    EXPECT_LE(static_cast<double>(hits), level * 924) << level;
  }
  EXPECT_LT(*std::ranges::min_element(all), .05) << "the test is not merely blind";
}

TEST(GroupTest, CueAndLabelTradePlacesWithTheirOpposites) {
  GroupTable table = {{9, 12, 30, 5, 8, 14}, {4, 12, 10, 0, 3, 9}, {2, 5, 7, 0, 3, 9}, {2, 5, 5, 0, 1, 8}};
  const double p = group_test(table);
  GroupTable opposite = table;
  for (size_t g = 0; g < table.all.size(); ++g) {
    opposite.label[g] = table.all[g] - table.label[g];
    opposite.both[g] = table.cue[g] - table.both[g];
  }
  EXPECT_NEAR(group_test(opposite), p, 1e-12);
  GroupTable without = table;
  for (size_t g = 0; g < table.all.size(); ++g) {
    without.cue[g] = table.all[g] - table.cue[g];
    without.both[g] = table.label[g] - table.both[g];
  }
  EXPECT_NEAR(group_test(without), p, 1e-12);
}

// The result for many groups agrees with the definition, computed group by group.
TEST(GroupTest, CountsWhatManyGroupsAdd) {
  GroupTable table;
  double n = 0, label = 0, cue = 0;
  for (uint32_t g = 0; g < 500; ++g) {
    table.all.push_back(3 + g % 5);
    table.label.push_back(g % 3);
    table.cue.push_back(g % 3 == 2 || g % 7 == 0 ? 2 : g % 2);
    table.both.push_back(std::min(table.label.back(), table.cue.back()));
    n += table.all.back();
    label += table.label.back();
    cue += table.cue.back();
  }
  double sum = 0, squares = 0, between = 0, surplus = 0;
  for (size_t g = 0; g < 500; ++g) {
    const double size = table.all[g], y = table.label[g], x = table.cue[g];
    const double u = table.both[g] - label / n * x - cue / n * y + label / n * cue / n * size;
    sum += u;
    squares += u * u;
    surplus += (x - cue / n * size) * (x - cue / n * size);
    between += size * (y / size - label / n) * (y / size - label / n) / n;
  }
  const double z = sum / std::sqrt(std::max(squares, surplus * between));
  const double p = 2 * std::erfc(z / std::sqrt(2.0));
  ASSERT_GT(p, 1e-300);
  ASSERT_LT(p, 1e-6);
  EXPECT_NEAR(group_test(table) / p, 1, 1e-9);
}

TEST(GroupTest, WhatAllOrNoneHaveIsNoCue) {
  EXPECT_EQ(group_test({{4, 6}, {2, 3}, {0, 0}, {0, 0}}), 1);
  EXPECT_EQ(group_test({{4, 6}, {2, 3}, {4, 6}, {2, 3}}), 1);
  EXPECT_EQ(group_test({{4, 6}, {4, 6}, {1, 2}, {1, 2}}), 1);
}

}  // namespace
}  // namespace standfast
