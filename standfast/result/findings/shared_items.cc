#include "standfast/result/findings/shared_items.h"

#include <algorithm>

namespace standfast::result {
namespace {

// The measures of each draw of a condition.
std::vector<const ConditionMeasures*> draws_of(const RunRecords& run, size_t corpus, size_t condition) {
  std::vector<const ConditionMeasures*> draws;
  for (const auto& design : run.designs)
    if (design.corpus == run.corpora[corpus].name && design.condition == run.conditions[condition].drawn())
      draws.push_back(&design.measures);
  return draws;
}

const WithoutValue* of_column(const ConditionMeasures& draw, const std::string& column) {
  const auto found =
      std::ranges::find_if(draw.without, [&](const auto& one) { return one.column == column; });
  return found == draw.without.end() ? nullptr : &*found;
}

// Adds what the draws of `leaving` leave out and those of `testing` test.
void add_left_out(const std::vector<const ConditionMeasures*>& leaving,
                  const std::vector<const ConditionMeasures*>& testing, std::vector<std::string>& columns) {
  for (const ConditionMeasures* draw : leaving)
    for (const auto& one : draw->without) {
      if (!one.leaves_out() || std::ranges::count(columns, one.column) > 0) continue;
      if (std::ranges::any_of(testing, [&](const ConditionMeasures* other) {
            const auto* there = of_column(*other, one.column);
            return there != nullptr && there->tested > 0;
          }))
        columns.push_back(one.column);
    }
}

}  // namespace

std::vector<std::string> columns_to_share(const RunRecords& run, size_t corpus, size_t a, size_t b) {
  std::vector<std::string> columns;
  // Sides are apart from all folds, and each has its own documents. A shortcut leaves out documents that it cannot change,
  // so places of answers are other places.
  for (const size_t condition : {a, b})
    if (run.conditions[condition].folds_share_items() || run.conditions[condition].shortcut) return columns;
  const auto of_a = draws_of(run, corpus, a), of_b = draws_of(run, corpus, b);
  add_left_out(of_a, of_b, columns);
  add_left_out(of_b, of_a, columns);
  std::ranges::sort(columns);
  return columns;
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
      const WithoutValue* without = of_column(**draw, column);
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

}  // namespace standfast::result
