// least_parts against all assignments of clusters and an integer program, and least-similar-split with folds.
#include "standfast/split/latent/least_parts.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
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

const std::vector<std::string> kAntBee = {"ant", "bee"};

CutProblem problem_of_parts(uint64_t seed, size_t k, uint32_t parts, bool blocks) {
  Rng rng(seed, "tests/least-parts");
  CutProblem problem;
  problem.weight = DenseMatrix(k, k);
  uint64_t sizes[2] = {0, 0};
  for (size_t i = 0; i < k; ++i) {
    problem.counts.push_back({rng.below(12), 1 + rng.below(9)});
    for (size_t c = 0; c < 2; ++c) sizes[c] += problem.counts[i][c];
    for (size_t j = 0; j <= i; ++j) {
      const double like = blocks && i % 3 != j % 3 ? 0.1 : 1;
      problem.weight.row(i)[j] = problem.weight.row(j)[i] = like * rng.uniform();
    }
  }
  problem.all = around(sizes[0] + sizes[1], 1, parts, 150'000);
  problem.all.low = std::max<uint64_t>(1, problem.all.low);
  problem.of_class = {around(sizes[0], 1, parts, 500'000), around(sizes[1], 1, parts, 500'000)};
  return problem;
}

double cross(const CutProblem& problem, const std::vector<uint32_t>& part_of) {
  double sum = 0;
  for (size_t i = 0; i < part_of.size(); ++i)
    for (size_t j = i + 1; j < part_of.size(); ++j)
      if (part_of[i] != part_of[j]) sum += problem.weight.row(i)[j];
  return sum;
}

bool within(const CutProblem& problem, uint32_t parts, const std::vector<uint32_t>& part_of) {
  for (uint32_t p = 0; p < parts; ++p) {
    uint64_t n[2] = {0, 0};
    for (size_t i = 0; i < part_of.size(); ++i)
      for (size_t c = 0; c < 2; ++c)
        if (part_of[i] == p) n[c] += problem.counts[i][c];
    if (!problem.all.contains(n[0] + n[1]) || !problem.of_class[0].contains(n[0]) ||
        !problem.of_class[1].contains(n[1]))
      return false;
  }
  return true;
}

std::optional<double> least_of_all(const CutProblem& problem, uint32_t parts) {
  std::optional<double> least;
  std::vector<uint32_t> part_of(problem.counts.size(), 0);
  for (;;) {
    if (within(problem, parts, part_of)) least = std::min(least.value_or(1e300), cross(problem, part_of));
    size_t i = 0;
    while (i < part_of.size() && ++part_of[i] == parts) part_of[i++] = 0;
    if (i == part_of.size()) return least;
  }
}

TEST(LeastParts, AreTheLeastOfAllWays) {
  size_t infeasible = 0, solved = 0;
  for (uint64_t seed = 0; seed < 90; ++seed) {
    const auto parts = static_cast<uint32_t>(2 + seed % 3);
    const auto problem = problem_of_parts(seed, 5 + seed % 4, parts, seed % 2 == 0);
    const auto least = least_of_all(problem, parts);
    // Few starts, so that the search has something to do.
    const auto found =
        least_parts(problem, parts, kAntBee, {.starts = static_cast<uint32_t>(seed % 2), .seed = seed});
    ASSERT_EQ(found.has_value(), least.has_value()) << seed;
    infeasible += !least;
    if (!least) continue;
    ++solved;
    EXPECT_TRUE(found->optimal);
    EXPECT_NEAR(found->cross, *least, 1e-6) << seed;
    EXPECT_TRUE(within(problem, parts, found->part_of)) << seed;
    EXPECT_NEAR(cross(problem, found->part_of), found->cross, 1e-9);
    EXPECT_EQ(found->bound, found->cross);
    EXPECT_EQ(found->part_of[0], 0U) << "parts are numbered by their first cluster";
  }
  EXPECT_GT(infeasible, 5U);
  EXPECT_GT(solved, 30U);
}

TEST(LeastParts, TwoPartsAreTheLeastCutOfAHalf) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const auto problem = problem_of_parts(seed, 11, 2, seed % 2 == 0);
    const auto found = least_parts(problem, 2, kAntBee);
    const auto least = least_of_all(problem, 2);
    ASSERT_EQ(found.has_value(), least.has_value()) << seed;
    if (!least) continue;
    EXPECT_NEAR(found->cross, *least, 1e-6) << seed;
  }
}

