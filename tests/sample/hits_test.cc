#include "standfast/sample/hits.h"

#include <cmath>
#include <numeric>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "tests/support/shuffled.h"

namespace standfast {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;

DenseMatrix matrix(const std::vector<std::vector<double>>& rows) {
  DenseMatrix m(rows.size(), rows.front().size());
  for (size_t i = 0; i < rows.size(); ++i) std::copy(rows[i].begin(), rows[i].end(), m.row(i).begin());
  return m;
}

// Mean similarity to the others: .475 .4875 .2875 .4125 .3625, so 2 starts. With 2 chosen the leakage is s *
// s: .2^2 .25^2 .6^2 .1^2, so 4 with .01. Then e.g. 1: mean(.25, .45) * .45 = .1575; 0: .35 * .5 = .175; then
// 3: mean(.6, .4, .35) * .6 = .27 against 0: mean(.2, .5, .9) * .9 = .48.
TEST(Hits, OrderOfTheWorkedExample) {
  const auto similarity = topic_similarity_from_matrix(matrix({{1, .9, .2, .3, .5},
                                                               {.9, 1, .25, .35, .45},
                                                               {.2, .25, 1, .6, .1},
                                                               {.3, .35, .6, 1, .4},
                                                               {.5, .45, .1, .4, 1}}));
  const auto order = hits_order(*similarity, testing::first_codes(5), {.topics = 5});
  EXPECT_THAT(order.topics, ElementsAre(2, 4, 1, 3, 0));
  EXPECT_THAT(order.leakage,
              ElementsAre(DoubleNear(.2875, 1e-12), DoubleNear(.01, 1e-12), DoubleNear(.1575, 1e-12),
                          DoubleNear(.27, 1e-12), DoubleNear(1.9 / 4 * .9, 1e-12)));
  EXPECT_EQ(order.negative_steps, 0U);
}

TEST(Hits, ASubsetOfThePoolIsAllItSees) {
  const auto similarity = topic_similarity_from_matrix(matrix({{1, .9, .2, .3, .5},
                                                               {.9, 1, .25, .35, .45},
                                                               {.2, .25, 1, .6, .1},
                                                               {.3, .35, .6, 1, .4},
                                                               {.5, .45, .1, .4, 1}}));
  // Without 2: means .567 .567 .35 .433 -> 3 starts (codes 0 1 3 4: 0 .9+.3+.5, 1 .9+.35+.45, 3 1.05,
  // 4 1.35).
  const auto order = hits_order(*similarity, std::vector<uint32_t>{0, 1, 3, 4}, {.topics = 2});
  EXPECT_THAT(order.topics, ElementsAre(3, 0));
}

TEST(Hits, TiesGoToTheFirstName) {
  const auto similarity = topic_similarity_from_matrix(
      matrix({{1, .5, .5, .5}, {.5, 1, .5, .5}, {.5, .5, 1, .5}, {.5, .5, .5, 1}}));
  EXPECT_THAT(hits_order(*similarity, testing::first_codes(4), {.topics = 4}).topics,
              ElementsAre(0, 1, 2, 3));
}

TEST(Hits, OneTopicIsTheStartAndAllTopicsAreAll) {
  const auto one = topic_similarity_from_matrix(matrix({{1}}));
  const auto order = hits_order(*one, testing::first_codes(1), {.topics = 1});
  EXPECT_THAT(order.topics, ElementsAre(0));
  EXPECT_EQ(order.leakage.front(), 0);
}

TEST(Hits, NegativeSimilaritiesAreCountedAndCanBeClamped) {
  // Topic 0 starts (mean -.6). Without the clamp, topic 1 has (-.9)^2 = .81 and topic 2 has (-.3)^2 = .09, so
  // the less dissimilar topic wins.
  const auto similarity = topic_similarity_from_matrix(matrix({{1, -.9, -.3}, {-.9, 1, .8}, {-.3, .8, 1}}));
  const auto literal = hits_order(*similarity, testing::first_codes(3), {.topics = 2});
  EXPECT_THAT(literal.topics, ElementsAre(0, 2));
  EXPECT_EQ(literal.negative_steps, 1U);
  const auto clamped = hits_order(*similarity, testing::first_codes(3), {.topics = 2, .clamp = true});
  EXPECT_THAT(clamped.topics, ElementsAre(0, 1));
  EXPECT_EQ(clamped.negative_steps, 0U);
}

double rounded(double x) {
  return std::nearbyint(x * 0x1p44) / 0x1p44;
}

// Computes the order by the definition, from the full matrix at every step, on the same grid.
std::vector<uint32_t> by_definition(const std::vector<std::vector<double>>& s, uint32_t m) {
  const size_t n = s.size();
  std::vector<uint32_t> chosen;
  while (chosen.size() < m) {
    double least = 1e300;
    uint32_t best = 0;
    for (uint32_t i = 0; i < n; ++i) {
      if (std::find(chosen.begin(), chosen.end(), i) != chosen.end()) continue;
      double sum = 0, highest = -1e300;
      if (chosen.empty()) {
        for (uint32_t j = 0; j < n; ++j) sum += j == i ? 0 : s[i][j];
        sum = rounded(sum / static_cast<double>(n - 1));
        highest = 1;
      }
      for (const uint32_t j : chosen) {
        sum += rounded(s[i][j]);
        highest = std::max(highest, rounded(s[i][j]));
      }
      const double leakage = sum * highest;  // the number of terms is the same for all
      if (leakage < least) {
        least = leakage;
        best = i;
      }
    }
    chosen.push_back(best);
  }
  return chosen;
}

class RandomVectors : public ::testing::TestWithParam<int> {};

TEST_P(RandomVectors, DenseSparseAndDefinitionAgree) {
  Rng rng(static_cast<uint64_t>(GetParam()), "tests/hits");
  const size_t n = 2 + rng.below(40), d = 1 + rng.below(50);
  DenseMatrix dense(n, d);
  CsrMatrix sparse;
  sparse.columns_count = d;
  for (size_t i = 0; i < n; ++i) {
    for (size_t c = 0; c < d; ++c) {
      if (rng.chance(0.4)) continue;
      dense.row(i)[c] = rng.uniform();
      sparse.columns.push_back(static_cast<uint32_t>(c));
      sparse.values.push_back(dense.row(i)[c]);
    }
    sparse.begin.push_back(sparse.columns.size());
  }
  std::vector<std::vector<double>> s(n, std::vector<double>(n));
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j) {
      double xy = 0, xx = 0, yy = 0;
      for (size_t c = 0; c < d; ++c) {
        xy += dense.row(i)[c] * dense.row(j)[c];
        xx += dense.row(i)[c] * dense.row(i)[c];
        yy += dense.row(j)[c] * dense.row(j)[c];
      }
      s[i][j] = xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : 0;
    }
  const auto from_dense = topic_similarity(dense), from_sparse = topic_similarity(sparse);
  std::vector<double> row(n), mean(n);
  for (const auto* similarity : {from_dense.get(), from_sparse.get()}) {
    similarity->mean_to_others(testing::first_codes(static_cast<uint32_t>(n)), mean);
    for (uint32_t i = 0; i < n; ++i) {
      similarity->against_all(i, row);
      for (size_t j = 0; j < n; ++j) EXPECT_NEAR(row[j], s[i][j], 1e-12);
      EXPECT_NEAR(mean[i],
                  (std::accumulate(s[i].begin(), s[i].end(), 0.0) - s[i][i]) / static_cast<double>(n - 1),
                  1e-12);
    }
    const auto m = static_cast<uint32_t>(n);
    EXPECT_EQ(hits_order(*similarity, testing::first_codes(m), {.topics = m}).topics, by_definition(s, m));
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomVectors, ::testing::Range(0, 30));

// In families of twins, with cosine .95 within and at most .3 across, no two topics of a family are chosen
// while unused families are left.
TEST(Hits, TwinsNeverBothSurviveWhileFamiliesLast) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed, "tests/twins");
    const uint32_t families = 3 + static_cast<uint32_t>(rng.below(8)),
                   twins = 2 + static_cast<uint32_t>(rng.below(3));
    const uint32_t n = families * twins;
    DenseMatrix s(n, n);
    for (uint32_t i = 0; i < n; ++i)
      for (uint32_t j = 0; j < i; ++j) {
        const double value = i / twins == j / twins ? 0.95 : 0.3 * rng.uniform();
        s.row(i)[j] = s.row(j)[i] = value;
      }
    const auto similarity = topic_similarity_from_matrix(s);
    for (uint32_t m = 1; m <= families; ++m) {
      std::set<uint32_t> seen;
      for (const uint32_t topic : hits_order(*similarity, testing::first_codes(n), {.topics = m}).topics)
        EXPECT_TRUE(seen.insert(topic / twins).second) << "seed " << seed << " m " << m;
    }
  }
}

}  // namespace
}  // namespace standfast
