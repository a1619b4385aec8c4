// Influences of items on metrics: the derivative of the metric with respect to the weight of the item, if all
// items have weight 1. To first order, a metric under other weights is value + sum of (weight_i - 1) *
// influence_i. This is the infinitesimal jackknife (Jaeckel 1972; Efron 1982, The Jackknife, the Bootstrap
// and Other Resampling Plans, chapter 6). For AUC the influences are DeLong's placement values minus their
// mean, divided by n (DeLong, DeLong, Clarke-Pearson 1988, Biometrics 44). Metrics do not change if all
// weights are doubled, so influences sum to 0.
//
// Every metric is a function of a tally, and each item adds its part to the tally. So one derivative serves
// the whole catalog: it takes the tally in which every item occurs many times, and changes it by a little
// more and a little less of item i.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "standfast/metric/classes/classification_profile.h"
#include "standfast/metric/pairs/profile.h"

namespace standfast {

// Training luck: the part of a score's error that is due to the training sample, because other training
// documents would give other models. The error over items (shared_units.h) takes the models as given; nested
// cross-validation with whole units estimates the rest (Bates, Hastie, Tibshirani 2024, Cross-Validation:
// What Does It Estimate and How Well Does It Do It?, Journal of the American Statistical Association 119).
//
// The whole validation is repeated without a block of units (authors or topics): their documents are neither
// trained on nor tested. On the remaining items, let `kept` be the score of the original models and
// `refitted` the score of the models that never saw the block; let `theirs` be the score on the items of the
// block. Bates, Hastie and Tibshirani compare refitted with theirs: a = (refitted - theirs)^2 estimates the
// mean squared error of a validation plus the variance of theirs. With the same models, b = (kept - theirs)^2
// would estimate the same without training luck. So
//   a - b = change^2 - 2 change departure,  change = refitted - kept,  departure = theirs - kept,
// averaged over blocks and repeats, is the variance that training adds. If an odd block made the models of
// other units worse, change and departure have opposite signs, and the variance grows. A score is, to first
// order, the mean of theirs and kept weighted by the share w of the block, so departure = (score - kept) / w,
// for any metric. The factor 1 - w extrapolates from the remaining units to all of them.
//
// Everything here is linear in the score. So a difference of scores has the differences of their changes and
// departures, block by block: the same block is left out of both.

// The changes of a number if a validation is repeated without blocks of units.
struct TrainingLuck {
  // Both times sqrt(1 - w). NaN: the score is undefined without this block. Both 0: the block has no items
  // here.
  struct Block {
    double change = 0, departure = 0;
  };
  // By kind of unit; in the same places for all compared numbers. Empty: nothing was trained.
  std::vector<std::vector<Block>> kinds;
  std::string why_not;  // reason why the changes are unknown; then the number has no interval
};
// Null: intervals refer to the fitted models.
using SharedLuck = std::shared_ptr<const TrainingLuck>;

SharedLuck unknown_luck(std::string why_not);

// Returns the entry of one block. score: over all items; share: w, of the block in the score.
TrainingLuck::Block luck_of_block(double score, double kept, double refitted, double share);

// Returns the luck of a sum of numbers, each times its factor. Null if no number has any; unknown if only
// some have.
SharedLuck sum_of_luck(std::span<const std::pair<SharedLuck, double>> terms);

// Returns, by kind, the variance that training adds; it may be below 0 by chance. NaN for a kind with fewer
// than half of the blocks defined.
std::vector<double> added_variance(const TrainingLuck& luck);

// The value of a metric on some items, with its influences.
struct Influenced {
  std::optional<double> value;    // nothing: undefined on these items
  std::vector<double> influence;  // by item; empty where undefined
  SharedLuck luck = {};           // its changes under other training, if intervals allow for them
};

// Computes influences. result[m] belongs to metric_names(profile)[m]. scores, same: as for evaluate(). O(n
// log n).
std::vector<Influenced> influences(const MetricProfile& profile, std::span<const double> scores,
                                   std::span<const uint8_t> same);

// Returns the mean of a metric over folds. items: the number of items of each fold. Folds in which the metric
// is undefined are left out. An item counts within its fold, and it also counts through the weight of its
// fold: more of an item is more of the fold, so a fold above the mean pulls the mean up. Without this second
// part the uncertainty between folds would be missing, which is most of the effect of topics.
Influenced mean_over_folds(std::span<const Influenced> folds, std::span<const size_t> items);

// Computes influences. result[m] belongs to profile.metrics[m]. O(n classes^2) if the profile ranks, else O(n
// classes). classes_vary: the classes are a sample as well (classes/sampled_classes.h).
std::vector<Influenced> influences(const ClassificationProfile& profile, const ClassItems& items,
                                   bool classes_vary = false);

}  // namespace standfast
