#include "standfast/metric/resample/bootstrap.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <span>

#include "standfast/base/parallel.h"
#include "standfast/metric/stat/multinomial.h"

namespace standfast {

namespace {

// One fold, sorted, with the units of each position.
struct RankedFold {
  RankedItems items;
  std::vector<uint32_t> unit_a, unit_b;  // by position
};

std::vector<RankedFold> ranked_folds(const ScoredItems& items) {
  std::map<uint32_t, std::vector<uint32_t>> rows_of_fold;
  for (uint32_t i = 0; i < items.score.size(); ++i)
    rows_of_fold[items.fold.empty() ? 0 : items.fold[i]].push_back(i);
  std::vector<RankedFold> folds;
  for (const auto& [fold, rows] : rows_of_fold) {
    std::vector<double> score;
    std::vector<uint8_t> same;
    for (const uint32_t i : rows) {
      score.push_back(items.score[i]);
      same.push_back(items.same[i]);
    }
    RankedFold ranked{RankedItems(score, same), {}, {}};
    ranked.items.prepare_small();
    for (const uint32_t position : ranked.items.order()) {
      ranked.unit_a.push_back(items.author_a[rows[position]]);
      ranked.unit_b.push_back(items.author_b[rows[position]]);
    }
    folds.push_back(std::move(ranked));
  }
  return folds;
}

// The number of units from which on the class balance of resamples is not corrected. A pair of two units has
// the mean weight E[m_a m_b] = 1 - 1/A; a pair inside one unit has E[m_a] = 1. If the truth is exactly this
// distinction, resamples of few authors would hold too few "different" pairs on average. Every metric that
// depends on the class balance would then be off centre (with 15 authors far enough for a score to lie
// outside its own interval). Counting "same" A - 1 times and "different" A times restores the balance
// exactly. From kManyUnits on, the shift is below 0.03 % and is not corrected, so that counts fit in 64 bits.
constexpr uint32_t kManyUnits = 4096;

bool truth_is_unit_equality(const ScoredItems& items) {
  for (size_t i = 0; i < items.score.size(); ++i)
    if ((items.author_a[i] == items.author_b[i]) != (items.same[i] != 0)) return false;
  return true;
}

// Returns the tally under given unit multiplicities. The scratch vectors are reused between calls.
VerificationTally resampled_tally(const RankedFold& fold, std::span<const uint8_t> multiplicity,
                                  std::vector<uint8_t>& small, std::vector<uint32_t>& large) {
  const size_t n = fold.items.size();
  small.resize(n);
  uint32_t highest = 0;
  for (size_t k = 0; k < n; ++k) {
    const uint32_t a = fold.unit_a[k], b = fold.unit_b[k];
    const uint32_t weight = multiplicity[a] * (a == b ? 1U : uint32_t{multiplicity[b]});
    highest = std::max(highest, weight);
    small[k] = static_cast<uint8_t>(weight);
  }
  if (highest <= RankedItems::kMaxSmallWeight) return fold.items.tally_small(small);
  large.resize(n);
  for (size_t k = 0; k < n; ++k) {
    const uint32_t a = fold.unit_a[k], b = fold.unit_b[k];
    large[k] = multiplicity[a] * (a == b ? 1U : uint32_t{multiplicity[b]});
  }
  return fold.items.tally(large);
}

}  // namespace

void centre_on_value(Replicated& quantity, double lowest, double highest) {
  if (!quantity.value) return;
  const double value = *quantity.value;
  assert(lowest <= value && value <= highest);
  std::vector<double> sorted;
  for (const double x : quantity.replicates)
    if (!std::isnan(x)) sorted.push_back(x);
  if (sorted.empty()) return;
  std::sort(sorted.begin(), sorted.end());
  const double median = quantile(sorted, 0.5), shift = value - median;
  for (double& x : quantity.replicates) {
    if (std::isnan(x)) continue;
    // Rounding must not move a replicate across the value.
    x = x < median ? std::min(x + shift, value) : x > median ? std::max(x + shift, value) : value;
    x = std::clamp(x, lowest, highest);
  }
}

Replicated constant(double value, uint32_t resamples) {
  Replicated result;
  result.value = value;
  result.replicates.assign(resamples, value);
  return result;
}

std::vector<Replicated> bootstrap_items(const MetricProfile& profile, RankedItems items,
                                        const ResampleOptions& options) {
  const VerificationScores point = evaluate(profile, items.tally());
  std::vector<Replicated> result(point.values.size());
  for (size_t m = 0; m < result.size(); ++m) {
    result[m].value = point.values[m];
    result[m].replicates.assign(options.resamples, kUndefinedReplicate);
    result[m].n_total = point.n;
    result[m].n_used = point.values[m] ? point.n : 0;
    result[m].folds = 1;
    result[m].folds_used = point.values[m] ? 1 : 0;
  }
  if (items.size() == 0) return result;
  items.prepare_small();
  const MultinomialCounts multinomial(items.size());
  std::vector<std::vector<uint8_t>> scratch(static_cast<size_t>(std::max(options.threads, 1)));
  parallel_ranges(options.resamples, options.threads, 1, [&](size_t begin, size_t end, int worker) {
    auto& counts = scratch[static_cast<size_t>(worker)];
    counts.resize(items.size());
    for (size_t r = begin; r < end; ++r) {
      Rng rng = resample_stream(options.seed, r);
      // Positions are exchangeable, so the counts need no mapping from items to positions.
      multinomial.draw(rng, counts);
      const auto values = evaluate(profile, items.tally_small(counts)).values;
      for (size_t m = 0; m < values.size(); ++m)
        result[m].replicates[r] = values[m].value_or(kUndefinedReplicate);
    }
  });
  return result;
}

std::vector<Replicated> UnitBootstrap::scores(const MetricProfile& profile, const ScoredItems& items) const {
  assert(items.same.size() == items.score.size() && items.author_a.size() == items.score.size() &&
         items.author_b.size() == items.score.size() &&
         (items.fold.empty() || items.fold.size() == items.score.size()));
  const std::vector<RankedFold> folds = ranked_folds(items);
  const size_t metrics = profile.metrics.size() + 1;
  std::vector<Replicated> result(metrics);
  std::vector<double> sums(metrics);
  for (const auto& fold : folds) {
    const auto values = evaluate(profile, fold.items.tally()).values;
    for (size_t m = 0; m < metrics; ++m) {
      result[m].n_total += fold.items.size();
      ++result[m].folds;
      if (!values[m]) continue;
      result[m].n_used += fold.items.size();
      ++result[m].folds_used;
      sums[m] += *values[m];
    }
  }
  for (size_t m = 0; m < metrics; ++m) {
    if (result[m].folds_used > 0) result[m].value = sums[m] / result[m].folds_used;
    result[m].replicates.assign(options_.resamples, kUndefinedReplicate);
  }
  if (units_ == 0) return result;
  const bool rebalanced = units_ > 1 && units_ < kManyUnits && truth_is_unit_equality(items);
  const uint64_t same_times = rebalanced ? units_ - 1 : 1, different_times = rebalanced ? units_ : 1;
  const MultinomialCounts multinomial(units_);
  struct Scratch {
    std::vector<uint8_t> multiplicity, small;
    std::vector<uint32_t> large;
  };
  std::vector<Scratch> scratch(static_cast<size_t>(std::max(options_.threads, 1)));
  parallel_ranges(options_.resamples, options_.threads, 1, [&](size_t begin, size_t end, int worker) {
    Scratch& own = scratch[static_cast<size_t>(worker)];
    own.multiplicity.resize(units_);
    std::vector<double> sum(metrics), used(metrics);
    for (size_t r = begin; r < end; ++r) {
      Rng rng = resample_stream(options_.seed, r);
      multinomial.draw(rng, own.multiplicity);
      std::fill(sum.begin(), sum.end(), 0.0);
      std::fill(used.begin(), used.end(), 0.0);
      for (const auto& fold : folds) {
        const VerificationTally tally = resampled_tally(fold, own.multiplicity, own.small, own.large);
        const auto values = evaluate(profile, tally.repeated(same_times, different_times)).values;
        for (size_t m = 0; m < metrics; ++m) {
          if (!values[m]) continue;
          sum[m] += *values[m];
          used[m] += 1;
        }
      }
      for (size_t m = 0; m < metrics; ++m)
        if (used[m] > 0) result[m].replicates[r] = sum[m] / used[m];
    }
  });
  return result;
}

std::vector<std::vector<double>> UnitBootstrap::replicates(std::span<const uint32_t> unit_a,
                                                           std::span<const uint32_t> unit_b,
                                                           size_t quantities,
                                                           const WeightedStatistic& statistic) const {
  assert(unit_a.size() == unit_b.size());
  std::vector<std::vector<double>> result(quantities,
                                          std::vector<double>(options_.resamples, kUndefinedReplicate));
  if (units_ == 0) return result;
  const MultinomialCounts multinomial(units_);
  struct Scratch {
    std::vector<uint8_t> multiplicity;
    std::vector<uint32_t> weights;
    std::vector<double> out;
  };
  std::vector<Scratch> scratch(static_cast<size_t>(std::max(options_.threads, 1)));
  parallel_ranges(options_.resamples, options_.threads, 1, [&](size_t begin, size_t end, int worker) {
    Scratch& own = scratch[static_cast<size_t>(worker)];
    own.multiplicity.resize(units_);
    own.weights.resize(unit_a.size());
    own.out.resize(quantities);
    for (size_t r = begin; r < end; ++r) {
      Rng rng = resample_stream(options_.seed, r);
      multinomial.draw(rng, own.multiplicity);
      for (size_t i = 0; i < unit_a.size(); ++i) {
        const uint32_t a = unit_a[i], b = unit_b[i];
        own.weights[i] = own.multiplicity[a] * (a == b ? 1U : uint32_t{own.multiplicity[b]});
      }
      std::fill(own.out.begin(), own.out.end(), kUndefinedReplicate);
      statistic(own.weights, own.out);
      for (size_t q = 0; q < quantities; ++q) result[q][r] = own.out[q];
    }
  });
  return result;
}

ResampleDraws ResampleCounts::of(uint32_t units, const ResampleOptions& options) {
  if (units == 0 || uint64_t{units} * options.resamples > kMost) return nullptr;
  const std::lock_guard lock(mutex_);  // others that need the same draws wait for them
  if (counts_)
    return units_ == units && resamples_ == options.resamples && seed_ == options.seed ? counts_ : nullptr;
  auto drawn = std::make_shared<std::vector<uint8_t>>(size_t{units} * options.resamples);
  const MultinomialCounts multinomial(units);
  parallel_for(
      options.resamples, options.threads,
      [&](size_t r) {
        Rng rng = resample_stream(options.seed, r);
        multinomial.draw(rng, std::span(*drawn).subspan(r * units, units));
      },
      64);
  units_ = units;
  resamples_ = options.resamples;
  seed_ = options.seed;
  counts_ = std::move(drawn);
  return counts_;
}

}  // namespace standfast
