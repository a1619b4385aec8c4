#include "standfast/result/findings/shared_items.h"

#include <algorithm>

#include "standfast/analysis/leak/condition_measures.h"

namespace standfast::result {
namespace {

Draws draws_of(const RunRecords& run, size_t corpus, size_t condition) {
  Draws draws;
  for (const auto& design : run.designs)
    if (design.corpus == run.corpora[corpus].name && design.condition == run.conditions[condition].drawn())
      draws.push_back(&design.measures);
  return draws;
}

}  // namespace

std::vector<std::string> columns_to_share(const RunRecords& run, size_t corpus, size_t a, size_t b) {
  // Sides are separate from all folds, and each has its own documents.
  for (const size_t condition : {a, b})
    if (run.conditions[condition].folds_share_items()) return {};
  return shared_columns(draws_of(run, corpus, a), draws_of(run, corpus, b));
}

bool can_choose_items(const RunRecords& run, size_t corpus, size_t condition,
                      const std::vector<std::string>& columns) {
  const ConditionInfo& info = run.conditions[condition];
  if (!info.shortcut) return true;
  const auto tests_lacking = [&](const ConditionMeasures* draw) { return items_without(*draw, columns) > 0; };
  if (std::ranges::none_of(draws_of(run, corpus, condition), tests_lacking)) return true;
  const std::string& name = run.corpora[corpus].name;
  return std::ranges::all_of(run.cells, [&](const CellRecord& cell) {
    if (!cell.ok || cell.corpus != name || cell.condition != info.name) return true;
    const auto split = std::ranges::find_if(run.splits, [&](const SplitInfo& one) {
      return one.corpus == name && one.condition == info.drawn() && one.seed == cell.seed;
    });
    return split != run.splits.end() && cell.fold < split->fold.size() &&
           split->fold[cell.fold].test_documents == cell.n_test;
  });
}

std::optional<std::vector<uint32_t>> items_with_values(const RunRecords& run, size_t corpus, size_t condition,
                                                       const Folds& folds,
                                                       const std::vector<std::string>& columns) {
  const auto draws = draws_of(run, corpus, condition);
  std::vector<uint32_t> kept;
  uint32_t begin = 0;
  bool all = true;
  for (const CellRecord* cell : folds) {
    const auto draw =
        std::ranges::find_if(draws, [&](const ConditionMeasures* one) { return one->seed == cell->seed; });
    if (draw == draws.end()) return std::nullopt;
    const auto items = static_cast<uint32_t>(cell->n_test);
    std::vector<bool> lacks(items, false);
    for (const auto& column : columns) {
      const WithoutValue* without = without_value(**draw, column);
      if (without == nullptr || without->items.empty()) continue;
      if (cell->fold >= without->items.size()) return std::nullopt;
      for (const uint32_t place : without->items[cell->fold]) {
        if (place >= items) return std::nullopt;
        lacks[place] = true;
        all = false;
      }
    }
    for (uint32_t place = 0; place < items; ++place)
      if (!lacks[place]) kept.push_back(begin + place);
    begin += items;
  }
  if (all) return std::nullopt;
  return kept;
}

bool have_same_items(const RunRecords& run, const CellIndex& index, size_t corpus, CellPlace a, CellPlace b) {
  const auto lacks = [&](CellPlace cell) { return index.lacks_folds(corpus, cell.condition, cell.model); };
  if (!lacks(a) && !lacks(b)) return true;
  return run.conditions[a.condition].drawn() == run.conditions[b.condition].drawn() &&
         have_same_folds(index.folds(corpus, a.condition, a.model),
                         index.folds(corpus, b.condition, b.model));
}

Difference no_difference() {
  Difference none;
  none.estimate.why_not = kDifferentItems;
  return none;
}

}  // namespace standfast::result
