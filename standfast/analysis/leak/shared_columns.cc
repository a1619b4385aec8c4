#include "standfast/analysis/leak/shared_columns.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace standfast {

const WithoutValue* without_value(const ConditionMeasures& draw, const std::string& column) {
  const auto found = std::ranges::find(draw.without, column, &WithoutValue::column);
  return found == draw.without.end() ? nullptr : &*found;
}

std::vector<std::string> left_out_columns(const Draws& leaving, const Draws& testing) {
  std::vector<std::string> columns;
  for (const ConditionMeasures* draw : leaving)
    for (const auto& one : draw->without)
      if (one.leaves_out() && std::ranges::any_of(testing, [&](const ConditionMeasures* other) {
            const WithoutValue* there = without_value(*other, one.column);
            return there != nullptr && there->tested > 0;
          }))
        columns.push_back(one.column);
  std::ranges::sort(columns);
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  return columns;
}

std::vector<std::string> shared_columns(const Draws& a, const Draws& b) {
  const auto left_by_a = left_out_columns(a, b), left_by_b = left_out_columns(b, a);
  std::vector<std::string> columns;
  std::ranges::set_union(left_by_a, left_by_b, std::back_inserter(columns));
  return columns;
}

uint64_t items_without(const ConditionMeasures& draw, const std::vector<std::string>& columns) {
  std::vector<std::pair<size_t, uint32_t>> items;  // fold, index
  for (const auto& column : columns)
    if (const WithoutValue* without = without_value(draw, column))
      for (size_t fold = 0; fold < without->items.size(); ++fold)
        for (const uint32_t place : without->items[fold]) items.emplace_back(fold, place);
  std::ranges::sort(items);
  return static_cast<uint64_t>(std::unique(items.begin(), items.end()) - items.begin());
}

}  // namespace standfast
