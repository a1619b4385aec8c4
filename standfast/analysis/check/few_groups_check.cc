// The check for too few topics, authors or groups for an interval or a test over them.
#include <fmt/format.h>

#include "standfast/analysis/check/checks.h"
#include "standfast/metric/stat/interval.h"

namespace standfast {
namespace {

// Counts groups with a document; with folds, groups with a test document.
uint32_t groups_used(const CheckedData& data, const Column& column) {
  std::vector<bool> seen(column.names.size());
  const auto see = [&](uint32_t row) {
    if (column.codes[row] != kMissing) seen[column.codes[row]] = true;
  };
  for (const Fold& fold : data.folds)
    for (const uint32_t row : fold.test) see(row);
  for (uint32_t row = 0; !data.has_sides() && row < data.size(); ++row) see(row);
  return static_cast<uint32_t>(std::count(seen.begin(), seen.end(), true));
}

}  // namespace

DataOutcome check_few_groups(const CheckedData& data) {
  DataOutcome outcome;
  bool asked = false;
  for (const auto& checked : data.columns) {
    if (!checked.kept_apart && checked.name != "topic" && checked.name != "author") continue;
    asked = true;
    const uint32_t used = groups_used(data, checked.column);
    if (used >= kFewestUnits) continue;
    outcome.findings.push_back(
        {fmt::format("there are {} values of {}{}; an interval over them needs at least {}", used,
                     checked.name, data.has_sides() ? " with test documents" : "", kFewestUnits),
         used, checked.column.names.size()});
  }
  return asked ? outcome : not_asked("there are no topics, authors or groups (--group)");
}

}  // namespace standfast
