#include "standfast/metric/resample/classification_bootstrap.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <string>

#include "standfast/base/parallel.h"
#include "standfast/base/rng.h"
#include "standfast/metric/resample/bootstrap.h"
#include "standfast/metric/stat/multinomial.h"
#include "standfast/metric/stat/rank_stability.h"
#include "standfast/metric/stat/weighted_mean.h"

namespace standfast {

ClusterTallies::ClusterTallies(const ClassItems& items, std::span<const uint32_t> cluster, uint32_t clusters)
    : classes_(items.classes) {
  assert(cluster.size() == items.size());
  std::vector<uint32_t> first(clusters + size_t{1});  // items by cluster
  for (const uint32_t c : cluster) ++first[c + size_t{1}];
  for (uint32_t c = 0; c < clusters; ++c) {
    if (first[c + size_t{1}] > 0) present_.push_back(c);
    first[c + size_t{1}] += first[c];
  }
  std::vector<uint32_t> item(items.size()), next(first.begin(), first.end() - 1);
  for (uint32_t i = 0; i < items.size(); ++i) item[next[cluster[i]]++] = i;
  ClassTally one(classes_);
  const auto keep = [&](uint32_t kind, std::vector<uint64_t>& counts) {
    for (uint32_t c = 0; c < classes_; ++c) {
      if (counts[c] > 0)
        entries_.push_back({static_cast<uint32_t>(kind * classes_) + c, static_cast<uint32_t>(counts[c])});
      counts[c] = 0;
    }
  };
  for (const uint32_t c : present_) {
    begin_.push_back(entries_.size());
    for (uint32_t k = first[c]; k < first[c + size_t{1}]; ++k)
      one.add(items.truth[item[k]], items.row(item[k]), items.probabilistic);
    keep(0, one.truth);
    keep(1, one.predicted);
    keep(2, one.right);
    sums_.push_back({one.items, one.probabilistic_items, one.log_loss, one.squared_error});
    one.items = one.probabilistic_items = 0;
    one.log_loss = one.squared_error = FixedSum();
  }
  begin_.push_back(entries_.size());
}

void ClusterTallies::add_to(ClassTally& tally, size_t k, uint32_t times) const {
  assert(tally.classes() == classes_);
  for (size_t e = begin_[k]; e < begin_[k + 1]; ++e) {
    const auto [slot, count] = entries_[e];
    auto& counts = slot < classes_ ? tally.truth : slot < 2 * classes_ ? tally.predicted : tally.right;
    counts[slot % classes_] += uint64_t{times} * count;
  }
  tally.items += times * sums_[k].items;
  tally.probabilistic_items += times * sums_[k].probabilistic_items;
  tally.log_loss.add(sums_[k].log_loss, times);
  tally.squared_error.add(sums_[k].squared_error, times);
}

namespace {

constexpr size_t kTogether = 8;  // resamples of a weighted mean

// One fold, with everything its resamples are made from.
class Fold {
 public:
  Fold(const ScoredClasses& scored, std::span<const uint32_t> rows, uint32_t units, bool ranks) {
    part_.classes = scored.classes;
    part_.probabilistic = scored.probabilistic;
    for (const uint32_t i : rows) {
      part_.truth.push_back(scored.truth[i]);
      part_.cluster.push_back(scored.cluster[i]);
      const auto row = scored.items().row(i);
      part_.probabilities.insert(part_.probabilities.end(), row.begin(), row.end());
    }
    tallies_.emplace(part_.items(), part_.cluster, units);
    if (ranks) ranking_.emplace(part_.items());
  }

  size_t size() const { return part_.truth.size(); }

  // Returns the values if cluster c counts times[c] times. `drawn`: the number of items then.
  std::vector<std::optional<double>> values(const ClassificationProfile& profile,
                                            std::span<const uint8_t> times, uint64_t& drawn,
                                            std::vector<uint32_t>& weights) const {
    ClassTally tally(part_.classes);
    const auto present = tallies_->present();
    for (size_t k = 0; k < present.size(); ++k)
      if (times[present[k]] > 0) tallies_->add_to(tally, k, times[present[k]]);
    drawn = tally.items;
    if (!ranking_) return evaluate(profile, tally, nullptr);
    weights.resize(size());
    for (size_t i = 0; i < weights.size(); ++i) weights[i] = times[part_.cluster[i]];
    const ClassWins wins = ranking_->wins(weights);
    return evaluate(profile, tally, &wins);
  }

