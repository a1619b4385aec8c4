#include "standfast/metric/pairs/tally.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstring>
#include <utility>

#include "standfast/metric/stat/order.h"

namespace standfast {
namespace {

// Returns the sum of term(k) over [begin, end): blocks of 128 in order, then sums of the block sums in pairs,
// as numpy does. The error grows with log n instead of n.
template <class Term>
double pairwise_sum(size_t begin, size_t end, const Term& term) {
  if (end - begin <= 128) {
    std::array<double, 4> lanes{};
    size_t k = begin;
    for (; k + 4 <= end; k += 4)
      for (size_t j = 0; j < 4; ++j) lanes[j] += term(k + j);
    double sum = (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
    for (; k < end; ++k) sum += term(k);
    return sum;
  }
  const size_t half = begin + (end - begin) / 2;
  return pairwise_sum(begin, half, term) + pairwise_sum(half, end, term);
}

}  // namespace

RankedItems::RankedItems(std::span<const double> scores, std::span<const uint8_t> same) {
  assert(scores.size() == same.size());
  assert(std::all_of(scores.begin(), scores.end(), [](double p) { return std::isfinite(p); }));
  const auto clipped = [&](size_t i) { return std::clamp(scores[i], 0.0, 1.0); };
  Ranking sorted = ranking(scores);
  order_ = std::move(sorted.order);
  const size_t n = order_.size();
  // Score and truth in one number (truth is the sign), so that sorting them needs one random access, not two.
  std::vector<double> signed_score(n);
  for (size_t i = 0; i < n; ++i)
    signed_score[i] = same[i] != 0 ? std::abs(clipped(i)) : -std::abs(clipped(i));
  error_.resize(n);
  different_mask_.resize(n);
  for (size_t k = 0; k < n; ++k) {
    const double value = signed_score[order_[k]];
    different_mask_[k] = std::signbit(value) ? 0xff : 0;
    error_[k] = (std::signbit(value) ? 0.0 : 1.0) - value;
  }
  for (size_t begin = 0; begin < n;) {
    size_t end = begin + 1;
    while (end < n && sorted.is_new[end] == 0) ++end;
    if (end - begin > 1) {
      const auto first = order_.begin() + static_cast<std::ptrdiff_t>(begin);
      const auto last = order_.begin() + static_cast<std::ptrdiff_t>(end);
      const auto middle = std::stable_partition(first, last, [&](uint32_t i) { return same[i] == 0; });
      const auto different = static_cast<size_t>(middle - first);
      std::fill_n(different_mask_.begin() + static_cast<std::ptrdiff_t>(begin), different, uint8_t{0xff});
      std::fill_n(different_mask_.begin() + static_cast<std::ptrdiff_t>(begin + different),
                  end - begin - different, uint8_t{0});
      for (size_t k = begin; k < end; ++k)
        error_[k] = std::abs(clipped(order_[k]) - (k < begin + different ? 0 : 1));
      if (different > 0 && different < end - begin)
        ties_.push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(begin + different),
                         static_cast<uint32_t>(end)});
    }
    begin = end;
  }
  open_begin_ =
      static_cast<size_t>(std::count_if(scores.begin(), scores.end(), [](double p) { return p < 0.5; }));
  open_end_ = open_begin_ + static_cast<size_t>(std::count(scores.begin(), scores.end(), 0.5));
}

void RankedItems::prepare_small() {
  fixed_error_.resize(size());
  for (size_t k = 0; k < size(); ++k)
    fixed_error_[k] = static_cast<uint32_t>(std::min(error_[k] * error_[k] * 0x1p32 + 0.5, 4294967295.0));
}

VerificationTally VerificationTally::repeated(uint64_t same_times, uint64_t different_times) const {
  VerificationTally result = *this;
  for (uint64_t* count : {&result.same_accepted, &result.same_rejected, &result.same_open})
    *count *= same_times;
  for (uint64_t* count : {&result.different_accepted, &result.different_rejected, &result.different_open})
    *count *= different_times;
  result.doubled_wins *= same_times * different_times;
  result.same_squared_error *= static_cast<double>(same_times);
  result.different_squared_error *= static_cast<double>(different_times);
  return result;
}

