#include "standfast/split/latent/reachable_sums.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "standfast/base/at_level.h"

namespace standfast {

PackedLayout packed_layout(std::span<const uint32_t> targets) {
  PackedLayout layout;
  uint32_t left = 0;  // free bits of the last word
  for (const uint32_t target : targets) {
    const auto width = static_cast<uint32_t>(std::bit_width(target));
    if (left < width + 1) {
      ++layout.words;
      left = 64;
    }
    left -= width + 1;
    layout.fields.push_back({layout.words - 1, left, width});
  }
  return layout;
}

ReachableSums::Sums ReachableSums::nothing_yet(std::span<const uint32_t> targets) {
  assert(targets.size() <= kMostSummedClasses);
  PackedLayout layout = packed_layout(targets);
  if (layout.words <= 1) return PackedSums<1>(targets, std::move(layout));
  if (layout.words <= 2) return PackedSums<2>(targets, std::move(layout));
  if (layout.words <= 4) return PackedSums<4>(targets, std::move(layout));
  if (layout.words <= 8) return PackedSums<8>(targets, std::move(layout));
  if (layout.words <= 16) return PackedSums<16>(targets, std::move(layout));
  return PackedSums<64>(targets, std::move(layout));
}

ReachableSums::ReachableSums(std::span<const uint32_t> targets, uint64_t most_table_bytes)
    : targets_(targets.begin(), targets.end()),
      most_table_bytes_(most_table_bytes),
      sums_(nothing_yet(targets)) {}

void ReachableSums::become_table() {
  SumTable table(targets_);
  std::visit(
      [&table](const auto& list) {
        if constexpr (requires { list.for_each([](const std::vector<uint32_t>&) {}); })
          list.for_each([&table](const std::vector<uint32_t>& sum) { table.set(sum); });
      },
      sums_);
  sums_ = std::move(table);
}

void ReachableSums::add(std::span<const uint32_t> counts, bool with_nothing) {
  std::visit([&](auto& sums) { sums.add(counts, with_nothing); }, sums_);
  if (std::holds_alternative<SumTable>(sums_)) return;
  const uint64_t table = SumTable::bytes_for(targets_);
  if (table <= most_table_bytes_ && table < bytes()) become_table();
}

void ReachableSums::drop_hopeless(std::span<const uint64_t> rest, uint64_t wanted) {
  std::visit(
      [&](auto& sums) {
        if constexpr (requires { sums.drop_hopeless(targets_, rest, wanted); })
          sums.drop_hopeless(targets_, rest, wanted);
      },
      sums_);
}

bool ReachableSums::contains(std::span<const uint32_t> sum) const {
  return std::visit([&](const auto& sums) { return sums.contains(sum); }, sums_);
}

uint64_t ReachableSums::bytes() const {
  return std::visit([](const auto& sums) { return sums.bytes(); }, sums_);
}

std::optional<uint64_t> ReachableSums::listed() const {
  return std::visit(
      [](const auto& sums) -> std::optional<uint64_t> {
        if constexpr (requires { sums.size(); })
          return sums.size();
        else
          return std::nullopt;
      },
      sums_);
}

std::vector<uint32_t> ReachableSums::best() const {
  return std::visit([](const auto& sums) { return sums.best(); }, sums_);
}

namespace {

// Computes to |= from << bits, over rows that do not overlap. from has `words` words; bits beyond `room`
// words are lost.
void or_shifted(uint64_t* __restrict to, const uint64_t* __restrict from, size_t words, size_t room,
                uint32_t bits) {
  const size_t skip = bits / 64;
  const uint32_t shift = bits % 64;
  const size_t n = std::min(words, room - skip);
  to += skip;
  if (shift == 0) {
    for (size_t w = 0; w < n; ++w) to[w] |= from[w];
    return;
  }
  to[0] |= from[0] << shift;
  for (size_t w = 1; w < n; ++w) to[w] |= (from[w] << shift) | (from[w - 1] >> (64 - shift));
  if (skip + n < room) to[n] |= from[n - 1] >> (64 - shift);
}

// Applies the shift to a row in place: from its end, so that each word is read before it changes.
void or_shifted_onto_itself(uint64_t* row, size_t room, uint32_t bits) {
  const size_t skip = bits / 64;
  const uint32_t shift = bits % 64;
  for (size_t w = room; w-- > skip;) {
    uint64_t moved = row[w - skip] << shift;
    if (shift > 0 && w > skip) moved |= row[w - skip - 1] >> (64 - shift);
    row[w] |= moved;
  }
}

}  // namespace

uint64_t SumTable::bytes_for(std::span<const uint32_t> targets) {
  uint64_t bytes = (uint64_t{targets.back()} / 64 + 1) * sizeof(uint64_t);
  for (const uint32_t target : targets.first(targets.size() - 1))
    if (__builtin_mul_overflow(bytes, uint64_t{target} + 1, &bytes)) return UINT64_MAX;
  return bytes;
}

SumTable::SumTable(std::span<const uint32_t> targets)
    : targets_(targets.begin(), targets.end()),
      stride_(targets.size() - 1),
      row_words_(size_t{targets.back()} / 64 + 1),
      last_word_mask_(UINT64_MAX >> (63 - targets.back() % 64)),
      reach_(targets.size(), 0) {
  size_t rows = 1;
  for (size_t c = stride_.size(); c-- > 0;) {
    stride_[c] = rows;
    rows *= size_t{targets_[c]} + 1;
  }
  words_.assign(rows * row_words_, 0);
}

size_t SumTable::rows_below(std::span<const uint32_t> sum) const {
  size_t row = 0;
  for (size_t c = 0; c < stride_.size(); ++c) row += stride_[c] * sum[c];
  return row;
}

void SumTable::set(std::span<const uint32_t> sum) {
  words_[rows_below(sum) * row_words_ + sum.back() / 64] |= uint64_t{1} << (sum.back() % 64);
  for (size_t c = 0; c < sum.size(); ++c) reach_[c] = std::max(reach_[c], sum[c]);
}

bool SumTable::contains(std::span<const uint32_t> sum) const {
  return (words_[rows_below(sum) * row_words_ + sum.back() / 64] >> (sum.back() % 64) & 1) != 0;
}

void SumTable::add(std::span<const uint32_t> counts, bool with_nothing) {
  assert(std::any_of(counts.begin(), counts.end(), [](uint32_t n) { return n > 0; }));
  const bool hide_nothing = !with_nothing && (words_[0] & 1) != 0;
  if (hide_nothing) words_[0] &= ~uint64_t{1};
  // The loop runs from the last row to the first, so that a row is read before it changes.
  const size_t axes = stride_.size(), step = rows_below(counts);
  std::vector<uint32_t> most(axes), at(axes);
  for (size_t c = 0; c < axes; ++c) at[c] = most[c] = std::min(reach_[c], targets_[c] - counts[c]);
  const size_t used_words = size_t{reach_.back()} / 64 + 1;
  const uint32_t bits = counts.back();
  at_level<Simd::v4>([&](auto) {
    for (bool more = true; more;) {
      const size_t row = rows_below(at);
      uint64_t* const to = words_.data() + (row + step) * row_words_;
      if (step > 0)
        or_shifted(to, words_.data() + row * row_words_, used_words, row_words_, bits);
      else
        or_shifted_onto_itself(to, row_words_, bits);
      to[row_words_ - 1] &= last_word_mask_;
      more = false;
      for (size_t c = axes; c-- > 0;) {
        if (at[c] > 0) {
          --at[c];
          more = true;
          break;
        }
        at[c] = most[c];
      }
    }
  });
  if (hide_nothing) words_[0] |= 1;
  for (size_t c = 0; c < targets_.size(); ++c)
    reach_[c] = counts[c] < targets_[c] - reach_[c] ? reach_[c] + counts[c] : targets_[c];
}

std::vector<uint32_t> SumTable::best() const {
  std::vector<uint32_t> best, at(targets_.size(), 0);
  uint64_t most = 0;
  const size_t rows = words_.size() / row_words_;
  for (size_t row = 0; row < rows; ++row) {
    for (size_t w = row_words_; w-- > 0;) {
      const uint64_t word = words_[row * row_words_ + w];
      if (word == 0) continue;
      at.back() = static_cast<uint32_t>(w * 64 + 63 - static_cast<size_t>(std::countl_zero(word)));
      uint64_t total = 0;
      for (const uint32_t n : at) total += n;
      if (best.empty() || total > most) {
        best = at;
        most = total;
      }
      break;
    }
    for (size_t c = stride_.size(); c-- > 0;) {
      if (at[c] < targets_[c]) {
        ++at[c];
        break;
      }
      at[c] = 0;
    }
  }
  return best;
}

}  // namespace standfast
