#include <algorithm>
#include <map>
#include <unordered_map>

#include "standfast/corpus/groups.h"
#include "standfast/split/control/block_groups.h"
#include "standfast/split/control/trades.h"
#include "standfast/split/file/side_patterns.h"
#include "standfast/split/whole_blocks.h"

namespace standfast {
namespace {

// Whole blocks change places, with the documents of all their strata.
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
    // The order of strata is that of their smallest ids, whatever their classes are called.
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
  // Of few blocks a draw may leave each where it was, and be one of the draws that there are.
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
