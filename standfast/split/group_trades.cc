#include "standfast/split/group_trades.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <numeric>
#include <utility>

namespace standfast {
namespace {

// The size of a piece, which is dealt at once: about this many documents, or groups, of the two places.
constexpr uint64_t kPieceDocuments = 4096, kPieceGroups = 512;
// The memory limit for the subset sums of a piece, in words; a piece that would take more stays as it is.
constexpr uint64_t kMostWords = uint64_t{1} << 22;
constexpr int kMostRepairs = 64;

// A set of sums 0..last, as bits.
class Sums {
 public:
  explicit Sums(uint64_t last) : words_(last / 64 + 1, 0) {}
  bool has(uint64_t sum) const {
    return sum / 64 < words_.size() && (words_[sum / 64] >> (sum % 64) & 1) != 0;
  }
  void add(uint64_t sum) { words_[sum / 64] |= uint64_t{1} << (sum % 64); }
  // Adds `more` to each sum, and keeps the old and the new sums; sums beyond the last are lost.
  void extend(uint64_t more) {
    const size_t by = more / 64, bits = more % 64;
    for (size_t i = words_.size(); i-- > by;) {
      uint64_t moved = words_[i - by] << bits;
      if (bits > 0 && i > by) moved |= words_[i - by - 1] >> (64 - bits);
      words_[i] |= moved;
    }
  }

 private:
  std::vector<uint64_t> words_;
};

// Groups of two places that are dealt anew: the numbers of documents that the first place may get, and one
// deal for each of them.
class Piece {
 public:
  // groups: the groups of the first place, then the groups of the second.
  Piece(const std::vector<uint32_t>& size, std::vector<uint32_t> groups, Rng& rng)
      : size_(size), groups_(std::move(groups)) {
    rng.shuffle(groups_);
    singles_ = static_cast<size_t>(
        std::stable_partition(groups_.begin(), groups_.end(), [&](uint32_t g) { return size_[g] > 1; }) -
        groups_.begin());
    uint64_t largest = 1;
    for (const uint32_t g : groups_) {
      documents_ += size_[g];
      largest = std::max<uint64_t>(largest, size_[g]);
    }
    // There are enough single documents to make every sum, whatever was dealt before.
    any_sum_ = groups_.size() - singles_ + 1 >= largest;
    if (any_sum_) return;
    fits_ = (documents_ / 64 + 1) * (singles_ + 1) <= kMostWords;
    if (!fits_) return;
    Sums sums(documents_);
    for (uint64_t n = 0; n <= groups_.size() - singles_; ++n) sums.add(n);
    rest_.assign(singles_ + 1, sums);
    for (size_t i = singles_; i-- > 0;) {
      rest_[i] = rest_[i + 1];
      rest_[i].extend(size_[groups_[i]]);
    }
  }

  bool fits() const { return any_sum_ || fits_; }
  uint64_t documents() const { return documents_; }
  // Returns true if some of the groups have exactly this many documents together.
  bool can(uint64_t sum) const { return can_from(0, documents_, sum); }

  // Gives the first place groups of `sum` documents; can(sum) must hold. Calls put(group, first).
  template <class Put>
  void deal(uint64_t sum, Rng& rng, const Put& put) const {
    uint64_t left = documents_;
    for (size_t i = 0; i < groups_.size(); ++i) {
      const uint64_t size = size_[groups_[i]];
      bool first = rng.below(left) < sum;
      left -= size;
      if (first ? sum < size || !can_from(i + 1, left, sum - size) : !can_from(i + 1, left, sum))
        first = !first;
      if (first) sum -= size;
      put(groups_[i], first);
    }
  }

 private:
  bool can_from(size_t i, uint64_t left, uint64_t sum) const {
    if (sum > left) return false;
    return any_sum_ || i >= singles_ || rest_[i].has(sum);
  }

  const std::vector<uint32_t>& size_;
  std::vector<uint32_t> groups_;
  size_t singles_ = 0;  // the index where the groups of one document begin
  uint64_t documents_ = 0;
  bool any_sum_ = false, fits_ = true;
  std::vector<Sums> rest_;  // the sums of the groups from the i-th on
};

int64_t distance(int64_t a, int64_t b) {
  return std::abs(a) + std::abs(b);
}

class Trade {
 public:
  Trade(PlacedGroups& groups, Rng& rng) : groups_(groups), rng_(rng), members_(groups.room.size()) {
    excess_.reserve(groups.room.size());
    for (const uint64_t room : groups.room) excess_.push_back(-static_cast<int64_t>(room));
    for (uint32_t g = 0; g < groups.size.size(); ++g) {
      members_[groups.place[g]].push_back(g);
      excess_[groups.place[g]] += groups.size[g];
    }
  }

