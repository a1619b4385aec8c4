#include "standfast/metric/evidence/cllr.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

#include "standfast/metric/stat/order.h"

namespace standfast {
namespace {

struct Counts {
  uint64_t same = 0, different = 0;
};

// Returns whether the share of "same" in `a` is at least the share in `b`; exact, in whole numbers.
bool not_below(const Counts& a, const Counts& b) {
  return a.same * (b.same + b.different) >= b.same * (a.same + a.different);
}

// Performs one step of PAV: pools the last blocks while their shares do not rise.
template <class Block, class Merge>
void pool(std::vector<Block>& blocks, const Merge& merge) {
  while (blocks.size() >= 2 &&
         not_below({blocks[blocks.size() - 2].same, blocks[blocks.size() - 2].different},
                   {blocks.back().same, blocks.back().different})) {
    merge(blocks[blocks.size() - 2], blocks.back());
    blocks.pop_back();
  }
}

struct AddCounts {
  void operator()(Counts& into, const Counts& last) const {
    into.same += last.same;
    into.different += last.different;
  }
};

double rate(uint64_t part, uint64_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

// Returns the Cllr after PAV. Pure blocks have infinite LLRs and cost nothing.
double cllr_of(const std::vector<Counts>& blocks, uint64_t same, uint64_t different) {
  double same_cost = 0, different_cost = 0;
  for (const auto& block : blocks) {
    if (block.same == 0 || block.different == 0) continue;
    const double ratio = rate(block.same, same) / rate(block.different, different);
    same_cost += static_cast<double>(block.same) * std::log2(1 + 1 / ratio);
    different_cost += static_cast<double>(block.different) * std::log2(1 + ratio);
  }
  return (same_cost / static_cast<double>(same) + different_cost / static_cast<double>(different)) / 2;
}

// Returns the EER. Walks along the hull with a rising threshold: misses rise from 0 and false alarms fall
// from 1, so they meet once.
double eer_of(const std::vector<Counts>& blocks, uint64_t same, uint64_t different) {
  double miss = 0, alarm = 1;
  uint64_t missed = 0, alarms = different;
  for (const auto& block : blocks) {
    missed += block.same;
    alarms -= block.different;
    const double next_miss = rate(missed, same), next_alarm = rate(alarms, different);
    if (next_miss >= next_alarm) {
      const double before = alarm - miss, after = next_miss - next_alarm;
      const double share = before / (before + after);  // before > 0, after >= 0
      return miss + share * (next_miss - miss);
    }
    miss = next_miss;
    alarm = next_alarm;
  }
  return miss;  // not reached: at the end the miss rate is 1 and the false alarm rate 0
}

}  // namespace

double softplus_bits(double x) {
  const double nats = x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x));
  return nats / std::numbers::ln2;
}

double pav_llr(const PavBlock& block, uint64_t n_same, uint64_t n_different) {
  return std::log(rate(block.same, n_same)) - std::log(rate(block.different, n_different));
}

RankedLlrs::RankedLlrs(std::span<const double> llr, std::span<const uint8_t> same) {
  assert(llr.size() == same.size());
  const Ranking ranked = ranking(llr);
  order_ = ranked.order;
  same_.reserve(order_.size());
  for (uint32_t k = 0; k < order_.size(); ++k) {
    same_.push_back(same[order_[k]]);
    if (ranked.is_new[k] != 0) {
      const double value = llr[order_[k]];
      groups_.push_back({k, value, softplus_bits(-value), softplus_bits(value)});
    }
    groups_.back().end = k + 1;
  }
}

template <class Weight>
std::optional<ForensicScores> RankedLlrs::scores_by(const Weight& weight) const {
  uint64_t same = 0, different = 0, misleading_same = 0, misleading_different = 0;
  double same_cost = 0, different_cost = 0;
  std::vector<Counts> blocks;
  uint32_t k = 0;
  for (const Group& group : groups_) {
    Counts counts;
    for (; k < group.end; ++k) (same_[k] != 0 ? counts.same : counts.different) += weight(k);
    if (counts.same + counts.different == 0) continue;
    same += counts.same;
    different += counts.different;
    same_cost += static_cast<double>(counts.same) * group.same_cost;
    different_cost += static_cast<double>(counts.different) * group.different_cost;
    if (group.llr < 0) misleading_same += counts.same;
    if (group.llr > 0) misleading_different += counts.different;
    blocks.push_back(counts);
    pool(blocks, AddCounts{});
  }
  if (same == 0 || different == 0) return std::nullopt;
  const double cllr =
      (same_cost / static_cast<double>(same) + different_cost / static_cast<double>(different)) / 2;
  const double least = cllr_of(blocks, same, different);
  // PAV is optimal, so a negative loss is only a rounding error.
  return ForensicScores{cllr,
                        least,
                        std::max(0.0, cllr - least),
                        eer_of(blocks, same, different),
                        rate(misleading_same, same),
                        rate(misleading_different, different)};
}

std::optional<ForensicScores> RankedLlrs::scores() const {
  return scores_by([](uint32_t) { return uint64_t{1}; });
}

std::optional<ForensicScores> RankedLlrs::scores(std::span<const uint32_t> weights) const {
  assert(weights.size() == order_.size());
  return scores_by([&](uint32_t k) { return uint64_t{weights[k]}; });
}

std::vector<PavBlock> RankedLlrs::pav() const {
  std::vector<PavBlock> blocks;
  uint32_t k = 0;
  for (const Group& group : groups_) {
    PavBlock block{group.llr, group.llr, 0, 0};
    for (; k < group.end; ++k) ++(same_[k] != 0 ? block.same : block.different);
    blocks.push_back(block);
    pool(blocks, [](PavBlock& into, const PavBlock& last) {
      into.high = last.high;
      into.same += last.same;
      into.different += last.different;
    });
  }
  return blocks;
}

std::optional<ForensicScores> forensic_scores(std::span<const double> llr, std::span<const uint8_t> same) {
  return RankedLlrs(llr, same).scores();
}

}  // namespace standfast
