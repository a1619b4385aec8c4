#include "standfast/result/findings/shortcut/shortcut_sides.h"

#include <map>
#include <tuple>
#include <utility>

namespace standfast::result {
namespace {

using ItemKey = std::tuple<uint64_t, uint32_t, uint32_t>;  // seed, fold, document

std::vector<ItemKey> keys_of(const PooledItems& items, const Folds& folds) {
  std::vector<ItemKey> keys;
  keys.reserve(items.size());
  for (size_t i = 0; i < items.size(); ++i) {
    const CellRecord& cell = *folds[items.cell[i]];
    keys.emplace_back(cell.seed, cell.fold, items.document[i]);
  }
  return keys;
}

// Puts the sides in the order of the first, and leaves out what some side lacks.
void join_sides(std::vector<PooledItems*> sides, const std::vector<std::vector<ItemKey>>& keys) {
  std::vector<std::map<ItemKey, uint32_t>> places(sides.size());
  for (size_t s = 0; s < sides.size(); ++s)
    for (uint32_t i = 0; i < keys[s].size(); ++i) places[s].emplace(keys[s][i], i);
  std::vector<std::vector<uint32_t>> kept(sides.size());
  for (const ItemKey& key : keys.front()) {
    std::vector<uint32_t> found;
    for (const auto& of_side : places)
      if (const auto place = of_side.find(key); place != of_side.end()) found.push_back(place->second);
    if (found.size() != sides.size()) continue;
    for (size_t s = 0; s < sides.size(); ++s) kept[s].push_back(found[s]);
  }
  for (size_t s = 0; s < sides.size(); ++s) *sides[s] = chosen_items(*sides[s], kept[s]);
}

}  // namespace

std::vector<ShortcutCondition> shortcut_conditions(const RunRecords& run, size_t corpus) {
  std::vector<ShortcutCondition> all;
  for (size_t c = 0; c < run.conditions.size(); ++c) {
    if (!run.conditions[c].shortcut || run.conditions[c].side != kTestSide || !run.asks(corpus, c)) continue;
    ShortcutCondition sides{c, c, c};
    for (size_t k = 0; k < run.conditions.size(); ++k) {
      if (!run.conditions[k].of_planted_fold() || run.conditions[k].drawn() != run.conditions[c].name)
        continue;
      (run.conditions[k].side == kOriginalSide ? sides.original : sides.anti) = k;
    }
    all.push_back(sides);
  }
  return all;
}

ShortcutSides shortcut_sides(const RunRecords& run, const CellIndex& index, size_t corpus,
                             const ShortcutCondition& condition, size_t model) {
  ShortcutSides sides;
  std::vector<std::vector<ItemKey>> keys;
  const std::pair<size_t, PooledItems*> parts[] = {
      {condition.test, &sides.test}, {condition.original, &sides.original}, {condition.anti, &sides.anti}};
  for (const auto& [place, items] : parts) {
    const Folds& folds = index.folds(corpus, place, model);
    *items = pooled_items(run, corpus, folds);
    keys.push_back(keys_of(*items, folds));
  }
  if (keys[0] != keys[1] || keys[0] != keys[2]) join_sides({&sides.test, &sides.original, &sides.anti}, keys);
  return sides;
}

}  // namespace standfast::result