  void round() {
    std::vector<uint32_t> over, under, even;
    for (uint32_t p = 0; p < members_.size(); ++p)
      (excess_[p] > 0 ? over : excess_[p] < 0 ? under : even).push_back(p);
    rng_.shuffle(over);
    rng_.shuffle(under);
    // Places with too many documents are paired with places with too few.
    const size_t pairs = std::min(over.size(), under.size());
    for (size_t i = 0; i < pairs; ++i) redeal(over[i], under[i]);
    even.insert(even.end(), over.begin() + static_cast<std::ptrdiff_t>(pairs), over.end());
    even.insert(even.end(), under.begin() + static_cast<std::ptrdiff_t>(pairs), under.end());
    rng_.shuffle(even);
    for (size_t i = 0; i + 1 < even.size(); i += 2) redeal(even[i], even[i + 1]);
  }
  bool exact() const {
    return std::all_of(excess_.begin(), excess_.end(), [](int64_t excess) { return excess <= 0; });
  }

 private:
  uint64_t documents(std::span<const uint32_t> groups) const {
    uint64_t sum = 0;
    for (const uint32_t g : groups) sum += groups_.size[g];
    return sum;
  }

  void redeal(uint32_t a, uint32_t b) {
    std::vector<uint32_t> of_a = std::move(members_[a]), of_b = std::move(members_[b]);
    members_[a].clear();
    members_[b].clear();
    rng_.shuffle(of_a);
    rng_.shuffle(of_b);
    const uint64_t pieces = 1 + (documents(of_a) + documents(of_b)) / kPieceDocuments +
                            (of_a.size() + of_b.size()) / kPieceGroups;
    for (uint64_t k = 0; k < pieces; ++k) {
      const auto cut = [&](const std::vector<uint32_t>& groups) {
        const size_t begin = groups.size() * k / pieces, end = groups.size() * (k + 1) / pieces;
        return std::span(groups).subspan(begin, end - begin);
      };
      redeal(a, b, cut(of_a), cut(of_b));
    }
  }

  void redeal(uint32_t a, uint32_t b, std::span<const uint32_t> of_a, std::span<const uint32_t> of_b) {
    std::vector<uint32_t> both(of_a.begin(), of_a.end());
    both.insert(both.end(), of_b.begin(), of_b.end());
    const auto before = static_cast<int64_t>(documents(of_a));
    const Piece piece(groups_.size, std::move(both), rng_);
    const auto keep = [&](std::span<const uint32_t> groups, uint32_t place) {
      members_[place].insert(members_[place].end(), groups.begin(), groups.end());
    };
    if (!piece.fits()) {
      keep(of_a, a);
      keep(of_b, b);
      return;
    }
    const int64_t after = best_sum(piece, before, excess_[a], excess_[b]);
    piece.deal(static_cast<uint64_t>(after), rng_, [&](uint32_t group, bool first) {
      const uint32_t place = first ? a : b;
      groups_.place[group] = place;
      members_[place].push_back(group);
    });
    excess_[a] += after - before;
    excess_[b] -= after - before;
  }

  // Returns the number of documents for the first place that brings both places nearest to their room, in a
  // tie the number nearest to the current one.
  static int64_t best_sum(const Piece& piece, int64_t now, int64_t excess_a, int64_t excess_b) {
    if (excess_a == 0 && excess_b == 0) return now;
    int64_t best = now, least = distance(excess_a, excess_b);
    for (int64_t sum = 0; sum <= static_cast<int64_t>(piece.documents()); ++sum) {
      const int64_t far = distance(excess_a + sum - now, excess_b - sum + now);
      if (far > least || (far == least && std::abs(sum - now) >= std::abs(best - now))) continue;
      if (!piece.can(static_cast<uint64_t>(sum))) continue;
      best = sum;
      least = far;
    }
    return best;
  }

  PlacedGroups& groups_;
  Rng& rng_;
  std::vector<std::vector<uint32_t>> members_;  // groups of each place
  std::vector<int64_t> excess_;                 // by place: documents beyond its room
};

}  // namespace

uint64_t beyond_room(const PlacedGroups& groups) {
  std::vector<uint64_t> held(groups.room.size(), 0);
  for (size_t g = 0; g < groups.size.size(); ++g) held[groups.place[g]] += groups.size[g];
  uint64_t beyond = 0;
  for (size_t p = 0; p < held.size(); ++p) beyond += held[p] - std::min(held[p], groups.room[p]);
  return beyond;
}

void trade_groups(PlacedGroups& groups, Rng& rng) {
  if (groups.room.size() < 2) return;
  Trade trade(groups, rng);
  const int rounds = 16 + 2 * static_cast<int>(std::bit_width(groups.room.size()));
  for (int i = 0; i < rounds; ++i) trade.round();
  for (int i = 0; i < kMostRepairs && !trade.exact(); ++i) trade.round();
}

namespace {

constexpr int kDisplacements = 60;
// The largest number of blocks that a block is compared with, drawn at random; without it large corpora would
// take minutes.
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

  // Returns half the decrease of the sum of squares. Documents that come to a place in exchange are counted
  // by the second block: with d the documents that come to `from` and leave `to`, the sum changes by 2 d
  // (excess_from - excess_to) + 2 d^2.
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

  // Performs the best move of this block, or its best trade with another block.
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
  std::vector<int64_t> own_;                  // by class: documents of the current block
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
