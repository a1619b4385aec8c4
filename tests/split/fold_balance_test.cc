// Assignment of units to folds: optimal where all assignments can be tried, perfect where a perfect one was
// planted, and at least as even as scikit-learn's greedy method.
#include "standfast/split/fold_balance.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include "tests/support/reference.h"

namespace standfast {
namespace {

using UnitCounts = std::vector<std::vector<uint64_t>>;  // by unit, then label

std::vector<LabelCounts> sparse(const UnitCounts& counts) {
  std::vector<LabelCounts> units;
  for (const auto& of_unit : counts) {
    auto& unit = units.emplace_back();
    for (uint32_t l = 0; l < of_unit.size(); ++l)
      if (of_unit[l] > 0) unit.emplace_back(l, static_cast<uint32_t>(of_unit[l]));
  }
  return units;
}

// Returns, by label and fold, the part of the label that the fold has. Labels without documents are left out.
std::vector<std::vector<double>> parts(const UnitCounts& counts, const std::vector<uint32_t>& fold_of,
                                       uint32_t folds) {
  std::vector<std::vector<double>> parts;
  for (size_t l = 0; l < counts[0].size(); ++l) {
    std::vector<double> of_fold(folds, 0);
    double all = 0;
    for (size_t u = 0; u < counts.size(); ++u) {
      of_fold[fold_of[u]] += static_cast<double>(counts[u][l]);
      all += static_cast<double>(counts[u][l]);
    }
    if (all == 0) continue;
    for (double& part : of_fold) part /= all;
    parts.push_back(of_fold);
  }
  return parts;
}

double squares(const UnitCounts& counts, const std::vector<uint32_t>& fold_of, uint32_t folds) {
  double sum = 0;
  for (const auto& label : parts(counts, fold_of, folds))
    for (const double part : label) sum += (part - 1.0 / folds) * (part - 1.0 / folds);
  return sum;
}

double mean_sd(const UnitCounts& counts, const std::vector<uint32_t>& fold_of, uint32_t folds) {
  double sum = 0;
  const auto all = parts(counts, fold_of, folds);
  for (const auto& label : all) {
    double square = 0;
    for (const double part : label) square += (part - 1.0 / folds) * (part - 1.0 / folds);
    sum += std::sqrt(square / folds);
  }
  return sum / static_cast<double>(all.size());
}

// Returns the least sum of squares over all assignments without an empty fold.
double least_squares(const UnitCounts& counts, uint32_t folds) {
  std::vector<uint32_t> fold_of(counts.size(), 0);
  double least = INFINITY;
  for (;;) {
    if (std::set<uint32_t>(fold_of.begin(), fold_of.end()).size() == folds)
      least = std::min(least, squares(counts, fold_of, folds));
    size_t u = 0;
    while (u < fold_of.size() && ++fold_of[u] == folds) fold_of[u++] = 0;
    if (u == fold_of.size()) return least;
  }
}

UnitCounts random_units(Rng& rng, size_t units, size_t labels, uint64_t most) {
  UnitCounts counts;
  for (size_t u = 0; u < units; ++u) {
    auto& of_unit = counts.emplace_back(labels, 0);
    for (uint64_t& n : of_unit) n = rng.below(3) == 0 ? 0 : rng.below(most + 1);
    if (std::accumulate(of_unit.begin(), of_unit.end(), uint64_t{0}) == 0) of_unit[0] = 1;
  }
  return counts;
}

TEST(BalanceFolds, FindsTheBestOfAllWaysWhereAllCanBeTried) {
  Rng draw(3, "test/brute");
  for (int round = 0; round < 60; ++round) {
    const auto folds = static_cast<uint32_t>(2 + draw.below(2));
    const UnitCounts counts = random_units(draw, 4 + draw.below(folds == 2 ? 7 : 4), 1 + draw.below(4), 9);
    Rng rng(static_cast<uint64_t>(round), "test");
    const auto found = balance_folds(sparse(counts), counts[0].size(), folds, false, rng);
    const double best = least_squares(counts, folds), ours = squares(counts, found.fold_of, folds);
    EXPECT_NEAR(ours, best, 1e-9) << round;
  }
}

TEST(BalanceFolds, FindsAPlantedPerfectWay) {
  // Every fold is cut into groups separately, so putting the groups together again is perfect.
  Rng draw(4, "test/planted");
  for (int round = 0; round < 20; ++round) {
    const uint32_t folds = 5;
    UnitCounts counts;
    for (uint32_t fold = 0; fold < folds; ++fold) {
      const size_t first = counts.size();
      counts.resize(first + 8, std::vector<uint64_t>(3, 0));
      for (size_t l = 0; l < 3; ++l)
        for (int n = 0; n < 20 * static_cast<int>(l + 1); ++n) ++counts[first + draw.below(8)][l];
    }
    draw.shuffle(counts);
    Rng rng(static_cast<uint64_t>(round), "test");
    const auto found = balance_folds(sparse(counts), 3, folds, false, rng);
    EXPECT_TRUE(found.best) << round;
    EXPECT_NEAR(squares(counts, found.fold_of, folds), 0, 1e-12) << round;
  }
}

TEST(BalanceFolds, FindsWhatTheGreedyMisses) {
  // The greedy assignment (largest group first, into the emptier fold) ends with 8 + 5 + 4 and 7 + 6.
  const UnitCounts counts = {{8}, {7}, {6}, {5}, {4}};
  Rng rng(0, "test");
  const auto found = balance_folds(sparse(counts), 1, 2, false, rng);
  EXPECT_TRUE(found.best);
  EXPECT_EQ(found.fold_of[0], found.fold_of[1]);
  EXPECT_NE(found.fold_of[0], found.fold_of[2]);
}

TEST(BalanceFolds, IsAtLeastAsEvenAsTheGreedyOfScikitLearn) {
  // The sum of squares is minimized here; the figure of the greedy method nearly always becomes smaller, too.
  size_t better = 0, worse = 0;
  const auto& problems = testing::reference("stratified_groups_reference");
  for (size_t i = 0; i < problems.size(); ++i) {
    const auto counts = problems[i].at("counts").get<UnitCounts>();
    const auto folds = problems[i].at("folds").get<uint32_t>();
    Rng rng(i, "test");
    const auto found = balance_folds(sparse(counts), counts[0].size(), folds, false, rng);
    EXPECT_LE(squares(counts, found.fold_of, folds),
              problems[i].at("greedy").at("squares").get<double>() + 1e-12)
        << i;
    const double ours = mean_sd(counts, found.fold_of, folds),
                 greedy = problems[i].at("greedy").at("mean_sd").get<double>();
    better += ours < greedy - 1e-12 ? 1 : 0;
    worse += ours > greedy + 1e-12 ? 1 : 0;
  }
  EXPECT_GE(better, 30U);
  EXPECT_LE(worse, 1U);
}

// Makes documents with some of five labels.
UnitCounts random_documents(Rng& rng, size_t n) {
  UnitCounts counts;
  for (size_t u = 0; u < n; ++u) {
    auto& of_unit = counts.emplace_back(5, 0);
    for (size_t l = 0; l < 5; ++l) of_unit[l] = rng.below(2 + 2 * l) == 0 ? 1 : 0;
  }
  return counts;
}

TEST(BalanceFolds, OfTheSameSizeDifferByOneAtMost) {
  Rng draw(5, "test/documents");
  for (int round = 0; round < 20; ++round) {
    const UnitCounts counts = random_documents(draw, 40 + draw.below(60));
    const auto folds = static_cast<uint32_t>(2 + draw.below(8));
    Rng rng(static_cast<uint64_t>(round), "test");
    const auto found = balance_folds(sparse(counts), 5, folds, true, rng);
    std::vector<size_t> size(folds, 0);
    for (const uint32_t fold : found.fold_of) ++size[fold];
    const auto [least, most] = std::minmax_element(size.begin(), size.end());
    EXPECT_LE(*most - *least, 1U) << round;
    // With single documents every label can be spread to within one document or two.
    for (size_t l = 0; l < 5; ++l) {
      std::vector<int> documents(folds, 0);
      for (size_t u = 0; u < counts.size(); ++u)
        documents[found.fold_of[u]] += static_cast<int>(counts[u][l]);
      const auto [low, high] = std::minmax_element(documents.begin(), documents.end());
      EXPECT_LE(*high - *low, 2) << round;
    }
  }
}

TEST(BalanceFolds, NamesOfLabelsPlayNoPart) {
  Rng draw(6, "test/names");
  for (const bool same_size : {false, true}) {
    const UnitCounts counts = same_size ? random_documents(draw, 70) : random_units(draw, 30, 5, 9);
    UnitCounts renamed = counts;
    for (auto& of_unit : renamed) std::reverse(of_unit.begin(), of_unit.end());
    Rng a(1, "test"), b(1, "test");
    EXPECT_EQ(balance_folds(sparse(counts), 5, 4, same_size, a).fold_of,
              balance_folds(sparse(renamed), 5, 4, same_size, b).fold_of);
  }
}

}  // namespace
}  // namespace standfast
