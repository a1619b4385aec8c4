#include "standfast/split/whole_blocks.h"

#include <algorithm>
#include <numeric>

#include "standfast/split/group_trades.h"

namespace standfast {
namespace {

constexpr int kDisplacements = 60;
// A block is compared with at most this many others, drawn at random; otherwise large corpora would take minutes.
constexpr size_t kMostPartners = 4096;

class Search {
 public:
  Search(WholeBlocks& blocks, Rng& rng)
      : blocks_(blocks), rng_(rng), own_(blocks.room.front().size(), 0), order_(blocks.counts.size()) {
    std::iota(order_.begin(), order_.end(), uint32_t{0});
    for (const auto& room : blocks.room) {
      excess_.emplace_back();
      for (const uint64_t n : room) excess_.back().push_back(-static_cast<int64_t>(n));
    }
    for (uint32_t b = 0; b < blocks.counts.size(); ++b) shift(b, blocks.place[b], 1);
  }

  void descend() {
    for (bool better = true; better && squares() > 0;) {
      better = false;
      rng_.shuffle(order_);
      const std::vector<uint32_t> blocks = order_;
      for (const uint32_t block : blocks)
        if (in_excess(block)) better |= improve(block);
    }
  }

  void displace() {
    const std::vector<uint32_t> place = blocks_.place;
    const auto excess = excess_;
    const int64_t before = squares();
    std::vector<uint32_t> blocks;
    for (uint32_t b = 0; b < blocks_.place.size(); ++b)
      if (in_excess(b)) blocks.push_back(b);
    const uint32_t block = blocks[rng_.below(blocks.size())];
    const auto other = static_cast<uint32_t>(rng_.below(blocks_.place.size()));
    swap(block, other);
    descend();
    if (squares() <= before) return;
    blocks_.place = place;
    excess_ = excess;
  }

  int64_t squares() const {
    int64_t sum = 0;
    for (const auto& of_place : excess_)
      for (const int64_t n : of_place) sum += n * n;
    return sum;
  }

 private:
  bool in_excess(uint32_t block) const {
    const auto& excess = excess_[blocks_.place[block]];
    return std::ranges::any_of(blocks_.counts[block], [&](const auto& one) { return excess[one.first] > 0; });
  }
  void shift(uint32_t block, uint32_t place, int64_t sign) {
    for (const auto& [label, n] : blocks_.counts[block]) excess_[place][label] += sign * int64_t{n};
  }
  void move(uint32_t block, uint32_t to) {
    shift(block, blocks_.place[block], -1);
    shift(block, to, 1);
    blocks_.place[block] = to;
  }
  void swap(uint32_t a, uint32_t b) {
    const uint32_t from = blocks_.place[a], to = blocks_.place[b];
    move(a, to);
    move(b, from);
  }

  // What the sum of squares gains, halved. Documents that come to a place in exchange are counted by the second block:
  // with d what comes to `from` and leaves `to`, the sum changes by 2 d (excess_from - excess_to) + 2 d^2.
  int64_t gain_of_leaving(uint32_t block, uint32_t from, uint32_t to) const {
    int64_t sum = 0;
    for (const auto& [label, n] : blocks_.counts[block])
      sum += int64_t{n} * (excess_[to][label] - excess_[from][label] + int64_t{n});
    return sum;
  }
  int64_t gain_of_coming(uint32_t block, uint32_t from, uint32_t to) const {
    int64_t sum = 0;
    for (const auto& [label, n] : blocks_.counts[block])
      sum += int64_t{n} * (excess_[from][label] - excess_[to][label] + int64_t{n} - 2 * own_[label]);
    return sum;
  }

  // The best move of this block, or its best trade with another one.
  bool improve(uint32_t block) {
    const uint32_t from = blocks_.place[block];
    std::vector<int64_t> leaving(blocks_.room.size());
    int64_t best = 0;
    uint32_t to = from;
    for (uint32_t p = 0; p < leaving.size(); ++p) {
      leaving[p] = gain_of_leaving(block, from, p);
      if (p == from || leaving[p] >= best) continue;
      best = leaving[p];
      to = p;
    }
    for (const auto& [label, n] : blocks_.counts[block]) own_[label] = n;
    const size_t partners = std::min(kMostPartners, order_.size());
    size_t at = partners < order_.size() ? rng_.below(order_.size()) : 0;
    bool trade = false;
    uint32_t partner = 0;
    for (size_t i = 0; i < partners; ++i, at = at + 1 < order_.size() ? at + 1 : 0) {
      const uint32_t other = order_[at], place = blocks_.place[other];
      if (place == from) continue;
      const int64_t gain = leaving[place] + gain_of_coming(other, from, place);
      if (gain >= best) continue;
      best = gain;
      trade = true;
      partner = other;
    }
    for (const auto& [label, n] : blocks_.counts[block]) own_[label] = 0;
    if (best >= 0) return false;
    trade ? swap(block, partner) : move(block, to);
    return true;
  }

  WholeBlocks& blocks_;
  Rng& rng_;
  std::vector<std::vector<int64_t>> excess_;  // by place and class
  std::vector<int64_t> own_;                  // by class: of the block that is looked at
  std::vector<uint32_t> order_;
};

}  // namespace

uint64_t beyond_room(const WholeBlocks& blocks) {
  auto held = blocks.room;
  for (auto& of_place : held) std::ranges::fill(of_place, 0);
  for (size_t b = 0; b < blocks.counts.size(); ++b)
    for (const auto& [label, n] : blocks.counts[b]) held[blocks.place[b]][label] += n;
  uint64_t beyond = 0;
  for (size_t p = 0; p < held.size(); ++p)
    for (size_t c = 0; c < held[p].size(); ++c)
      beyond += held[p][c] - std::min(held[p][c], blocks.room[p][c]);
  return beyond;
}

void trade_whole_blocks(WholeBlocks& blocks, Rng& rng) {
  if (blocks.room.size() < 2) return;
  PlacedGroups sizes;
  sizes.place = blocks.place;
  for (const auto& counts : blocks.counts) {
    sizes.size.push_back(0);
    for (const auto& [label, n] : counts) sizes.size.back() += n;
  }
  for (const auto& room : blocks.room)
    sizes.room.push_back(std::accumulate(room.begin(), room.end(), uint64_t{0}));
  trade_groups(sizes, rng);
  blocks.place = std::move(sizes.place);
  Search search(blocks, rng);
  search.descend();
  for (int i = 0; i < kDisplacements && search.squares() > 0; ++i) search.displace();
}

}  // namespace standfast
