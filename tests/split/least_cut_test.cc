// least_cut against an exhaustive search of all subsets, and least-similar-split on planted regions.
#include "standfast/split/latent/least_cut.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/blobs.h"
#include "tests/support/cut_problem.h"
#include "tests/support/reference.h"

namespace standfast {
namespace {

using testing::axes;
using testing::blob_documents;
using testing::Blobs;
using ::testing::Contains;
using ::testing::HasSubstr;
using Settings = std::map<std::string, OptionValue>;

const std::vector<std::string> kTwo = {"ant", "bee"};

CutProblem random_problem(uint64_t seed, size_t k, bool blocks) {
  Rng rng(seed, "tests/least-cut");
  CutProblem problem;
  problem.weight = DenseMatrix(k, k);
  uint64_t sizes[3] = {0, 0, 0};
  for (size_t i = 0; i < k; ++i) {
    problem.counts.push_back({rng.below(12), 1 + rng.below(9)});
    sizes[0] += problem.counts[i][0];
    sizes[1] += problem.counts[i][1];
  }
  sizes[2] = sizes[0] + sizes[1];
  for (size_t i = 0; i < k; ++i)
    for (size_t j = 0; j <= i; ++j) {
      const double like = blocks && i % 3 != j % 3 ? 0.1 : 1;
      problem.weight.row(i)[j] = problem.weight.row(j)[i] = like * rng.uniform();
    }
  const auto range = [](uint64_t n, double slack) {
    return SizeRange{static_cast<uint64_t>(0.25 * static_cast<double>(n) * (1 - slack)),
                     static_cast<uint64_t>(0.25 * static_cast<double>(n) * (1 + slack)) + 1};
  };
  problem.all = range(sizes[2], 0.1);
  problem.of_class = {range(sizes[0], 0.3), range(sizes[1], 0.3)};
  return problem;
}

double cross(const CutProblem& problem, uint32_t set) {
  double sum = 0;
  for (size_t i = 0; i < problem.counts.size(); ++i)
    for (size_t j = i + 1; j < problem.counts.size(); ++j)
      if ((set >> i & 1) != (set >> j & 1)) sum += problem.weight.row(i)[j];
  return sum;
}

bool within(const CutProblem& problem, uint32_t set) {
  uint64_t n[2] = {0, 0};
  for (size_t i = 0; i < problem.counts.size(); ++i)
    for (size_t c = 0; c < 2; ++c)
      if (set >> i & 1) n[c] += problem.counts[i][c];
  return problem.all.contains(n[0] + n[1]) && problem.of_class[0].contains(n[0]) &&
         problem.of_class[1].contains(n[1]);
}

// Returns the least cut of all subsets within the bounds, or nothing if there is none.
std::optional<double> least_of_all(const CutProblem& problem) {
  std::optional<double> least;
  for (uint32_t set = 0; set < 1U << problem.counts.size(); ++set)
    if (within(problem, set)) least = std::min(least.value_or(1e300), cross(problem, set));
  return least;
}

uint32_t bits(const std::vector<uint32_t>& chosen) {
  uint32_t set = 0;
  for (const uint32_t j : chosen) set |= 1U << j;
  return set;
}

TEST(LeastCut, IsTheLeastOfAllSubsets) {
  size_t infeasible = 0;
  for (uint64_t seed = 0; seed < 120; ++seed) {
    const auto problem = random_problem(seed, 4 + seed % 9, seed % 2 == 0);
    const auto least = least_of_all(problem);
    // One start, so that the search has something to do.
    const auto cut = least_cut(problem, kTwo, {.starts = static_cast<uint32_t>(seed % 3), .seed = seed});
    ASSERT_EQ(cut.has_value(), least.has_value()) << seed;
    infeasible += !least;
    if (!least) continue;
    EXPECT_TRUE(cut->optimal);
    EXPECT_NEAR(cut->cross, *least, 1e-6) << seed;
    EXPECT_TRUE(within(problem, bits(cut->chosen))) << seed;
    EXPECT_NEAR(cross(problem, bits(cut->chosen)), cut->cross, 1e-9);
    EXPECT_EQ(cut->bound, cut->cross);
  }
  EXPECT_GT(infeasible, 0U);
  EXPECT_LT(infeasible, 100U);
}

// least_cut equals the optimum of an integer program (HiGHS by scipy,
// tests/reference/least_cut_reference.py); weights are whole numbers.
TEST(LeastCut, IsThatOfAnIntegerProgram) {
  const auto& cases = testing::reference("least_cut_reference");
  ASSERT_EQ(cases.size(), 7U);
  for (const auto& one : cases) {
    const CutProblem problem = testing::cut_problem(one);
    const auto cut = least_cut(problem, kTwo, {.starts = 2});
    ASSERT_TRUE(cut) << cut.error().message;
    EXPECT_TRUE(cut->optimal);
    EXPECT_EQ(cut->cross, one.at("least").get<double>());
  }
}

TEST(LeastCut, TheBoundHoldsWhereTheSearchStops) {
  size_t beyond_the_least = 0;
  for (uint64_t seed = 0; seed < 30; ++seed) {
    const auto problem = random_problem(seed, 13, seed % 2 == 0);
    const auto least = least_of_all(problem);
    if (!least) continue;
    // Without a start the first sets found are seldom the least.
    for (const uint32_t starts : {0, 8})
      for (const uint64_t nodes : {1, 5, 40, 100, 300}) {
        const auto cut = least_cut(problem, kTwo, {.most_nodes = nodes, .starts = starts});
        if (!cut) continue;
        EXPECT_LE(cut->bound, *least + 1e-9) << seed << " " << nodes;
        EXPECT_GE(cut->cross, *least - 1e-9);
        EXPECT_LE(cut->nodes, nodes);
        beyond_the_least += cut->cross > *least + 1e-6 ? 1 : 0;
        if (cut->optimal) {
          EXPECT_NEAR(cut->cross, *least, 1e-6);
        }
      }
  }
  EXPECT_GT(beyond_the_least, 5U);
}

TEST(LeastCut, DescentsFindSetsBeforeTheSearchDoes) {
  size_t feasible = 0, found = 0;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    const auto problem = random_problem(seed, 12, seed % 2 == 0);
    if (!least_of_all(problem)) continue;
    ++feasible;
    found += least_cut(problem, kTwo, {.most_nodes = 1}).has_value() ? 1 : 0;
  }
  EXPECT_GT(feasible, 20U);
  EXPECT_GT(3 * found, 2 * feasible);
}

TEST(SizeRange, IsRoundedOutwards) {
  const SizeRange third = around(100, 1, 3, 0);
  EXPECT_EQ(third.low, 33U);
  EXPECT_EQ(third.high, 34U);
  const SizeRange quarter = around(10, 1, 4, 100'000);  // 2.25 to 2.75
  EXPECT_EQ(quarter.low, 2U);
  EXPECT_EQ(quarter.high, 3U);
  EXPECT_EQ(around(10, 1, 2, 5'000'000).high, 10U) << "not more than there are";
}

TEST(LeastCut, SaysWhatCannotBeMet) {
  CutProblem problem;
  problem.weight = DenseMatrix(3, 3);
  problem.counts = {{10, 5}, {10, 0}, {10, 5}};
  problem.all = {5, 25};
  problem.of_class = {{4, 6}, {0, 10}};
  const auto cut = least_cut(problem, kTwo);
  ASSERT_FALSE(cut);
  EXPECT_EQ(
      cut.error().message,
      "no set of whole clusters is within the bounds: 4 to 6 of \"ant\" are wanted; whole clusters make 0 or 10");
  problem.of_class = {{10, 10}, {5, 5}};
  problem.all = {10, 12};
  EXPECT_THAT(least_cut(problem, kTwo).error().message, HasSubstr("but not all of them together"));
}

TEST(LeastSimilarSplit, TestsThePlantedFarRegion) {
  // Blobs 3 and 4 are near each other and opposite to the rest; together they are a fifth. By size alone, 0
  // or 1 with another blob would fit, too.
  const Blobs space(blob_documents({{20, 20}, {20, 20}, {40, 40}, {10, 10}, {10, 10}, {20, 20}}),
                    {{5, 1, 0}, {5, 0, 1}, {5, -1, -1}, {-4, 0.5, 0}, {-4, -0.5, 0}, {5, 1, 1}});
  const auto split = space.split("least-similar-split", {{"clusters", int64_t{6}}, {"test-share", 0.167}});
  ASSERT_TRUE(split) << split.error().message;
  EXPECT_EQ(space.tested_by_blob(*split), (std::map<size_t, size_t>{{3, 20}, {4, 20}}));
  EXPECT_THAT(split->notes,
              Contains(HasSubstr("no other sets of these clusters within the bounds have less (proved in")));
  EXPECT_THAT(split->notes, Contains(HasSubstr("leakage: 0.0 % of all similarity")));
}

// Makes five overlapping blobs of four classes.
Blobs overlapping(const char* names = "abcd") {
  auto documents =
      blob_documents({{24, 13, 9, 3}, {15, 16, 2, 8}, {23, 10, 32, 5}, {10, 29, 4, 11}, {7, 12, 8, 6}});
  for (auto& one : documents) {
    const size_t c = one.label == "ant" ? 0 : one.label == "bee" ? 1 : one.label == "cat" ? 2 : 3;
    one.label = std::string(1, names[c]);
  }
  return Blobs(documents, axes(5), 0.8);
}

TEST(LeastSimilarSplit, SizesAreWithinTheBounds) {
  for (uint64_t seed = 0; seed < 4; ++seed) {
    const Blobs space = overlapping();
    const auto split = space.split(
        "least-similar-split", {{"clusters", int64_t{24}}, {"restarts", int64_t{2}}, {"delta", 0.2}}, seed);
    ASSERT_TRUE(split) << split.error().message;
    // 49.4 of 247 documents, plus or minus a twentieth; 15.8, 16, 11 and 6.6 of the classes, plus or minus a
    // fifth; rounded outwards.
    EXPECT_GE(split->folds[0].test.size(), 46U);
    EXPECT_LE(split->folds[0].test.size(), 52U);
    const std::map<std::string, std::pair<size_t, size_t>> bounds = {
        {"a", {12, 19}}, {"b", {12, 20}}, {"c", {8, 14}}, {"d", {5, 8}}};
    for (const auto& [label, n] : space.tested_by_label(*split)) {
      EXPECT_GE(n, bounds.at(label).first) << label;
      EXPECT_LE(n, bounds.at(label).second) << label;
    }
  }
}

TEST(LeastSimilarSplit, NamesOfClassesAndThreadsPlayNoPart) {
  const Settings options = {{"clusters", int64_t{20}}, {"restarts", int64_t{2}}, {"delta", 0.5}};
  const auto a = overlapping().split("least-similar-split", options);
  const auto b = overlapping("zxyw").split("least-similar-split", options, 1, 3);
  ASSERT_TRUE(a && b) << a.error().message;
  EXPECT_EQ(a->folds[0].test, b->folds[0].test);
  EXPECT_EQ(a->notes, b->notes);
}

TEST(LeastSimilarSplit, HasLessLeakageThanOtherSetsOfItsClusters) {
  const Blobs space = overlapping();
  const Settings tight = {{"clusters", int64_t{20}}, {"restarts", int64_t{2}}, {"delta", 0.2}};
  Settings loose = tight;
  loose["delta"] = 100.0;
  const auto leakage = [&](const Settings& options) {
    const auto split = space.split("least-similar-split", options);
    for (const auto& note : split->notes)
      if (note.starts_with("leakage: ")) return std::stod(note.substr(9));
    return std::nan("");
  };
  EXPECT_LE(leakage(loose), leakage(tight));
}

TEST(LeastSimilarSplit, ListsHowManyClustersItCanSearch) {
  for (const int64_t clusters : {1, 201}) {
    const auto options = splitters().resolve("least-similar-split", {{"clusters", clusters}});
    ASSERT_FALSE(options);
    EXPECT_THAT(options.error().message, HasSubstr(fmt::format("clusters = {}: must be 2 to 200", clusters)));
  }
  EXPECT_TRUE(splitters().resolve("minority-split", {{"clusters", int64_t{201}}}));
}

TEST(LeastSimilarSplit, SaysWhatIsInfeasible) {
  const Blobs space(blob_documents({{50, 0}, {0, 50}}), axes(2));
  const auto split = space.split("least-similar-split", {{"clusters", int64_t{2}}});
  ASSERT_FALSE(split);
  EXPECT_EQ(split.error().kind, ErrorKind::data);
  EXPECT_THAT(split.error().message,
              HasSubstr("least-similar-split is infeasible with 2 clusters: no set of whole"));
  EXPECT_THAT(split.error().message, HasSubstr("9 to 11 of \"ant\" are wanted; whole clusters make 0 or 50"));
}

TEST(LeastSimilarSplit, TheLeakageOfTheNoteIsThatOfAllPairs) {
  const Blobs space(blob_documents({{9, 3}, {7, 8}, {4, 6}, {10, 5}}),
                    {{3, 1, 0.5}, {1, 3, 0.5}, {0.5, 1, 3}, {2, 2, 2}});
  const auto split =
      space.split("least-similar-split",
                  {{"clusters", int64_t{4}}, {"test-share", 0.25}, {"epsilon", 0.5}, {"delta", 2.0}});
  ASSERT_TRUE(split) << split.error().message;
  const FloatMatrix& x = space.matrix();
  const auto cosine = [&](size_t a, size_t b) {
    double product = 0, of_a = 0, of_b = 0;
    for (size_t c = 0; c < x.columns; ++c) {
      product += static_cast<double>(x.row(a)[c]) * static_cast<double>(x.row(b)[c]);
      of_a += static_cast<double>(x.row(a)[c]) * static_cast<double>(x.row(a)[c]);
      of_b += static_cast<double>(x.row(b)[c]) * static_cast<double>(x.row(b)[c]);
    }
    return product / std::sqrt(of_a * of_b);
  };
  std::vector<bool> tested(x.rows, false);
  for (const uint32_t row : split->folds[0].test) tested[row] = true;
  double all = 0, others = 0, cross = 0;
  for (size_t a = 0; a < x.rows; ++a)
    for (size_t b = 0; b < x.rows; ++b) {
      all += cosine(a, b);
      others += a == b ? 0 : cosine(a, b);
      cross += tested[a] != tested[b] ? cosine(a, b) : 0;
    }
  // A random side of this size separates any two documents with this probability.
  const auto n = static_cast<double>(x.rows), t = static_cast<double>(split->folds[0].test.size());
  const double chance = 2 * t * (n - t) / (n * (n - 1));
  EXPECT_THAT(
      split->notes,
      Contains(fmt::format(
          "leakage: {:.1f} % of all similarity (cosines added up by two clusters, none below 0) is between test and train; between a "
          "random test side of {} documents and its train side it is about {:.1f} %",
          100 * cross / all, t, 100 * chance * others / all)));
}

}  // namespace
}  // namespace standfast
