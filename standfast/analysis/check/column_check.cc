// The check for columns with few values (the source, a topic, a group) that give the label away
// (telling_values.h).
#include <fmt/format.h>

#include "standfast/analysis/check/checks.h"
#include "standfast/analysis/check/telling_values.h"
#include "standfast/metric/stat/multiple_tests.h"

namespace standfast {
namespace {

constexpr size_t kMostValues = 50;

}  // namespace

DataOutcome check_column_tells_label(const CheckedData& data) {
  const LabelHalves halves = label_halves(data);
  if (!halves.why_not.empty()) return not_asked(halves.why_not);
  std::vector<const CheckedColumn*> columns;
  for (const auto& checked : data.columns)
    if (checked.name != "label" && checked.column.names.size() >= 2 &&
        checked.column.names.size() <= kMostValues)
      columns.push_back(&checked);
  if (columns.empty())
    return not_asked(fmt::format("no other column has 2 to {} values (--source, --group)", kMostValues));
  // Enough permutations for the correction by the number of columns.
  const auto dealings = static_cast<uint32_t>(std::max<size_t>(999, 400 * columns.size() - 1));
  std::vector<TellingValues> told;
  std::vector<double> p;
  for (const auto* checked : columns) {
    told.push_back(telling_values(data, halves, checked->column.codes,
                                  static_cast<uint32_t>(checked->column.names.size()), dealings,
                                  checked->name));
    p.push_back(told.back().p);
  }
  p = holm(p);
  DataOutcome outcome;
  for (size_t i = 0; i < columns.size(); ++i) {
    if (told[i].informedness < kTells || p[i] > kTellsLevel) continue;
    outcome.findings.push_back(
        {fmt::format(
             "who sees {} alone names {:.1f} % of a label's documents right, on average over {} labels "
             "(guessing: {:.1f} %; {} of {} documents measured)",
             columns[i]->name, 100 * told[i].accuracy, halves.labels.size(),
             100.0 / static_cast<double>(halves.labels.size()), told[i].n, halves.labelled),
         1,
         columns.size(),
         {},
         {columns[i]->name}});
  }
  return outcome;
}

}  // namespace standfast
