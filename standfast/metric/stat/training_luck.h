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
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace standfast {

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

}  // namespace standfast
