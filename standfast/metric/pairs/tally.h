// Tallies from which verification metrics are computed: counts of answers by truth and decision, the number
// of pairs of items that are ranked rightly, and the squared error. Every metric is a function of these few
// numbers. So folds, weights and resamples need one pass for all metrics, not one for each.
//
// Convention: a score p lies in [0, 1] (a profile may allow others, which only rank). p > 0.5 accepts "same
// author", p < 0.5 rejects it, and exactly p == 0.5 is a non-answer ("open"). same[i] is 1 if one author
// wrote both texts, else 0.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace standfast {

struct VerificationTally {
  uint64_t same_accepted = 0, same_rejected = 0, same_open = 0;
  uint64_t different_accepted = 0, different_rejected = 0, different_open = 0;
  // Sum over all (same, different) pairs of items: 2 if the same item scores higher, 1 if they tie.
  uint64_t doubled_wins = 0;
  double same_squared_error = 0, different_squared_error = 0;  // sums of (p - same)^2

  uint64_t same() const { return same_accepted + same_rejected + same_open; }
  uint64_t different() const { return different_accepted + different_rejected + different_open; }
  uint64_t items() const { return same() + different(); }
  uint64_t open() const { return same_open + different_open; }
  uint64_t answered() const { return items() - open(); }
  uint64_t right() const { return same_accepted + different_rejected; }
  double squared_error() const { return same_squared_error + different_squared_error; }

  // Returns the tally in which every "same" item occurs same_times times and every "different" item
  // different_times times. The product of both with 2 * same() * different() must stay below 2^64.
  VerificationTally repeated(uint64_t same_times, uint64_t different_times) const;
};

// Items sorted once, so that a tally under any weights takes one pass. The result does not depend on the
// order in which the items were given: sums run in sorted order, and over whole numbers wherever possible.
class RankedItems {
 public:
  // scores: finite (asserted). same[i]: 0 or 1. Both have the same length. A score outside [0, 1] ranks as it
  // is; its squared error is computed at the nearer end.
  RankedItems(std::span<const double> scores, std::span<const uint8_t> same);

  size_t size() const { return order_.size(); }
  // Returns the item at each position. Scores ascend; among equal scores "different" comes before "same".
  std::span<const uint32_t> order() const { return order_; }

  VerificationTally tally() const;  // every item counts once
  // Returns a weighted tally. weights[k] belongs to position k (not to item k). The sum of weights is below
  // 2^31.
  VerificationTally tally(std::span<const uint32_t> weights) const;
  // Returns the tally for weights of at most kMaxSmallWeight, several times faster. The squared error of each
  // item is rounded to 2^-32. For item-wise resampling.
  VerificationTally tally_small(std::span<const uint8_t> weights) const;
  void prepare_small();  // call it once, before tally_small
  static constexpr uint8_t kMaxSmallWeight = 31;

 private:
  template <class Weight>
  VerificationTally tally_by(const Weight& weight) const;

  struct Tie {  // positions of one score that occurs under both truths: different in [begin, middle), same in
                // [middle, end)
    uint32_t begin, middle, end;
  };
  std::vector<uint32_t> order_;
  std::vector<uint8_t> different_mask_;  // 0xff for different, 0 for same
  std::vector<double> error_;            // |p - same| by position
  std::vector<uint32_t> fixed_error_;    // squared error by position, in units of 2^-32 (at most 2^32 - 1)
  std::vector<Tie> ties_;
  size_t open_begin_ = 0, open_end_ = 0;  // positions of score 0.5
};

}  // namespace standfast
