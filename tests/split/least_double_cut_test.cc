// least_double_cut against an exhaustive search and an integer program, and least-similar-split with a second
// column.
#include "standfast/split/latent/least_double_cut.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/split/splitter.h"
#include "tests/support/corpora.h"
#include "tests/support/reference.h"

namespace standfast {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

DoubleCutProblem problem_of_sides(uint64_t seed, uint32_t clusters, uint32_t groups) {
  Rng rng(seed, "tests/least-double-cut");
  DoubleCutProblem problem;
  problem.weight = DenseMatrix(clusters, clusters);
  for (size_t i = 0; i < clusters; ++i)
    for (size_t j = 0; j <= i; ++j) problem.weight.row(i)[j] = problem.weight.row(j)[i] = rng.uniform();
  problem.groups = groups;
  problem.classes = 2;
  for (uint32_t j = 0; j < clusters; ++j)
    for (uint32_t g = 0; g < groups; ++g)
      for (uint32_t c = 0; c < 2; ++c)
        if (rng.below(3) == 0 || (c == 0 && j % groups == g))
          problem.cells.push_back({j, g, c, static_cast<uint32_t>(1 + rng.below(j % groups == g ? 20 : 4))});
  problem.loss = seed % 3 == 0 ? 0.02 : 0.2;
  problem.share = seed % 2 == 0 ? 200'000 : 400'000;
  problem.slack = 200'000;
  problem.class_slack = 600'000;
  return problem;
}

struct Tried {
  double cost = 0;
  bool within = false;
};
// Tries all sides, by the definition.
Tried try_sides(const DoubleCutProblem& problem, uint32_t clusters, uint32_t groups) {
  Tried tried;
  uint64_t tested[3] = {0, 0, 0}, trained[3] = {0, 0, 0};
  for (size_t i = 0; i < problem.weight.rows; ++i)
    for (size_t j = i + 1; j < problem.weight.rows; ++j)
      if ((clusters >> i & 1) != (clusters >> j & 1)) tried.cost += problem.weight.row(i)[j];
  for (const auto& cell : problem.cells) {
    const bool in = clusters >> cell.cluster & 1, group = groups >> cell.group & 1;
    if (in != group) tried.cost += problem.loss * cell.documents;
    if (in != group) continue;
    for (const size_t c : {size_t{cell.of_class}, size_t{2}}) (in ? tested : trained)[c] += cell.documents;
  }
  tried.within = tested[2] > 0 && trained[2] > 0;
  for (size_t c = 0; c < 3; ++c) {
    const uint64_t kept = tested[c] + trained[c];
    tried.within =
        tried.within && around(kept, problem.share, 1'000'000, c == 2 ? problem.slack : problem.class_slack)
                            .contains(tested[c]);
  }
  return tried;
}

std::optional<double> least_of_all_sides(const DoubleCutProblem& problem) {
  std::optional<double> least;
  for (uint32_t clusters = 0; clusters < 1U << problem.weight.rows; ++clusters)
    for (uint32_t groups = 0; groups < 1U << problem.groups; ++groups)
      if (const auto tried = try_sides(problem, clusters, groups); tried.within)
        least = std::min(least.value_or(1e300), tried.cost);
  return least;
}

uint32_t as_bits(const std::vector<bool>& sides) {
  uint32_t set = 0;
  for (size_t i = 0; i < sides.size(); ++i) set |= sides[i] ? 1U << i : 0;
  return set;
}

TEST(LeastDoubleCut, IsTheLeastOfAllSides) {
  size_t infeasible = 0, solved = 0;
  for (uint64_t seed = 0; seed < 90; ++seed) {
    const auto problem =
        problem_of_sides(seed, 3 + static_cast<uint32_t>(seed % 5), 2 + static_cast<uint32_t>(seed % 4));
    const auto least = least_of_all_sides(problem);
    const auto cut = least_double_cut(problem, {.starts = static_cast<uint32_t>(seed % 3), .seed = seed});
    ASSERT_EQ(cut.has_value(), least.has_value()) << seed;
    infeasible += !least;
    if (!least) continue;
    ++solved;
    EXPECT_TRUE(cut->optimal);
    EXPECT_NEAR(cut->cost, *least, 1e-6) << seed;
    const auto tried = try_sides(problem, as_bits(cut->tests_cluster), as_bits(cut->tests_group));
    EXPECT_TRUE(tried.within) << seed;
    EXPECT_NEAR(tried.cost, cut->cost, 1e-9) << seed;
    EXPECT_NEAR(cut->cost, cut->cross + problem.loss * static_cast<double>(cut->lost), 1e-9);
  }
  EXPECT_GT(infeasible, 0U);
  EXPECT_GT(solved, 30U);
}

TEST(LeastDoubleCut, TheBoundHoldsWhereTheSearchStops) {
  size_t stopped = 0;
  for (uint64_t seed = 0; seed < 30; ++seed) {
    const auto problem = problem_of_sides(seed, 7, 5);
    const auto least = least_of_all_sides(problem);
    if (!least) continue;
    EXPECT_TRUE(least_double_cut(problem, {.most_nodes = 1})) << seed << ": a descent finds some";
    for (const uint64_t nodes : {1, 5, 30, 100}) {
      const auto cut = least_double_cut(problem, {.most_nodes = nodes});
      if (!cut) continue;
      EXPECT_LE(cut->bound, *least + 1e-9) << seed << " " << nodes;
      EXPECT_GE(cut->cost, *least - 1e-9);
      EXPECT_LE(cut->nodes, nodes);
      stopped += cut->optimal ? 0 : 1;
    }
  }
  EXPECT_GT(stopped, 10U);
}

// least_double_cut equals the optimum of an integer program (HiGHS by scipy,
// tests/reference/least_parts_reference.py); weights are whole numbers.
TEST(LeastDoubleCut, IsThatOfAnIntegerProgram) {
  const auto& cases = testing::reference("least_parts_reference").at("sides");
  ASSERT_EQ(cases.size(), 5U);
  for (const auto& one : cases) {
    DoubleCutProblem problem;
    const size_t k = one.at("weight").size();
    problem.weight = DenseMatrix(k, k);
    for (size_t i = 0; i < k; ++i)
      for (size_t j = 0; j < k; ++j) problem.weight.row(i)[j] = one.at("weight")[i][j].get<double>();
    for (const auto& cell : one.at("cells"))
      problem.cells.push_back({cell[0].get<uint32_t>(), cell[1].get<uint32_t>(), 0, cell[2].get<uint32_t>()});
    problem.groups = one.at("groups").get<uint32_t>();
    problem.loss = one.at("loss").get<double>();
    problem.share = one.at("share").get<uint64_t>();
    problem.slack = one.at("slack").get<uint64_t>();
    problem.class_slack = 1'000'000'000;
    const auto cut = least_double_cut(problem, {.most_nodes = 5'000'000, .starts = 3});
    ASSERT_TRUE(cut) << cut.error().message;
    EXPECT_TRUE(cut->optimal);
    EXPECT_EQ(cut->cost, one.at("least").get<double>());
  }
}

// Two regions of a space and six authors. Authors 0 and 1 write in the small region, the others in the large
// one; every tenth document of an author is in the other region.
class TwoDimensions : public ::testing::Test {
 protected:
  TwoDimensions() : matrix_(200, 2) {
    std::vector<testing::Doc> docs;
    for (size_t i = 0; i < 200; ++i) {
      const size_t author = i % 6;
      const bool small = (author < 2) != (i % 10 == 9);
      const size_t dash = i * 7919 % 1000;
      docs.push_back(
          {fmt::format("d{:03}-{}", dash, i), "text", i % 17 == 16 ? "" : fmt::format("a{}", author), ""});
      matrix_.row(i)[small ? 0 : 1] = 1;
      matrix_.row(i)[small ? 1 : 0] = 0.01F * static_cast<float>(i % 7);
      rows_.push_back(static_cast<uint32_t>(i));
    }
    corpus_ = testing::make_corpus(docs);
  }
  Result<Split> split(std::map<std::string, OptionValue> options) const {
    options.insert(
        {{"clusters", int64_t{2}}, {"also", std::string("author")}, {"test-share", 0.33}, {"epsilon", 0.2}});
    SF_ASSIGN(const auto splitter, splitters().make("least-similar-split", options));
    return splitter->split(corpus_, whole_corpus(corpus_), {.seed = 1, .vectors = {matrix_, rows_, "plane"}});
  }
  Corpus corpus_ = testing::make_corpus({{"d", "t", "", ""}});
  FloatMatrix matrix_;
  std::vector<uint32_t> rows_;
};

TEST_F(TwoDimensions, TestNeitherAnAuthorNorARegionOfTraining) {
  const auto split = this->split({});
  ASSERT_TRUE(split) << split.error().message;
  const Fold& fold = split->folds[0];
  const auto& codes = corpus_.column(Role::author)->codes;
  const auto region = [&](uint32_t row) { return matrix_.row(row)[0] > matrix_.row(row)[1]; };
  for (const uint32_t row : fold.test) {
    EXPECT_TRUE(region(row));
    EXPECT_LT(codes[row], 2U);
  }
  for (const uint32_t row : fold.train) {
    EXPECT_FALSE(region(row));
    EXPECT_GE(codes[row], 2U);
  }
  // A document kept aside meets one of the two conditions; a document without an author is on no side.
  for (const uint32_t row : fold.aside) EXPECT_NE(region(row), codes[row] < 2U);
  for (const uint32_t row : split->left_out) EXPECT_EQ(codes[row], kMissing);
  EXPECT_EQ(fold.test.size() + fold.train.size() + fold.aside.size() + split->left_out.size(), 200U);
  EXPECT_GT(fold.aside.size(), 10U);
  EXPECT_THAT(split->notes, Contains(HasSubstr(fmt::format("{} of {} documents are aside", fold.aside.size(),
                                                           200 - split->left_out.size()))));
  EXPECT_THAT(split->notes, Contains(HasSubstr("have no author: left out")));
  EXPECT_TRUE(keeps_apart((**splitters().find("least-similar-split")).traits, split->options, Role::author));
}

TEST_F(TwoDimensions, GoWithOneTestSideOfDocuments) {
  const auto folds = this->split({{"folds", int64_t{3}}});
  ASSERT_FALSE(folds);
  EXPECT_EQ(folds.error().kind, ErrorKind::usage);
  EXPECT_THAT(folds.error().message, HasSubstr("folds and also cannot be combined"));
  EXPECT_THAT(this->split({{"size-unit", std::string("bytes")}}).error().message,
              HasSubstr("also counts documents"));
}

TEST_F(TwoDimensions, CostSimilarityAndLostDocumentsAsSharesOfAll) {
  const auto split = this->split({{"lost-weight", 0.5}});
  ASSERT_TRUE(split) << split.error().message;
  const auto& codes = corpus_.column(Role::author)->codes;
  // Sums of the unit vectors of each region; sums of cosines are products of these sums.
  double sums[2][2] = {{0, 0}, {0, 0}};
  size_t documents = 0;
  for (size_t i = 0; i < 200; ++i) {
    if (codes[i] == kMissing) continue;
    ++documents;
    const double x = matrix_.row(i)[0], y = matrix_.row(i)[1], length = std::sqrt(x * x + y * y);
    sums[x > y ? 0 : 1][0] += x / length;
    sums[x > y ? 0 : 1][1] += y / length;
  }
  const auto product = [&](int a, int b) { return sums[a][0] * sums[b][0] + sums[a][1] * sums[b][1]; };
  const double similarity = 2 * product(0, 1) / (product(0, 0) + product(1, 1) + 2 * product(0, 1));
  const double lost = static_cast<double>(split->folds[0].aside.size()) / static_cast<double>(documents);
  EXPECT_THAT(split->notes, Contains(HasSubstr(fmt::format(
                                "cost: {:.4f}, {:.4f} of it similarity between clusters of the two sides",
                                similarity + 0.5 * lost, similarity))));
}

}  // namespace
}  // namespace standfast
