#include "standfast/metric/stat/weighted_tests.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <string>
#include <vector>

#include "standfast/base/at_level.h"
#include "standfast/base/parallel.h"
#include "standfast/base/rng.h"
#include "standfast/metric/stat/distributions.h"
#include "standfast/num/kernel/portable_math.h"

namespace standfast {

namespace {

TTest over(double difference, double se, double df) {
  TTest test;
  test.df = df;
  if (!(se > 0)) {
    test.why_not = "the scores do not vary";
    return test;
  }
  test.t = difference / se;
  test.p = student_two_sided(*test.t, df);
  return test;
}

TTest too_few(const char* why) {
  TTest test;
  test.why_not = why;
  return test;
}

// All sums of +-terms, ascending.
std::vector<double> signed_sums(std::span<const double> terms) {
  std::vector<double> sums{0}, next;
  for (const double term : terms) {
    const double step = std::abs(term);
    next.resize(2 * sums.size());
    size_t low = 0, high = 0;  // sums[low] - step and sums[high] + step come next
    for (auto& out : next) {
      const bool take_low = low < sums.size() && sums[low] - step <= sums[high] + step;
      out = take_low ? sums[low++] - step : sums[high++] + step;
    }
    sums.swap(next);
  }
  return sums;
}

// The number of sums of +-terms that are at least `threshold`.
uint64_t count_at_least(std::span<const double> terms, double threshold) {
  const auto first = signed_sums(terms.first(terms.size() / 2));
  const auto second = signed_sums(terms.subspan(terms.size() / 2));
  uint64_t count = 0;
  size_t from = second.size();  // second[from ...] are large enough for the current x
  for (const double x : first) {
    while (from > 0 && x + second[from - 1] >= threshold) --from;
    count += second.size() - from;
  }
  return count;
}

// Terms of one size. Bit i % 64 of word i / 64 is for term i.
struct EqualTerms {
  double size = 0;
  int64_t count = 0;
  std::vector<uint64_t> among, negative;
};

constexpr size_t kMostSizes = 16;  // with more, adding term by term is as fast

// Empty if there are more sizes than that.
std::vector<EqualTerms> by_size(std::span<const double> terms) {
  std::vector<EqualTerms> sizes;
  const size_t words = (terms.size() + 63) / 64;
  for (size_t i = 0; i < terms.size(); ++i) {
    const double size = std::abs(terms[i]);
    auto same =
        std::find_if(sizes.begin(), sizes.end(), [&](const EqualTerms& known) { return known.size == size; });
    if (same == sizes.end()) {
      if (sizes.size() == kMostSizes) return {};
      sizes.push_back({size, 0, std::vector<uint64_t>(words, 0), std::vector<uint64_t>(words, 0)});
      same = sizes.end() - 1;
    }
    ++same->count;
    same->among[i / 64] |= uint64_t{1} << i % 64;
    if (terms[i] < 0) same->negative[i / 64] |= uint64_t{1} << i % 64;
  }
  return sizes;
}

// Counts the random sums of +-terms that are at least the threshold away from 0. Scores of single documents
// have few values, so terms of one size are not added but counted.
uint64_t random_hits(std::span<const double> terms, double threshold, const PermutationOptions& options) {
  const std::vector<EqualTerms> sizes = by_size(terms);
  std::vector<uint8_t> hit(options.permutations);
  parallel_ranges(options.permutations, options.threads, kFlipsAtOnce, [&](size_t begin, size_t end, int) {
    std::vector<uint64_t> keeps((terms.size() + 63) / 64 * kFlipsAtOnce);  // as flipped_sums() takes them
    for (size_t r = begin; r < end; ++r) {
      Rng rng(options.seed, "metric/sign-flip", std::to_string(r));
      for (size_t at = r - begin; at < keeps.size(); at += kFlipsAtOnce) keeps[at] = rng.next();
    }
    std::array<double, kFlipsAtOnce> sums{};
    if (sizes.empty()) flipped_sums(terms, keeps, sums);
    for (const EqualTerms& equal : sizes) {
      std::array<int64_t, kFlipsAtOnce> above{};
      for (size_t w = 0; w < equal.among.size(); ++w)
        for (size_t f = 0; f < kFlipsAtOnce; ++f)
          above[f] += std::popcount((keeps[w * kFlipsAtOnce + f] ^ equal.negative[w]) & equal.among[w]);
      for (size_t f = 0; f < kFlipsAtOnce; ++f)
        sums[f] += equal.size * static_cast<double>(2 * above[f] - equal.count);
    }
    for (size_t r = begin; r < end; ++r) hit[r] = std::abs(sums[r - begin]) >= threshold;
  });
  return static_cast<uint64_t>(std::count(hit.begin(), hit.end(), 1));
}

}  // namespace

TTest paired_weighted_t(const WeightedMoments& differences, StandardError kind) {
  const auto se = differences.se(kind);
  if (!se) return too_few("fewer than two topics");
  return over(differences.mean, *se, differences.df(kind));
}

TTest unpaired_weighted_t(const WeightedMoments& a, const WeightedMoments& b, StandardError kind) {
  const auto se_a = a.se(kind), se_b = b.se(kind);
  if (!se_a || !se_b) return too_few("fewer than two topics on one side");
  return over(a.mean - b.mean, root_of_squares(*se_a, *se_b), a.df(kind) + b.df(kind));
}

TTest one_standard_error_t(const WeightedMoments& a, const WeightedMoments& b, StandardError kind) {
  const auto se = a.se(kind);
  if (!se || !b.se(kind)) return too_few("fewer than two topics on one side");
  return over(a.mean - b.mean, *se, a.df(kind) + b.df(kind));
}

double least_significant(double standard_error, double df, double alpha) {
  return standard_error * student_critical(alpha, df);
}

PermutationTest sign_flip_test(std::span<const double> differences, std::span<const double> weights,
                               const PermutationOptions& options) {
  assert(differences.size() == weights.size());
  std::vector<double> terms;
  double observed = 0, size = 0;
  for (size_t i = 0; i < differences.size(); ++i) {
    const double term = weights[i] * differences[i];
    if (term == 0) continue;
    terms.push_back(term);
    observed += term;
    size += std::abs(term);
  }
  // Sums in another order may differ in the last bits. A sum that is mathematically the same must count.
  const double threshold = std::abs(observed) - 1e-12 * size;
  PermutationTest test;
  test.exact = terms.size() <= kExactSignFlips;
  if (test.exact) {
    test.permutations = uint64_t{1} << terms.size();
    // At a threshold of 0 or below every sum counts. Above 0, the sums on the other side are the mirrored
    // ones.
    const uint64_t hits = threshold <= 0 ? test.permutations : 2 * count_at_least(terms, threshold);
    test.p = static_cast<double>(hits) / static_cast<double>(test.permutations);
    return test;
  }
  test.permutations = options.permutations;
  if (options.permutations == 0) return test;
  const uint64_t hits = random_hits(terms, threshold, options);
  test.p = (static_cast<double>(hits) + 1) / (static_cast<double>(test.permutations) + 1);
  return test;
}

void flipped_sums(std::span<const double> terms, std::span<const uint64_t> keeps,
                  std::array<double, kFlipsAtOnce>& sums) {
  constexpr uint64_t kSign = uint64_t{1} << 63;
  assert(keeps.size() >= (terms.size() + 63) / 64 * kFlipsAtOnce);
  at_level<Simd::v4>([&](auto) {
    double sum[kFlipsAtOnce] = {};
    uint64_t changes[kFlipsAtOnce];
    for (size_t begin = 0; begin < terms.size(); begin += 64) {
      const uint64_t* const word = keeps.data() + begin / 64 * kFlipsAtOnce;
      for (size_t f = 0; f < kFlipsAtOnce; ++f) changes[f] = ~word[f];
      const size_t count = std::min<size_t>(64, terms.size() - begin);
      for (size_t i = 0; i < count; ++i) {
        const auto term = std::bit_cast<uint64_t>(terms[begin + i]);
        for (size_t f = 0; f < kFlipsAtOnce; ++f)
          sum[f] += std::bit_cast<double>(term ^ (changes[f] << (63 - i) & kSign));
      }
    }
    std::copy_n(sum, kFlipsAtOnce, sums.begin());
  });
}

}  // namespace standfast
