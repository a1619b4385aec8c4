#include "standfast/metric/stat/flipped_sums.h"

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/metric/stat/weighted_tests.h"
#include "tests/support/every_simd_level.h"

namespace standfast {
namespace {

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
