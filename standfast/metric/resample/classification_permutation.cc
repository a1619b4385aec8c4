#include "standfast/metric/resample/classification_permutation.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <string>

#include "standfast/base/parallel.h"
#include "standfast/base/rng.h"
#include "standfast/metric/resample/cluster_tallies.h"

namespace standfast {
namespace {

// The answers of both classifiers. A swap of clusters only chooses the classifier for which an answer counts.
class Swaps {
 public:
  Swaps(const ClassificationMetric& metric, const ClassItems& a, const ClassItems& b,
        std::span<const uint32_t> cluster, uint32_t clusters)
      : metric_(metric),
        classes_(a.classes),
        cluster_(cluster),
        a_(a, cluster, clusters),
        b_(b, cluster, clusters) {
    if (!metric.ranks()) return;
    // Items of both are sorted together. Under a swap each counts once, for one side.
    std::vector<uint32_t> truth(a.truth.begin(), a.truth.end());
    truth.insert(truth.end(), b.truth.begin(), b.truth.end());
    std::vector<double> rows(a.probabilities.begin(), a.probabilities.end());
    rows.insert(rows.end(), b.probabilities.begin(), b.probabilities.end());
    ranking_.emplace(ClassItems{classes_, truth, rows});
  }

  // Returns first minus second; NaN if undefined. swapped[c]: 0 or 1.
  double difference(std::span<const uint8_t> swapped, std::vector<uint32_t>& weights) const {
    return value(swapped, 0, weights) - value(swapped, 1, weights);
  }

 private:
  // Returns the metric of a side. Without a swap side 0 holds the answers of a, and side 1 the answers of b.
  double value(std::span<const uint8_t> swapped, uint8_t side, std::vector<uint32_t>& weights) const {
    ClassTally tally(classes_);
    std::optional<ClassWins> wins;
    if (ranking_) {
      const size_t n = cluster_.size();
      weights.resize(2 * n);
      for (size_t i = 0; i < n; ++i) {
        weights[i] = swapped[cluster_[i]] == side ? 1 : 0;
        weights[n + i] = 1 - weights[i];
      }
      wins = ranking_->wins(weights);
    } else {
      const auto present = a_.present();
      for (size_t k = 0; k < present.size(); ++k) (swapped[present[k]] == side ? a_ : b_).add_to(tally, k, 1);
    }
    return metric_.value(tally, wins ? &*wins : nullptr).value_or(std::numeric_limits<double>::quiet_NaN());
  }

  const ClassificationMetric& metric_;
  size_t classes_;
  std::span<const uint32_t> cluster_;
  ClusterTallies a_, b_;
  std::optional<ClassRanking> ranking_;
};

}  // namespace

PermutationTest paired_permutation(const ClassificationMetric& metric, const ClassItems& a,
                                   const ClassItems& b, std::span<const uint32_t> cluster, uint32_t clusters,
                                   const PermutationOptions& options) {
  assert(a.classes == b.classes &&
         std::equal(a.truth.begin(), a.truth.end(), b.truth.begin(), b.truth.end()));
  const Swaps swaps(metric, a, b, cluster, clusters);
  std::vector<uint8_t> none(clusters);
  std::vector<uint32_t> scratch;
  const double observed = std::abs(swaps.difference(none, scratch));
  PermutationTest test;
  if (std::isnan(observed) || options.permutations == 0) return test;
  test.exact = clusters < 32 && (uint64_t{1} << clusters) <= options.permutations;
  test.permutations = test.exact ? uint64_t{1} << clusters : options.permutations;
  // Sums in another order may differ in the last bits. A difference that is mathematically the same must
  // count.
  const double threshold = observed - 1e-12 - 1e-9 * observed;
  std::vector<uint8_t> hit(test.permutations);
  parallel_ranges(test.permutations, options.threads, 8, [&](size_t begin, size_t end, int) {
    std::vector<uint8_t> swapped(clusters);
    std::vector<uint32_t> weights;
    for (size_t r = begin; r < end; ++r) {
      if (test.exact) {
        for (uint32_t c = 0; c < clusters; ++c) swapped[c] = static_cast<uint8_t>(r >> c & 1);
      } else {
        Rng rng(options.seed, "metric/permutation", std::to_string(r));
        uint64_t bits = 0;
        for (uint32_t c = 0; c < clusters; ++c) {
          if (c % 64 == 0) bits = rng.next();
          swapped[c] = static_cast<uint8_t>(bits >> c % 64 & 1);
        }
      }
      // If undefined under the swap, it counts as at least as large, so that p errs upwards.
      hit[r] = !(std::abs(swaps.difference(swapped, weights)) < threshold);
    }
  });
  const auto hits = static_cast<double>(std::accumulate(hit.begin(), hit.end(), uint64_t{0}));
  const auto tried = static_cast<double>(test.permutations);
  test.p = test.exact ? hits / tried : (hits + 1) / (tried + 1);
  return test;
}

}  // namespace standfast
