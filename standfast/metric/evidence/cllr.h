// Quality of log-likelihood ratios (LLRs; natural logarithm; metric/evidence/llr.h): Cllr and related
// numbers.
//
//   Cllr = 1/2 [ mean over same-author pairs of log2(1 + 1/LR)
//              + mean over different-author pairs of log2(1 + LR) ]
//
// Cllr is in bits (Brummer, du Preez 2006). 0 is perfect. 1 is the value of LR = 1 for every pair ("says
// nothing"). Above 1 is worse than saying nothing.
//
// Cllr_min is the Cllr after the best monotone transformation of the LLRs, which the pool-adjacent-violators
// algorithm (PAV) finds. It is the loss due to missing discrimination. Cllr_cal = Cllr - Cllr_min is the loss
// due to missing calibration.
//
// The equal error rate (EER) is computed on the convex hull of the ROC curve (ROCCH). The corners of the hull
// are the PAV blocks; between its corners it is a straight line. The EER is the rate at which the miss rate
// on the hull equals the false alarm rate. It needs no choice between neighbouring thresholds. Like Cllr_min,
// it does not change under monotone maps of the LLRs.
//
// Misleading evidence (Royall 2000): LR < 1 for a same-author pair, LR > 1 for a different-author pair. LR =
// 1 is not misleading.
//
// Ties: equal LLRs are one group, which PAV cannot split. Everything is undefined if one of the two truths is
// absent.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace standfast {

inline constexpr std::array<std::string_view, 6> kForensicMetrics = {
    "cllr", "cllr_min", "cllr_cal", "eer", "misleading_same", "misleading_different"};

// Scores by place in kForensicMetrics.
using ForensicScores = std::array<double, kForensicMetrics.size()>;

// Pairs with LLRs in [low, high]. PAV gives all of them one value: the share of "same" among them.
struct PavBlock {
  double low = 0, high = 0;
  uint64_t same = 0, different = 0;
};

class RankedLlrs {
 public:
  // llr: finite (asserted); same[i] 0 or 1.
  RankedLlrs(std::span<const double> llr, std::span<const uint8_t> same);

  size_t size() const { return order_.size(); }
  // Returns the item at each position, by ascending LLR.
  std::span<const uint32_t> order() const { return order_; }

  std::optional<ForensicScores> scores() const;  // Returns the scores; every item counts once.
  // Returns the scores under weights. weights[k] belongs to position k. The sum is below 2^31.
  std::optional<ForensicScores> scores(std::span<const uint32_t> weights) const;

  // Returns the blocks in ascending order; the shares strictly rise.
  std::vector<PavBlock> pav() const;

 private:
  struct Group {  // positions with the same LLR
    uint32_t end;
    double llr, same_cost, different_cost;  // bits
  };
  template <class Weight>
  std::optional<ForensicScores> scores_by(const Weight& weight) const;

  std::vector<uint32_t> order_;
  std::vector<uint8_t> same_;  // by position
  std::vector<Group> groups_;
};

std::optional<ForensicScores> forensic_scores(std::span<const double> llr, std::span<const uint8_t> same);

// Returns the LLR that PAV gives to a block, with N_same and N_different pairs in all. Infinite if the block
// holds only one truth.
double pav_llr(const PavBlock& block, uint64_t n_same, uint64_t n_different);

// Returns log2(1 + exp(x)) without overflow; 0 at -infinity.
double softplus_bits(double x);

}  // namespace standfast
