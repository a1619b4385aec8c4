#include "standfast/metric/resample/classification_bootstrap.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <map>
#include <memory>
#include <optional>

#include "standfast/base/parallel.h"
#include "standfast/metric/resample/cluster_tallies.h"
#include "standfast/metric/resample/resample_counts.h"
#include "standfast/metric/resample/resample_stream.h"
#include "standfast/metric/stat/multinomial.h"
#include "standfast/metric/stat/rank_stability.h"
#include "standfast/metric/stat/weighted_mean.h"

namespace standfast {
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
      if (!(shares[m] > 0)) average[m] = kUndefined;
    return average;
  };
  std::vector<Replicated> result(metrics);
  std::vector<uint32_t> scratch;
  const auto point = means(std::vector<uint8_t>(units_, 1), scratch, &result);
  for (size_t m = 0; m < metrics; ++m) {
    if (result[m].folds_used > 0) result[m].value = point[m];
    result[m].n_total = scored.truth.size();
    result[m].folds = static_cast<uint32_t>(folds.size());
    result[m].replicates.assign(options_.resamples, kUndefined);
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
  // Computes the means of kTogether resamples. Each has sums of its own, in the order of the units, but the sums of
  // all go on at once: a processor adds several numbers in the time that one addition takes.
  const auto means = [&](const std::array<const uint8_t*, kTogether>& times) {
    std::array<double, kTogether> sum{}, total{};
    if (same) total.fill(weights[0] * units_);
    for (const uint32_t u : not_zero)
      for (size_t k = 0; k < kTogether; ++k) sum[k] += times[k][u] * weights[u] * values[u];
    for (size_t u = 0; !same && u < units_; ++u)
      for (size_t k = 0; k < kTogether; ++k) total[k] += times[k][u] * weights[u];
    for (size_t k = 0; k < kTogether; ++k) sum[k] = total[k] > 0 ? sum[k] / total[k] : kUndefined;
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
  result.replicates.assign(options_.resamples, kUndefined);
  if (units_ == 0) return result;
  const Counts drawn = options_.shared != nullptr ? options_.shared->of(units_, options_) : nullptr;
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

}  // namespace standfast
