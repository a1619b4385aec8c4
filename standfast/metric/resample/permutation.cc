#include "standfast/metric/resample/permutation.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "standfast/base/parallel.h"
#include "standfast/base/rng.h"

namespace standfast {
namespace {

constexpr uint32_t kUnset = std::numeric_limits<uint32_t>::max();

// The answers of both systems, sorted together, so that swapping only changes weights. Under a swap, system A
// holds some of the answers (weight 1) and system B the others.
class SwappedPair {
 public:
  SwappedPair(const MetricProfile& profile, size_t metric, std::span<const double> a,
              std::span<const double> b, std::span<const uint8_t> same, std::span<const uint32_t> group)
      : profile_(profile), metric_(metric), items_(both(a, b), both(same, same)) {
    items_.prepare_small();
    const size_t n = a.size();
    for (const uint32_t position : items_.order()) {
      const bool of_b = position >= n;
      group_.push_back(group[of_b ? position - n : position]);
      of_b_.push_back(of_b ? 1 : 0);
    }
  }

  // Returns the difference; NaN if undefined. swapped[g] is 0 or 1.
  double difference(std::span<const uint8_t> swapped, std::vector<uint8_t>& weights) const {
    weights.resize(items_.size());
    for (size_t k = 0; k < weights.size(); ++k) weights[k] = of_b_[k] == swapped[group_[k]] ? 1 : 0;
    const auto first = value(weights);
    for (auto& weight : weights) weight = weight != 0 ? 0 : 1;
    return first - value(weights);
  }

 private:
  template <class T>
  static std::vector<T> both(std::span<const T> a, std::span<const T> b) {
    std::vector<T> joined(a.begin(), a.end());
    joined.insert(joined.end(), b.begin(), b.end());
    return joined;
  }
  double value(std::span<const uint8_t> weights) const {
    return evaluate(profile_, items_.tally_small(weights))
        .values[metric_]
        .value_or(std::numeric_limits<double>::quiet_NaN());
  }

  const MetricProfile& profile_;
  size_t metric_;
  RankedItems items_;
  std::vector<uint32_t> group_;  // by position
  std::vector<uint8_t> of_b_;
};

}  // namespace

PermutationTest paired_permutation(const MetricProfile& profile, size_t metric, std::span<const double> a,
                                   std::span<const double> b, std::span<const uint8_t> same,
                                   std::span<const uint32_t> group, uint32_t groups,
                                   const PermutationOptions& options) {
  assert(a.size() == b.size() && a.size() == same.size() && a.size() == group.size());
  const SwappedPair pair(profile, metric, a, b, same, group);
  std::vector<uint8_t> none(groups), scratch;
  const double observed = std::abs(pair.difference(none, scratch));
  PermutationTest test;
  if (std::isnan(observed) || options.permutations == 0) return test;
  test.exact = groups < 32 && (uint64_t{1} << groups) <= options.permutations;
  test.permutations = test.exact ? uint64_t{1} << groups : options.permutations;
  // Sums in another order may differ in the last bits. A difference that is mathematically the same must
  // count.
  const double threshold = observed - 1e-12 - 1e-9 * observed;
  std::vector<uint8_t> hit(test.permutations);
  struct Scratch {
    std::vector<uint8_t> swapped, weights;
  };
  std::vector<Scratch> own(static_cast<size_t>(std::max(options.threads, 1)));
  parallel_ranges(test.permutations, options.threads, 8, [&](size_t begin, size_t end, int worker) {
    auto& [swapped, weights] = own[static_cast<size_t>(worker)];
    swapped.resize(groups);
    for (size_t r = begin; r < end; ++r) {
      if (test.exact) {
        for (uint32_t g = 0; g < groups; ++g) swapped[g] = static_cast<uint8_t>(r >> g & 1);
      } else {
        Rng rng(options.seed, "metric/permutation", std::to_string(r));
        uint64_t bits = 0;
        for (uint32_t g = 0; g < groups; ++g) {
          if (g % 64 == 0) bits = rng.next();
          swapped[g] = static_cast<uint8_t>(bits >> g % 64 & 1);
        }
      }
      const double difference = std::abs(pair.difference(swapped, weights));
      // If undefined under the swap, it counts as at least as large, so that p errs upwards.
      hit[r] = !(difference < threshold);
    }
  });
  const auto hits = static_cast<double>(std::accumulate(hit.begin(), hit.end(), uint64_t{0}));
  const auto tried = static_cast<double>(test.permutations);
  test.p = test.exact ? hits / tried : (hits + 1) / (tried + 1);
  return test;
}

ItemGroups author_components(std::span<const uint32_t> author_a, std::span<const uint32_t> author_b,
                             uint32_t authors) {
  std::vector<uint32_t> parent(authors);
  std::iota(parent.begin(), parent.end(), 0U);
  const auto root = [&](uint32_t author) {
    while (parent[author] != author) author = parent[author] = parent[parent[author]];
    return author;
  };
  for (size_t i = 0; i < author_a.size(); ++i) {
    const uint32_t a = root(author_a[i]), b = root(author_b[i]);
    parent[std::max(a, b)] = std::min(a, b);
  }
  ItemGroups result;
  std::vector<uint32_t> code(authors, kUnset);
  for (const uint32_t author : author_a) {
    uint32_t& own = code[root(author)];
    if (own == kUnset) own = result.groups++;
    result.group.push_back(own);
  }
  return result;
}

}  // namespace standfast
