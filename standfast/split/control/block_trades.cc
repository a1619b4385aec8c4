#include <algorithm>
#include <map>
#include <unordered_map>

#include "standfast/corpus/groups.h"
#include "standfast/split/control/block_groups.h"
#include "standfast/split/control/trades.h"
#include "standfast/split/file/side_patterns.h"
#include "standfast/split/group_trades.h"

namespace standfast {
namespace {

// Documents of one class and block change places together.
class BlockTrades final : public Trades {
 public:
  BlockTrades(const Corpus& corpus, const Split& split, const Strata& classes,
              const std::vector<const Column*>& columns)
      : corpus_(corpus) {
    const std::vector<uint32_t> pattern = side_patterns(corpus.size(), split.folds);
    for (const auto& members : classes)
      if (!members.empty()) add_class(members, pattern, columns);
  }
  // Whether anything can change places: the split tears a group, or two groups of one size stand in different
  // places, or one of eight draws moved something.
  bool possible(uint64_t seed) const override {
    for (uint32_t t = 0; t < 8 && !possible_; ++t)
      if (draw(seed, t).moved > 0) return true;
    return possible_;
  }

  ControlTrade draw(uint64_t seed, uint32_t trade) const override {
    ControlTrade drawn;
    for (const auto& one : classes_) {
      PlacedGroups placed = one.placed;
      Rng rng(seed, stream("split/block-control", trade), one.id);
      trade_groups(placed, rng);
      drawn.beyond += beyond_room(placed);
      std::vector<size_t> next(one.slots.size(), 0);
      for (size_t g = 0; g < one.groups.size(); ++g) {
        const uint32_t place = placed.place[g];
        const auto& slots = one.slots[place];
        for (const uint32_t row : one.groups[g]) {
          drawn.pairs.emplace_back(slots[next[place]++ % slots.size()], row);
          drawn.moved += one.place_of.at(row) != place;
        }
      }
    }
    return drawn;
  }

 private:
  struct OfClass {
    std::string_view id;                              // smallest id of its documents; names its random stream
    std::vector<std::vector<uint32_t>> groups;        // rows
    std::vector<std::vector<uint32_t>> slots;         // of each place: the rows that stood there
    std::unordered_map<uint32_t, uint32_t> place_of;  // of each row in the split
    PlacedGroups placed;
  };

  void add_class(const std::vector<uint32_t>& members, const std::vector<uint32_t>& pattern,
                 const std::vector<const Column*>& columns) {
    OfClass one;
    const auto rows = rows_by_id(corpus_, members);
    one.id = corpus_.id(rows.front());
    std::unordered_map<uint32_t, uint32_t> place_of_pattern;
    for (const uint32_t row : rows) {
      const auto [found, is_new] =
          place_of_pattern.try_emplace(pattern[row], static_cast<uint32_t>(one.slots.size()));
      if (is_new) one.slots.emplace_back();
      one.slots[found->second].push_back(row);
      one.place_of[row] = found->second;
    }
    for (const auto& slots : one.slots) one.placed.room.push_back(slots.size());
    one.groups = block_groups(corpus_, rows, columns);
    std::map<size_t, uint32_t> place_of_size;  // where a group of that size stood
    for (const auto& group : one.groups) {
      // A group that the split tears begins at the place where most of it was.
      std::map<uint32_t, uint32_t> counts;
      for (const uint32_t row : group) ++counts[one.place_of.at(row)];
      const uint32_t place = std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) {
                               return a.second < b.second;
                             })->first;
      torn_ += counts.size() > 1;
      one.placed.size.push_back(static_cast<uint32_t>(group.size()));
      one.placed.place.push_back(place);
      possible_ |= counts.size() > 1 || place_of_size.try_emplace(group.size(), place).first->second != place;
    }
    groups_ += one.groups.size();
    classes_.push_back(std::move(one));
  }

  const Corpus& corpus_;
  std::vector<OfClass> classes_;
  bool possible_ = false;
};

}  // namespace

std::unique_ptr<Trades> block_trades(const Corpus& corpus, const Split& split, const Strata& strata,
                                     const std::vector<const Column*>& columns) {
  return std::make_unique<BlockTrades>(corpus, split, strata, columns);
}

}  // namespace standfast