template <class Weight>
VerificationTally RankedItems::tally_by(const Weight& weight) const {
  const size_t n = size();
  VerificationTally tally;
  uint64_t wins = 0, different = 0, same = 0;  // of the positions passed; `wins` counts ties as won
  const auto pass = [&](size_t begin, size_t end) {
    for (size_t k = begin; k < end; ++k) {
      const uint64_t w = weight(k);
      const uint64_t d = different_mask_[k] != 0 ? w : 0;
      different += d;
      same += w - d;
      wins += (w - d) * different;
    }
  };
  pass(0, open_begin_);
  tally.same_rejected = same;
  tally.different_rejected = different;
  pass(open_begin_, open_end_);
  tally.same_open = same - tally.same_rejected;
  tally.different_open = different - tally.different_rejected;
  pass(open_end_, n);
  tally.same_accepted = same - tally.same_open - tally.same_rejected;
  tally.different_accepted = different - tally.different_open - tally.different_rejected;
  tally.doubled_wins = 2 * wins;
  for (const Tie& tie : ties_) {
    uint64_t d = 0, s = 0;
    for (size_t k = tie.begin; k < tie.middle; ++k) d += weight(k);
    for (size_t k = tie.middle; k < tie.end; ++k) s += weight(k);
    tally.doubled_wins -= d * s;
  }
  const auto squared_error = [&](bool of_different) {
    return pairwise_sum(0, n, [&](size_t k) {
      return (different_mask_[k] != 0) == of_different
                 ? static_cast<double>(weight(k)) * (error_[k] * error_[k])
                 : 0.0;
    });
  };
  tally.same_squared_error = squared_error(false);
  tally.different_squared_error = squared_error(true);
  return tally;
}

VerificationTally RankedItems::tally() const {
  return tally_by([](size_t) { return uint64_t{1}; });
}

VerificationTally RankedItems::tally(std::span<const uint32_t> weights) const {
  assert(weights.size() == size());
  return tally_by([&](size_t k) { return uint64_t{weights[k]}; });
}

// Processes eight weights at a time, in one 64-bit word. Multiplying by 0x0101...01 makes byte j the sum of
// bytes 0..j (without a carry as long as all eight add up to less than 256). This gives the running count of
// "different" inside the word and, in the top byte, the total.
VerificationTally RankedItems::tally_small(std::span<const uint8_t> weights) const {
  assert(weights.size() == size() && fixed_error_.size() == size());
  assert(std::all_of(weights.begin(), weights.end(), [](uint8_t w) { return w <= kMaxSmallWeight; }));
  constexpr uint64_t kOnes = 0x0101010101010101ULL;
  constexpr size_t kBlock = 4096;
  VerificationTally tally;
  uint64_t wins = 0, different = 0, same = 0, error = 0, different_error = 0;
  std::array<uint64_t, kBlock / 8> running, same_words;
  const auto pass = [&](size_t begin, size_t end) {
    while (begin < end) {
      const size_t length = std::min(kBlock, end - begin);
      size_t words = 0;
      for (size_t k = 0; k < length; k += 8, ++words) {
        uint64_t w = 0, mask = 0;
        const size_t bytes = std::min<size_t>(8, length - k);
        if (bytes == 8) {
          std::memcpy(&w, weights.data() + begin + k, 8);
          std::memcpy(&mask, different_mask_.data() + begin + k, 8);
        } else {
          std::memcpy(&w, weights.data() + begin + k, bytes);
          std::memcpy(&mask, different_mask_.data() + begin + k, bytes);
        }
        const uint64_t d = (w & mask) * kOnes;
        const uint64_t s = w & ~mask;
        const uint64_t s_sum = (s * kOnes) >> 56;
        running[words] = d;
        same_words[words] = s;
        wins += s_sum * different;  // the different items before this word; the rest follows below
        different += d >> 56;
        same += s_sum;
      }
      const auto* r = reinterpret_cast<const uint8_t*>(running.data());
      const auto* s = reinterpret_cast<const uint8_t*>(same_words.data());
      uint32_t inside = 0;
      for (size_t j = 0; j < 8 * words; ++j) inside += static_cast<uint32_t>(r[j]) * s[j];
      wins += inside;
      uint64_t block_error = 0, block_different = 0;
      for (size_t k = begin; k < begin + length; ++k) {
        block_error += uint64_t{weights[k]} * fixed_error_[k];
        block_different += uint64_t{static_cast<uint8_t>(weights[k] & different_mask_[k])} * fixed_error_[k];
      }
      error += block_error;
      different_error += block_different;
      begin += length;
    }
  };
  pass(0, open_begin_);
  tally.same_rejected = same;
  tally.different_rejected = different;
  pass(open_begin_, open_end_);
  tally.same_open = same - tally.same_rejected;
  tally.different_open = different - tally.different_rejected;
  pass(open_end_, size());
  tally.same_accepted = same - tally.same_open - tally.same_rejected;
  tally.different_accepted = different - tally.different_open - tally.different_rejected;
  tally.doubled_wins = 2 * wins;
  for (const Tie& tie : ties_) {
    uint32_t d = 0, s = 0;
    for (size_t k = tie.begin; k < tie.middle; ++k) d += weights[k];
    for (size_t k = tie.middle; k < tie.end; ++k) s += weights[k];
    tally.doubled_wins -= uint64_t{d} * s;
  }
  tally.same_squared_error = static_cast<double>(error - different_error) * 0x1p-32;
  tally.different_squared_error = static_cast<double>(different_error) * 0x1p-32;
  return tally;
}

}  // namespace standfast
