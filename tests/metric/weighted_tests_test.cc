// Compares means over topics of unequal size, and their tests, with numpy, scipy and statsmodels
// (tests/reference/topic_tests_reference.py), and with the figures of the novel-topic paper, which follow
// from its tables of documents.
#include "standfast/metric/stat/weighted_tests.h"

#include <cmath>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/base/rng.h"
#include "standfast/metric/stat/weighted_mean.h"
#include "tests/support/every_simd_level.h"
#include "tests/support/novel_topic_tables.h"
#include "tests/support/reference.h"

namespace standfast {
namespace {

using Numbers = std::vector<double>;
using testing_support::binary_table;
using testing_support::multi_table;
using testing_support::topic_sizes;

constexpr StandardError kKinds[] = {StandardError::topics, StandardError::effective, StandardError::robust};

Numbers minus(const Numbers& a, const Numbers& b) {
  Numbers result(a.size());
  for (size_t i = 0; i < a.size(); ++i) result[i] = a[i] - b[i];
  return result;
}

void expect_moments(const WeightedMoments& m, const nlohmann::json& expected) {
  EXPECT_NEAR(m.mean, expected["mean"].get<double>(), 1e-13);
  EXPECT_NEAR(*m.variance, expected["variance"].get<double>(), 1e-13);
  EXPECT_NEAR(m.effective, expected["effective"].get<double>(), 1e-10);
  for (size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(*m.se(kKinds[k]), expected["se"][k].get<double>(), 1e-13) << k;
    EXPECT_NEAR(m.df(kKinds[k]), expected["df"][k].get<double>(), 1e-9) << k;
  }
}

TEST(WeightedMean, EqualsNumpyAndStatsmodels) {
  ASSERT_EQ(testing::reference("topic_tests_reference")["topics"].size(), 6U);
  for (const auto& one : testing::reference("topic_tests_reference")["topics"]) {
    const auto a = one["a"].get<Numbers>(), b = one["b"].get<Numbers>();
    const auto weights = one["weights"].get<Numbers>();
    expect_moments(weighted_moments(a, weights), one["of_a"]);
    expect_moments(weighted_moments(b, weights), one["of_b"]);
    const auto differences = weighted_moments(minus(a, b), weights);
    expect_moments(differences, one["differences"]);
    for (size_t k = 0; k < 3; ++k) {
      const TTest test = paired_weighted_t(differences, kKinds[k]);
      EXPECT_NEAR(*test.t, one["paired"][k][0].get<double>(), 1e-10);
      EXPECT_NEAR(*test.p, one["paired"][k][1].get<double>(), 1e-10);
    }
  }
}

TEST(WeightedMean, EqualWeightsAreTheOrdinaryMean) {
  const Numbers x{.2, .5, .9, .4};
  const auto m = weighted_moments(x, Numbers(4, 7)), n = weighted_moments(x, Numbers(4, 1));
  const SampleMoments plain = moments(x);
  EXPECT_NEAR(*m.variance, plain.sd * plain.sd, 1e-15);
  for (const auto kind : kKinds) {
    EXPECT_NEAR(*m.se(kind), plain.sd / 2, 1e-15);
    EXPECT_NEAR(m.df(kind), 3, 1e-12);
  }
  EXPECT_NEAR(*m.variance, *n.variance, 1e-15) << "the unit of weights does not matter";
}

TEST(WeightedMean, OneTopicHasNoVariance) {
  const auto one = weighted_moments(Numbers{.7, .1}, Numbers{30, 0});
  EXPECT_EQ(one.n, 1U) << "a topic without weight is left out";
  EXPECT_EQ(one.mean, .7);
  EXPECT_EQ(one.variance, std::nullopt);
  for (const auto kind : kKinds) {
    EXPECT_EQ(one.se(kind), std::nullopt);
    EXPECT_EQ(t_interval(one, kind, .95), std::nullopt);
    EXPECT_EQ(paired_weighted_t(one, kind).p, std::nullopt);
  }
  EXPECT_EQ(paired_weighted_t(one).why_not, "fewer than two topics");
  EXPECT_EQ(weighted_moments({}, {}).n, 0U);
}

TEST(WeightedMean, EqualScoresDoNotVary) {
  const auto m = weighted_moments(Numbers{.1, .1, .1}, Numbers{3, 5, 7});
  EXPECT_EQ(m.mean, .1);
  EXPECT_EQ(*m.variance, 0);
  EXPECT_EQ(paired_weighted_t(m).why_not, "the scores do not vary");
}

// Returns scores with the given weighted mean and standard deviation.
Numbers scores(const Numbers& weights, double mean, double sd) {
  Numbers x;
  for (size_t i = 0; i < weights.size(); ++i) x.push_back(i % 2 == 0 ? 0 : 1);
  const auto m = weighted_moments(x, weights);
  for (auto& value : x) value = mean + (value - m.mean) * sd / std::sqrt(*m.variance);
  return x;
}

TEST(NovelTopicPaper, TablesOfDocumentsAddUp) {
  EXPECT_EQ(binary_table().size(), 4U);
  EXPECT_EQ(multi_table().size(), 23U);
  double binary = 0, multi = 0;
  for (const double n : topic_sizes(binary_table())) binary += n;
  for (const double n : topic_sizes(multi_table())) multi += n;
  EXPECT_EQ(binary, 3000);
  EXPECT_EQ(multi, 18862);
}

TEST(NovelTopicPaper, StandardErrorsByTopicsAndByEffectiveTopics) {
  const auto binary_sizes = topic_sizes(binary_table()), multi_sizes = topic_sizes(multi_table());
  const auto binary = weighted_moments(scores(binary_sizes, .6953, .3388), binary_sizes);
  const auto multi = weighted_moments(scores(multi_sizes, .7272, .1631), multi_sizes);
  EXPECT_NEAR(1 / binary.effective, .3275, 5e-5);
  EXPECT_NEAR(binary.effective, 3.05, .005);
  EXPECT_NEAR(1 / multi.effective, .09461, 5e-6);
  EXPECT_NEAR(multi.effective, 10.57, .005);
  EXPECT_NEAR(*binary.se_topics, .1694, 5e-5);
  EXPECT_NEAR(*binary.se_effective, .194, 5e-4);
  EXPECT_NEAR(*multi.se_topics, .0340, 5e-5);
  EXPECT_NEAR(*multi.se_effective, .050, 5e-4);
}

TEST(NovelTopicPaper, ItsClaimsUnderEachFormOfTheTest) {
  const auto binary_sizes = topic_sizes(binary_table()), multi_sizes = topic_sizes(multi_table());
  const auto moments_of = [](const Numbers& sizes, double mean, double sd) {
    return weighted_moments(scores(sizes, mean, sd), sizes);
  };
  const auto topics = StandardError::topics;
  // The claim is 20 points on the binary set.
  const TTest twenty = unpaired_weighted_t(moments_of(binary_sizes, .6953, .3388),
                                           moments_of(binary_sizes, .4953, .3388), topics);
  EXPECT_NEAR(*twenty.t, .83, .005);
  EXPECT_EQ(twenty.df, 6);
  EXPECT_NEAR(*twenty.p, .44, .005);
  // The claim is 7 points on the larger set, which is significant by one standard error only.
  const auto better = moments_of(multi_sizes, .7972, .1631), base = moments_of(multi_sizes, .7272, .1631);
  const TTest one = one_standard_error_t(better, base, topics);
  EXPECT_NEAR(*one.t, 2.06, .005);
  EXPECT_EQ(one.df, 44);
  EXPECT_NEAR(*one.p, .045, 1e-3);
  EXPECT_NEAR(*unpaired_weighted_t(better, base, topics).p, .15, .005);
  const double both = std::hypot(*better.se_topics, *base.se_topics);
  EXPECT_NEAR(least_significant(both, 44), .097, 5e-4);
  EXPECT_GT(least_significant(std::sqrt(2.0) * *base.se_effective, 2 * base.df_effective), .14)
      << "with effective topics it takes more still";
}

TEST(SignFlips, EqualEnumeration) {
  for (const auto& one : testing::reference("topic_tests_reference")["topics"]) {
    if (one["flips"].is_null()) continue;
    const auto d = minus(one["a"].get<Numbers>(), one["b"].get<Numbers>());
    const auto test = sign_flip_test(d, one["weights"].get<Numbers>(), {});
    EXPECT_TRUE(test.exact);
    EXPECT_EQ(test.permutations, uint64_t{1} << d.size());
    EXPECT_NEAR(*test.p, one["flips"].get<double>(), 1e-12);
    const auto rounded = one["rounded"].get<Numbers>();
    EXPECT_NEAR(*sign_flip_test(rounded, Numbers(rounded.size(), 1), {}).p,
                one["rounded_flips"].get<double>(), 1e-12);
  }
}

TEST(SignFlips, RandomFlipsAgreeWithAllOfThem) {
  // All flips of 30 differences can be enumerated; with 10 more that hardly matter they cannot.
  Rng rng(1, "test/sign-flips");
  Numbers d;
  for (int i = 0; i < 30; ++i) d.push_back(.1 * rng.normal() + .04);
  const auto exact = sign_flip_test(d, Numbers(30, 1), {});
  ASSERT_TRUE(exact.exact);
  for (int i = 0; i < 10; ++i) d.push_back(1e-9);
  const auto random = sign_flip_test(d, Numbers(40, 1), {.permutations = 20000, .seed = 3});
  EXPECT_FALSE(random.exact);
  EXPECT_NEAR(*random.p, *exact.p, 4 * std::sqrt(*exact.p / 20000) + 1e-4);
  const auto threads = sign_flip_test(d, Numbers(40, 1), {.permutations = 20000, .seed = 3, .threads = 3});
  EXPECT_EQ(*threads.p, *random.p);
}

// Terms of one size are counted. Adding them term by term, with the same coins, gives the same p.
TEST(SignFlips, CountingTermsOfOneSizeIsAddingThem) {
  for (const size_t sizes : {1U, 2U, 5U, 16U, 17U, 400U}) {  // above 16 sizes they are added
    Rng draw(sizes, "test/sizes");
    Numbers differences, weights;
    for (size_t i = 0; i < 401; ++i) {
      differences.push_back((draw.below(100) < 48 ? -1.0 : 1.0) * static_cast<double>(1 + i % sizes) / 5);
      weights.push_back(static_cast<double>(1 + i % 2));
      if (sizes < 16) weights.back() = 1;
    }
    double observed = 0;
    for (size_t i = 0; i < differences.size(); ++i) observed += weights[i] * differences[i];
    constexpr uint32_t kFlips = 2000;
    uint32_t hits = 0;
    for (uint32_t r = 0; r < kFlips; ++r) {
      Rng rng(7, "metric/sign-flip", std::to_string(r));
      uint64_t bits = 0;
      double sum = 0;
      for (size_t i = 0; i < differences.size(); ++i) {
        if (i % 64 == 0) bits = rng.next();
        sum += ((bits >> i % 64 & 1) != 0 ? 1 : -1) * weights[i] * differences[i];
      }
      hits += std::abs(sum) >= std::abs(observed) * (1 - 1e-9) ? 1 : 0;
    }
    const auto test = sign_flip_test(differences, weights, {.permutations = kFlips, .seed = 7});
    EXPECT_EQ(test.p, (hits + 1.0) / (kFlips + 1.0)) << sizes;
    EXPECT_GT(hits, 0U);
  }
}

TEST(SignFlips, TopicsWithoutADifferenceChangeNothing) {
  const Numbers d{.1, .2, -.05}, padded{.1, 0, .2, 0, -.05};
  EXPECT_EQ(*sign_flip_test(d, Numbers(3, 1), {}).p, *sign_flip_test(padded, Numbers(5, 1), {}).p);
  EXPECT_EQ(*sign_flip_test(Numbers(4, 0), Numbers(4, 1), {}).p, 1);
  EXPECT_EQ(*sign_flip_test(Numbers{.1, .1, .1, .1, .1}, Numbers(5, 2), {}).p, 2.0 / 32);
}

using Codes = std::vector<uint32_t>;

TEST(TwoWayMean, EqualsTheFormulaThatStatsmodelsUses) {
  int number = 0;
  for (const auto& one : testing::reference("topic_tests_reference")["two_way"]) {
    const auto mean = two_way_mean(one["x"].get<Numbers>(), one["n"].get<Numbers>(),
                                   one["first"].get<Codes>(), one["second"].get<Codes>());
    EXPECT_NEAR(mean.mean, one["mean"].get<double>(), 1e-13);
    EXPECT_NEAR(*mean.se, one["se"].get<double>(), 1e-13);
    EXPECT_NEAR(mean.df, one["df"].get<double>(), 1e-9);
    EXPECT_NEAR(*two_way_t(mean).t, mean.mean / *mean.se, 1e-12);
    ++number;
  }
  EXPECT_EQ(number, 3);
}

TEST(TwoWayMean, OneAuthorForEachTopicIsTheRobustTestOverTopics) {
  const Numbers x{.1, .3, -.05, .2}, n{30, 200, 10, 77};
  const auto both = two_way_mean(x, n, Codes{0, 1, 2, 3}, Codes{9, 8, 7, 6});
  const auto topics = weighted_moments(x, n);
  EXPECT_NEAR(*both.se, *topics.se_robust, 1e-15);
  EXPECT_NEAR(both.df, topics.df_robust, 1e-12);
  EXPECT_EQ(two_way_mean(x, n, Codes{0, 1, 2, 3}, Codes{5, 5, 5, 5}).se, std::nullopt);
  EXPECT_EQ(two_way_t(two_way_mean(x, n, Codes{0, 1, 2, 3}, Codes{5, 5, 5, 5})).why_not,
            "fewer than two groups in one grouping");
}

std::vector<double> random_terms(size_t n, Rng& rng) {
  std::vector<double> terms;
  for (size_t i = 0; i < n; ++i)
    terms.push_back(rng.normal() * (rng.chance(0.1) ? 1e9 : rng.chance(0.1) ? 1e-9 : 1));
  return terms;
}

// Computes one sum, term by term.
double one_flipped_sum(const std::vector<double>& terms, const std::vector<uint64_t>& keeps, size_t f) {
  double sum = 0;
  for (size_t i = 0; i < terms.size(); ++i)
    sum += (keeps[i / 64 * kFlipsAtOnce + f] >> i % 64 & 1) != 0 ? terms[i] : -terms[i];
  return sum;
}

TEST(FlippedSums, AreTheBytesOfAddingTermByTermAtEverySimdLevel) {
  for (const size_t n : {0U, 1U, 2U, 63U, 64U, 65U, 128U, 200U, 685U}) {
    Rng rng(n, "test/flipped-sums");
    const std::vector<double> terms = random_terms(n, rng);
    std::vector<uint64_t> keeps((n + 63) / 64 * kFlipsAtOnce);
    for (uint64_t& word : keeps) word = rng.chance(0.05) ? 0 : rng.chance(0.05) ? ~uint64_t{0} : rng.next();
    for (const Simd level : simd_levels()) {
      const testing::AtSimdLevel scope(level);
      std::array<double, kFlipsAtOnce> sums{};
      sums.fill(7);
      flipped_sums(terms, keeps, sums);
      for (size_t f = 0; f < kFlipsAtOnce; ++f) {
        const double expected = one_flipped_sum(terms, keeps, f);
        ASSERT_EQ(std::memcmp(&sums[f], &expected, sizeof expected), 0)
            << n << " terms, flip " << f << ", " << name_of(level) << ": " << sums[f] << " and " << expected;
      }
    }
  }
}

// Computes p with the coins drawn and the terms added one after the other.
double p_by_adding(const std::vector<double>& terms, const PermutationOptions& options) {
  double observed = 0, size = 0;
  for (const double term : terms) {
    observed += term;
    size += std::abs(term);
  }
  const double threshold = std::abs(observed) - 1e-12 * size;
  uint64_t hits = 0;
  for (uint32_t r = 0; r < options.permutations; ++r) {
    Rng rng(options.seed, "metric/sign-flip", std::to_string(r));
    std::vector<uint64_t> keeps((terms.size() + 63) / 64);
    for (uint64_t& word : keeps) word = rng.next();
    double sum = 0;
    for (size_t i = 0; i < terms.size(); ++i)
      sum += (keeps[i / 64] >> i % 64 & 1) != 0 ? terms[i] : -terms[i];
    hits += std::abs(sum) >= threshold ? 1 : 0;
  }
  return (static_cast<double>(hits) + 1) / (static_cast<double>(options.permutations) + 1);
}

TEST(FlippedSums, GiveTheTestOfAddingTermByTermForAnyThreads) {
  for (const size_t n : {33U, 64U, 129U, 500U})
    for (const uint32_t permutations : {1U, 63U, 64U, 1000U}) {
      Rng rng(n + permutations, "test/flipped-sums");
      std::vector<double> terms;
      for (size_t i = 0; i < n; ++i) terms.push_back(rng.normal() + 0.05);
      for (const int threads : {1, 3})
        for (const Simd level : simd_levels()) {
          const testing::AtSimdLevel scope(level);
          const PermutationOptions options{.permutations = permutations, .seed = n, .threads = threads};
          EXPECT_EQ(sign_flip_test(terms, std::vector<double>(n, 1), options).p, p_by_adding(terms, options));
        }
    }
}

}  // namespace
}  // namespace standfast
