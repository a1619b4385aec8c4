// Bootstrap intervals for metric profiles.
//
// There are two ways to resample. Item-wise: n of n items with replacement; this is right when items are
// independent. By author: an author's texts occur in many pairs, so pairs are not independent. Authors are
// resampled (A of A with replacement; author a is drawn m_a times). A pair of authors a and b then counts m_a
// * m_b times, and a pair of texts by one author a counts m_a times.
//
// This is the node bootstrap of dyadic data (Snijders, Borgatti 1999, Non-parametric Standard Errors and
// Tests for Network Statistics, Connections 22; Owen 2007, The pigeonhole bootstrap, Annals of Applied
// Statistics 1, for two crossed factors; Davezies, D'Haultfoeuille, Guyonvarch 2021, Annals of Statistics
// 49). It tends to be too wide: the part of the variance that belongs to single pairs of two authors counts
// three times, so an interval is at most 1.7 times too wide. Intervals are percentile intervals.
//
// Determinism: resample r uses only the stream (seed, "metric/bootstrap", r). The bytes do not depend on
// threads.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/rng.h"
#include "standfast/metric/pairs/profile.h"
#include "standfast/metric/pairs/tally.h"
#include "standfast/metric/stat/interval.h"

namespace standfast {

class ResampleCounts;

struct ResampleOptions {
  uint32_t resamples = 1000;  // more: steadier interval ends; the time is linear in it
  uint64_t seed = 0;
  int threads = 1;                   // changes no byte of the result
  ResampleCounts* shared = nullptr;  // draws of other bootstraps, or null; changes no byte either
};

// A quantity on the data and on each resample. If two quantities are made with equal options over the same
// units, replicate r of both comes from the same resample. So their differences and ratios can be formed
// replicate by replicate.
struct Replicated {
  std::optional<double> value;     // nothing = undefined on the data
  std::vector<double> replicates;  // NaN = undefined on that resample
  uint64_t n_used = 0;             // items in the value
  uint64_t n_total = 0;            // items in all
  uint32_t folds_used = 0;         // the value is the mean over these folds; in the others it is undefined
  uint32_t folds = 0;
};

// Corrects the replicates for bias. It moves them so that their median is the value, but not beyond [lowest,
// highest], which holds the value. Every percentile interval then holds the value and nothing impossible.
// Without a value nothing happens.
void centre_on_value(Replicated& quantity, double lowest, double highest);

// Returns a quantity known without sampling, such as a chance level of 0.5.
Replicated constant(double value, uint32_t resamples);

// Resamples items. result[m] belongs to metric_names(profile)[m]. This is the fast path: about 1 ns for each
// item and resample.
std::vector<Replicated> bootstrap_items(const MetricProfile& profile, RankedItems items,
                                        const ResampleOptions& options);

// Scores of one model under one condition. All arrays have one length.
struct ScoredItems {
  std::vector<double> score;  // in [0, 1]; 0.5 exactly = non-answer
  std::vector<uint8_t> same;  // 1 = one author wrote both
  // Codes below `units`. All compared conditions share them.
  std::vector<uint32_t> author_a, author_b;
  std::vector<uint32_t> fold;  // any numbers; empty = one fold
};

// A bootstrap that resamples units (authors) jointly: all quantities made by one UnitBootstrap share its
// resamples. To resample items instead, let author_a[i] = author_b[i] = the number of item i.
class UnitBootstrap {
 public:
  UnitBootstrap(uint32_t units, const ResampleOptions& options) : units_(units), options_(options) {}

  // Returns the mean over folds of each metric. result[m] belongs to metric_names(profile)[m]. A fold in
  // which a metric is undefined is left out of the mean of that metric (see folds_used).
  std::vector<Replicated> scores(const MetricProfile& profile, const ScoredItems& items) const;

  // Resamples any other function of weighted items. `statistic` receives the number of times that each item
  // (a pair of units) counts, in the order of the arrays. It writes `quantities` numbers, NaN if undefined.
  // result[q][r] belongs to resample r, which is the same as everywhere else. Several threads call
  // `statistic` at once. Same and different pairs keep their average balance only up to 1/units (see
  // bootstrap.cc), so quantities should be normalised within each truth.
  using WeightedStatistic = std::function<void(std::span<const uint32_t> weights, std::span<double> out)>;
  std::vector<std::vector<double>> replicates(std::span<const uint32_t> unit_a,
                                              std::span<const uint32_t> unit_b, size_t quantities,
                                              const WeightedStatistic& statistic) const;

  const ResampleOptions& options() const { return options_; }

 private:
  uint32_t units_;
  ResampleOptions options_;
};

inline constexpr double kUndefinedReplicate =
    std::numeric_limits<double>::quiet_NaN();  // a replicate without a value

// Returns the random stream of a resample, the same in every bootstrap. Equal seeds give equal resamples, so
// replicates of two quantities pair up.
inline Rng resample_stream(uint64_t seed, size_t resample) {
  return Rng(seed, "metric/bootstrap", std::to_string(resample));
}

// Draws of each unit in each resample: resample r has bytes [r * units, (r + 1) * units).
using ResampleDraws = std::shared_ptr<const std::vector<uint8_t>>;

// Resamples that several bootstraps over equally many units share, drawn once. Several threads may use them.
class ResampleCounts {
 public:
  // Returns the draws, which are made on the first call. Null for other numbers or another seed than then,
  // and if they would take more than kMost bytes: such a bootstrap draws its own, which are the same.
  ResampleDraws of(uint32_t units, const ResampleOptions& options);

  static constexpr uint64_t kMost = uint64_t{64} << 20;

 private:
  std::mutex mutex_;
  uint32_t units_ = 0, resamples_ = 0;
  uint64_t seed_ = 0;
  ResampleDraws counts_;
};

}  // namespace standfast
