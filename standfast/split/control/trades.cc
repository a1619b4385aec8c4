#include "standfast/split/control/trades.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "standfast/corpus/groups.h"
#include "standfast/split/file/side_patterns.h"
#include "standfast/split/group_trades.h"

namespace standfast {

std::vector<std::vector<uint32_t>> block_groups(const Corpus& corpus, std::span<const uint32_t> rows,
                                                const std::vector<const Column*>& columns) {
  std::vector<std::vector<uint32_t>> groups;
  std::map<std::vector<uint32_t>, size_t> place;
  for (const uint32_t row : rows_by_id(corpus, rows)) {
    std::vector<uint32_t> block;
    for (const Column* column : columns) block.push_back(column->codes[row]);
    const bool alone = std::find(block.begin(), block.end(), kMissing) != block.end();
    const size_t at = alone ? groups.size() : place.try_emplace(block, groups.size()).first->second;
    if (at == groups.size()) groups.emplace_back();
    groups[at].push_back(row);
  }
  return groups;
}

namespace {

// Trades of blocks: documents of one class and block change places together.
class BlockTrades final : public Trades {
 public:
  BlockTrades(const Corpus& corpus, const Split& split, const Strata& classes,
              const std::vector<const Column*>& columns)
      : corpus_(corpus) {
    const std::vector<uint32_t> pattern = side_patterns(corpus.size(), split.folds);
    for (const auto& members : classes)
      if (!members.empty()) add_class(members, pattern, columns);
  }
  // Returns true if the split divides a group, if two groups of one size stand in different places, or if one
  // of eight draws moved something.
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
    std::vector<std::vector<uint32_t>> slots;         // by place: the rows that stood there
    std::unordered_map<uint32_t, uint32_t> place_of;  // by row of the split: its place
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
    std::map<size_t, uint32_t> place_of_size;  // by size: the place where a group of that size stood
    for (const auto& group : one.groups) {
      // A group that the split divides starts at the place that holds most of it.
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

namespace {

// Trades of single documents within their stratum.
class DocumentTrades final : public Trades {
 public:
  DocumentTrades(const Corpus& corpus, const Strata& strata) : corpus_(corpus), strata_(strata) {}
  bool possible(uint64_t) const override {
    return std::any_of(strata_.begin(), strata_.end(), [](const auto& rows) { return rows.size() > 1; });
  }
  ControlTrade draw(uint64_t seed, uint32_t trade) const override {
    ControlTrade drawn;
    for (const auto& members : strata_) {
      const auto from = rows_by_id(corpus_, members);
      const auto to = shuffled_rows(corpus_, members, seed, stream("split/matched-control", trade));
      for (size_t i = 0; i < from.size(); ++i) {
        drawn.pairs.emplace_back(from[i], to[i]);
        drawn.moved += from[i] != to[i];
      }
    }
    return drawn;
  }

 private:
  const Corpus& corpus_;
  const Strata& strata_;
};

}  // namespace

std::unique_ptr<Trades> document_trades(const Corpus& corpus, const Strata& strata) {
  return std::make_unique<DocumentTrades>(corpus, strata);
}

namespace {

// Trades of whole blocks, with the documents of all their strata.
class WholeBlockTrades final : public Trades {
 public:
  WholeBlockTrades(const Corpus& corpus, const Split& split, const Strata& strata,
                   const std::vector<const Column*>& columns) {
    const std::vector<uint32_t> pattern = side_patterns(corpus.size(), split.folds);
    std::unordered_map<uint32_t, uint32_t> stratum_of;
    std::vector<uint32_t> rows;
    std::vector<std::vector<uint32_t>> used;
    for (const auto& stratum : strata)
      if (!stratum.empty()) used.push_back(rows_by_id(corpus, stratum));
    // Strata are ordered by their smallest ids, so the names of classes have no effect.
    std::ranges::sort(used, {}, [&](const auto& stratum) { return corpus.id(stratum.front()); });
    for (uint32_t s = 0; s < used.size(); ++s)
      for (const uint32_t row : used[s]) {
        stratum_of[row] = s;
        rows.push_back(row);
      }
    rows = rows_by_id(corpus, rows);
    std::unordered_map<uint32_t, uint32_t> place_of_pattern;
    for (const uint32_t row : rows) {
      const auto [found, is_new] =
          place_of_pattern.try_emplace(pattern[row], static_cast<uint32_t>(slots_.size()));
      if (is_new) {
        slots_.emplace_back();
        placed_.room.emplace_back(used.size(), 0);
      }
      slots_[found->second].push_back(row);
      ++placed_.room[found->second][stratum_of[row]];
      place_of_[row] = found->second;
    }
    members_ = block_groups(corpus, rows, columns);
    groups_ = members_.size();
    for (const auto& group : members_) {
      std::map<uint32_t, uint32_t> counts, places;
      for (const uint32_t row : group) {
        ++counts[stratum_of[row]];
        ++places[place_of_[row]];
      }
      torn_ += places.size() > 1;
      placed_.counts.emplace_back(counts.begin(), counts.end());
      placed_.place.push_back(
          std::ranges::max_element(places, {}, [](const auto& one) { return one.second; })->first);
    }
  }
  // With few blocks a draw may leave each block in its place and still be a valid draw.
  bool possible(uint64_t) const override {
    for (uint32_t t = 0; t < 8; ++t)
      if (draw(0, t).moved > 0) return true;
    return false;
  }

  ControlTrade draw(uint64_t seed, uint32_t trade) const override {
    ControlTrade drawn;
    WholeBlocks placed = placed_;
    Rng rng(seed, stream("split/whole-block-control", trade));
    trade_whole_blocks(placed, rng);
    drawn.beyond = beyond_room(placed);
    std::vector<size_t> next(slots_.size(), 0);
    for (size_t g = 0; g < members_.size(); ++g) {
      const uint32_t place = placed.place[g];
      for (const uint32_t row : members_[g]) {
        drawn.pairs.emplace_back(slots_[place][next[place]++ % slots_[place].size()], row);
        drawn.moved += place_of_.at(row) != place;
      }
    }
    return drawn;
  }

 private:
  std::vector<std::vector<uint32_t>> members_, slots_;  // rows of each block, and of each place in the split
  std::unordered_map<uint32_t, uint32_t> place_of_;
  WholeBlocks placed_;
};

}  // namespace

std::unique_ptr<Trades> whole_block_trades(const Corpus& corpus, const Split& split, const Strata& strata,
                                           const std::vector<const Column*>& columns) {
  return std::make_unique<WholeBlockTrades>(corpus, split, strata, columns);
}

}  // namespace standfast