// least_parts equals the optimum of an integer program (HiGHS by scipy,
// tests/reference/least_parts_reference.py); weights are whole numbers.
TEST(LeastParts, AreThoseOfAnIntegerProgram) {
  const auto& cases = testing::reference("least_parts_reference").at("parts");
  ASSERT_EQ(cases.size(), 6U);
  for (const auto& one : cases) {
    const CutProblem problem = testing::cut_problem(one);
    const auto found = least_parts(problem, one.at("parts").get<uint32_t>(), kAntBee,
                                   {.most_nodes = 20'000'000, .starts = 2});
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_TRUE(found->optimal);
    EXPECT_EQ(found->cross, one.at("least").get<double>());
  }
}

TEST(LeastParts, TheBoundHoldsWhereTheSearchStops) {
  size_t stopped = 0;
  for (uint64_t seed = 0; seed < 30; ++seed) {
    const auto parts = static_cast<uint32_t>(2 + seed % 2);
    const auto problem = problem_of_parts(seed, 9, parts, seed % 2 == 0);
    const auto least = least_of_all(problem, parts);
    if (!least) continue;
    // Without a start the first parts found are seldom the least.
    for (const auto& [nodes, starts] : std::vector<std::pair<uint64_t, uint32_t>>{
             {4, 8}, {20, 8}, {100, 8}, {400, 8}, {60, 0}, {100, 0}, {200, 0}, {400, 0}}) {
      const auto found = least_parts(problem, parts, kAntBee, {.most_nodes = nodes, .starts = starts});
      if (!found) continue;
      EXPECT_LE(found->bound, *least + 1e-9) << seed << " " << nodes;
      EXPECT_GE(found->cross, *least - 1e-9);
      EXPECT_LE(found->nodes, nodes + 1);
      stopped += found->optimal ? 0 : 1;
    }
  }
  EXPECT_GT(stopped, 10U);
}

TEST(LeastParts, FewerClustersThanPartsIsSaid) {
  const auto found = least_parts(problem_of_parts(1, 3, 4, false), 4, kAntBee);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().message, "3 clusters are too few for 4 folds of whole clusters");
}

// Makes six blobs in three similar pairs.
Blobs pairs_of_blobs() {
  std::vector<std::vector<float>> centres;
  for (size_t b = 0; b < 6; ++b) {
    std::vector<float> centre(6, 0);
    centre[b] = 1;
    centre[(b + 3) % 6] = 0.8F;
    centres.push_back(centre);
  }
  return Blobs(blob_documents({{10, 5}, {10, 5}, {10, 5}, {10, 5}, {10, 5}, {10, 5}}), centres);
}

TEST(LeastSimilarFolds, PutTogetherWhatIsAlike) {
  const Blobs space = pairs_of_blobs();
  const auto split = space.split("least-similar-split",
                                 {{"clusters", int64_t{6}}, {"folds", int64_t{3}}, {"restarts", int64_t{5}}});
  ASSERT_TRUE(split) << split.error().message;
  ASSERT_EQ(split->folds.size(), 3U);
  std::set<uint32_t> tested;
  for (const Fold& fold : split->folds) {
    EXPECT_EQ(fold.test.size(), 30U);
    EXPECT_EQ(fold.train.size(), 60U);
    std::set<size_t> pairs;
    for (const uint32_t row : fold.test) {
      pairs.insert(space.documents()[row].blob % 3);
      EXPECT_TRUE(tested.insert(row).second);
    }
    EXPECT_EQ(pairs.size(), 1U) << "a pair of blobs is in one fold";
  }
  EXPECT_EQ(tested.size(), 90U);
  EXPECT_THAT(split->notes,
              Contains(HasSubstr("no other folds of these clusters within the bounds have less")));
  EXPECT_THAT(split->notes, Contains(HasSubstr("is between different folds")));
}

TEST(LeastSimilarFolds, HaveLessLeakageThanFoldsOfDocumentsAtRandom) {
  const Blobs space = pairs_of_blobs();
  const auto split =
      space.split("least-similar-split", {{"clusters", int64_t{12}}, {"folds", int64_t{3}}, {"delta", 0.5}});
  ASSERT_TRUE(split) << split.error().message;
  for (const auto& note : split->notes) {
    if (!note.starts_with("leakage: ")) continue;
    const double leakage = std::stod(note.substr(9));
    EXPECT_LT(2 * leakage, std::stod(note.substr(note.find("it is about ") + 12)));
  }
}

}  // namespace
}  // namespace standfast
