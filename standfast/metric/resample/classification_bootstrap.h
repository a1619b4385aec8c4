// Bootstrap of classification scores over clusters of documents; clusters are usually topics. Documents of a
// topic are not independent, so topics are resampled (T of T with replacement), each with all its documents.
//
// Resample r is the same as resample r of a UnitBootstrap (bootstrap.h) with equal options and as many units.
// So scores of several models and conditions over the same units can be paired (estimate.h).
//
// Percentile intervals of few clusters are too narrow. Take the percentiles at widened_confidence(). In
// simulations with 23 topics of the sizes in the novel-topic paper the 95 % interval then held the truth in
// 95 % of cases; without widening it did in 91 %. With four topics even that is not enough (89 %). See
// docs/topic-statistics.md.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/metric/classes/classification.h"
#include "standfast/metric/classes/classification_profile.h"
#include "standfast/metric/classes/classification_tally.h"
#include "standfast/metric/resample/bootstrap.h"
#include "standfast/metric/resample/permutation.h"

namespace standfast {

// Answers of one model under one condition. truth, cluster and fold (if any) have the same length.
struct ScoredClasses {
  size_t classes = 0;
  std::vector<uint32_t> truth;        // below `classes`
  std::vector<double> probabilities;  // n x classes, row-major
  bool probabilistic = true;          // see ClassItems
  // Codes below the number of units of the bootstrap. All compared conditions share them.
  std::vector<uint32_t> cluster;
  std::vector<uint32_t> fold;  // any numbers; empty = one fold

  ClassItems items() const { return {classes, truth, probabilities, probabilistic}; }
};

// Rules by which the scores of folds become one score. A fold in which a metric is undefined is left out of
// the mean of that metric.
enum class FoldMean : uint8_t {
  equal,     // all folds count alike; in a resample, by the share of their items that are drawn
  by_items,  // by number of items: accuracy over folds of topics becomes the share of right documents
  pooled,    // no mean: all items together; AUC then compares ranks of different fits
};

class ClusterBootstrap {
 public:
  ClusterBootstrap(uint32_t units, const ResampleOptions& options) : units_(units), options_(options) {}

  // Resamples the scores. result[m] belongs to profile.metrics[m]. Without ranking metrics a resample
  // costs O(pairs of a cluster and a class in it); with them it costs O(classes * items).
  std::vector<Replicated> scores(const ClassificationProfile& profile, const ScoredClasses& scored,
                                 FoldMean mean = FoldMean::by_items) const;

  // Resamples the weighted mean of one value for each unit. Both spans have `units` entries; weight 0 = the
  // unit is absent.
  Replicated weighted_mean(std::span<const double> values, std::span<const double> weights) const;

  const ResampleOptions& options() const { return options_; }

 private:
  uint32_t units_;
  ResampleOptions options_;
};

// Returns the level at which to take percentiles: small_sample_confidence() of the effective number of
// clusters, which is (sum n)^2 / sum n^2 over their numbers of items, rounded down. cluster[i]: below
// `units`.
double widened_confidence(double confidence, std::span<const uint32_t> cluster, uint32_t units);

// Tallies of a classification by cluster (topic, author ...), stored sparsely. Resamples and swaps of whole
// clusters add up the tallies of clusters instead of reading their items again.
class ClusterTallies {
 public:
  // cluster[i]: any number below `clusters`.
  ClusterTallies(const ClassItems& items, std::span<const uint32_t> cluster, uint32_t clusters);

  std::span<const uint32_t> present() const { return present_; }  // clusters with items, ascending
  uint64_t items(size_t k) const { return sums_[k].items; }       // of cluster present()[k]
  // Adds the items of cluster present()[k] `times` times.
  void add_to(ClassTally& tally, size_t k, uint32_t times) const;

 private:
  struct Entry {
    uint32_t kind_and_class;  // kind * classes + class; kind 0: truth, 1: predicted, 2: right
    uint32_t count;
  };
  struct Sums {
    uint64_t items = 0, probabilistic_items = 0;
    FixedSum log_loss, squared_error;
  };
  size_t classes_;
  std::vector<uint32_t> present_;
  std::vector<size_t> begin_;  // entries of cluster k: [begin_[k], begin_[k + 1])
  std::vector<Entry> entries_;
  std::vector<Sums> sums_;
};

// The paired permutation test of two classifiers on the same documents. If they are exchangeable, swapping
// their answers on a whole cluster (for example a topic) gives an equally likely outcome. See permutation.h.
// For accuracy over many topics, sign_flip_test() (weighted_tests.h) is the same test, exact up to 32 topics.

// Tests the difference of two classifiers. a, b: answers to the same items (equal truth) with one label set.
// cluster[i]: below `clusters`; items of a cluster are swapped together. All 2^clusters swaps are tried if
// there are at most options.permutations of them; else random swaps.
PermutationTest paired_permutation(const ClassificationMetric& metric, const ClassItems& a,
                                   const ClassItems& b, std::span<const uint32_t> cluster, uint32_t clusters,
                                   const PermutationOptions& options);

}  // namespace standfast
