#include "standfast/split/latent/reachable_sums.h"

#include <cassert>

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

}  // namespace standfast