 private:
  ScoredClasses part_;
  std::optional<ClusterTallies> tallies_;
  std::optional<ClassRanking> ranking_;
};

std::vector<std::unique_ptr<Fold>> folds_of(const ScoredClasses& scored, uint32_t units, bool pooled,
                                            bool ranks) {
  std::map<uint32_t, std::vector<uint32_t>> rows;
  for (uint32_t i = 0; i < scored.truth.size(); ++i)
    rows[pooled || scored.fold.empty() ? 0 : scored.fold[i]].push_back(i);
  std::vector<std::unique_ptr<Fold>> folds;
  for (const auto& [number, of_fold] : rows)
    folds.push_back(std::make_unique<Fold>(scored, of_fold, units, ranks));
  return folds;
}

}  // namespace

std::vector<Replicated> ClusterBootstrap::scores(const ClassificationProfile& profile,
                                                 const ScoredClasses& scored, FoldMean mean) const {
  assert(scored.cluster.size() == scored.truth.size() &&
         (scored.fold.empty() || scored.fold.size() == scored.truth.size()));
  const auto folds = folds_of(scored, units_, mean == FoldMean::pooled, profile.ranks);
  const size_t metrics = profile.metrics.size();
  // Returns the means over folds under given cluster multiplicities. If `used` is given, it reports what was
  // used.
  const auto means = [&](std::span<const uint8_t> times, std::vector<uint32_t>& weights,
                         std::vector<Replicated>* used) {
    std::vector<double> average(metrics), shares(metrics);
    for (const auto& fold : folds) {
      uint64_t drawn = 0;
      const auto values = fold->values(profile, times, drawn, weights);
      const auto items = static_cast<double>(drawn);
      const double share = mean == FoldMean::equal ? items / static_cast<double>(fold->size()) : items;
      for (size_t m = 0; m < metrics; ++m) {
        if (!values[m]) continue;
        shares[m] += share;
        // If there is only one fold, this gives its value to the last bit.
        if (share > 0) average[m] += (*values[m] - average[m]) * (share / shares[m]);
        if (used == nullptr) continue;
        (*used)[m].n_used += fold->size();
        ++(*used)[m].folds_used;
      }
    }
    for (size_t m = 0; m < metrics; ++m)
      if (!(shares[m] > 0)) average[m] = kUndefinedReplicate;
    return average;
  };
  std::vector<Replicated> result(metrics);
  std::vector<uint32_t> scratch;
  const auto point = means(std::vector<uint8_t>(units_, 1), scratch, &result);
  for (size_t m = 0; m < metrics; ++m) {
    if (result[m].folds_used > 0) result[m].value = point[m];
    result[m].n_total = scored.truth.size();
    result[m].folds = static_cast<uint32_t>(folds.size());
    result[m].replicates.assign(options_.resamples, kUndefinedReplicate);
  }
  if (units_ == 0) return result;
  const MultinomialCounts multinomial(units_);
  std::vector<std::vector<uint32_t>> weights(static_cast<size_t>(std::max(options_.threads, 1)));
  parallel_ranges(options_.resamples, options_.threads, 1, [&](size_t begin, size_t end, int worker) {
    std::vector<uint8_t> times(units_);
    for (size_t r = begin; r < end; ++r) {
      Rng rng = resample_stream(options_.seed, r);
      multinomial.draw(rng, times);
      const auto values = means(times, weights[static_cast<size_t>(worker)], nullptr);
      for (size_t m = 0; m < metrics; ++m) result[m].replicates[r] = values[m];
    }
  });
  return result;
}

Replicated ClusterBootstrap::weighted_mean(std::span<const double> values,
                                           std::span<const double> weights) const {
  assert(values.size() == units_ && weights.size() == units_);
  // Zeros add nothing, and between single documents most differences are 0.
  std::vector<uint32_t> not_zero;
  for (uint32_t u = 0; u < units_; ++u)
    if (weights[u] != 0 && values[u] != 0) not_zero.push_back(u);
  // Every resample draws as many units as there are.
  const bool same = !weights.empty() && weights[0] == std::floor(weights[0]) && std::abs(weights[0]) < 1e6 &&
                    std::all_of(weights.begin(), weights.end(), [&](double w) { return w == weights[0]; });
  // Computes the means of kTogether resamples. Each has sums of its own, in the order of the units, but the
  // sums of all go on at once: a processor adds several numbers in the time that one addition takes.
  const auto means = [&](const std::array<const uint8_t*, kTogether>& times) {
    std::array<double, kTogether> sum{}, total{};
    if (same) total.fill(weights[0] * units_);
    for (const uint32_t u : not_zero)
      for (size_t k = 0; k < kTogether; ++k) sum[k] += times[k][u] * weights[u] * values[u];
    for (size_t u = 0; !same && u < units_; ++u)
      for (size_t k = 0; k < kTogether; ++k) total[k] += times[k][u] * weights[u];
    for (size_t k = 0; k < kTogether; ++k) sum[k] = total[k] > 0 ? sum[k] / total[k] : kUndefinedReplicate;
    return sum;
  };
  Replicated result;
  const std::vector<uint8_t> once(units_, 1);
  std::array<const uint8_t*, kTogether> rows;
  rows.fill(once.data());
  const double point = means(rows)[0];
  result.n_total = units_;
  result.n_used = static_cast<uint64_t>(
      std::count_if(weights.begin(), weights.end(), [](double weight) { return weight > 0; }));
  result.folds = result.folds_used = 1;
  if (!std::isnan(point)) result.value = point;
  result.replicates.assign(options_.resamples, kUndefinedReplicate);
  if (units_ == 0) return result;
  const ResampleDraws drawn = options_.shared != nullptr ? options_.shared->of(units_, options_) : nullptr;
  const MultinomialCounts multinomial(units_);
  parallel_ranges(options_.resamples, options_.threads, kTogether, [&](size_t begin, size_t end, int) {
    std::vector<uint8_t> own(drawn ? 0 : kTogether * units_);
    std::array<const uint8_t*, kTogether> times;
    times.fill(once.data());  // in place of those beyond the last resample
    for (size_t r = begin; r < end; ++r) {
      const size_t k = r - begin;
      if (drawn) {
        times[k] = drawn->data() + r * units_;
        continue;
      }
      Rng rng = resample_stream(options_.seed, r);
      multinomial.draw(rng, std::span(own).subspan(k * units_, units_));
      times[k] = own.data() + k * units_;
    }
    const auto found = means(times);
    std::copy_n(found.begin(), end - begin, result.replicates.begin() + static_cast<ptrdiff_t>(begin));
  });
  return result;
}

double widened_confidence(double confidence, std::span<const uint32_t> cluster, uint32_t units) {
  std::vector<double> items(units), ones(units, 1);
  for (const uint32_t c : cluster) ++items[c];
  const auto effective = static_cast<uint32_t>(weighted_moments(ones, items).effective + 1e-9);
  return small_sample_confidence(confidence, std::max(2U, effective));
}

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
