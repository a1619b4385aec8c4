// The checks for too few topics, authors or groups for an interval or a test over them, for values of a
// column that look alike, and for values that look like missing ones.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/analysis/check/checks.h"
#include "standfast/corpus/read/odd_values.h"
#include "standfast/metric/stat/interval.h"
#include "standfast/text/printable.h"

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

namespace {

constexpr size_t kShown = 6;

std::string listing(const std::vector<std::string>& values) {
  std::vector<std::string> shown;
  for (size_t i = 0; i < std::min(values.size(), kShown); ++i)
    shown.push_back(fmt::format("\"{}\"", printable_line(values[i])));
  return fmt::format("{}{}", fmt::join(shown, ", "), values.size() > kShown ? ", ..." : "");
}

}  // namespace

DataOutcome check_alike_values(const CheckedData& data) {
  if (data.columns.empty()) return not_asked("there is no column of categories");
  DataOutcome outcome;
  for (const auto& [name, column, apart] : data.columns) {
    DataFinding finding;
    for (const auto& group : alike_values(column))
      for (const uint32_t code : group) finding.values.push_back(column.names[code]);
    if (finding.values.empty()) continue;
    finding.count = finding.values.size();
    finding.of = column.names.size();
    finding.message = fmt::format(
        "{} of {} values of {} differ from another only in case, white space, Unicode form or the form of a "
        "number: {}; if they are meant to be one, --join-values {} (in a study join-values = [\"{}\"]) makes "
        "them one",
        finding.count, finding.of, name, listing(finding.values), name, name);
    outcome.findings.push_back(std::move(finding));
  }
  return outcome;
}

DataOutcome check_values_for_none(const CheckedData& data) {
  if (data.columns.empty()) return not_asked("there is no column of categories");
  DataOutcome outcome;
  for (const auto& [name, column, apart] : data.columns) {
    std::vector<bool> odd(column.names.size(), false);
    DataFinding finding;
    for (const uint32_t code : values_for_none(column, name == "label")) {
      odd[code] = true;
      finding.values.push_back(column.names[code]);
    }
    if (finding.values.empty()) continue;
    for (uint32_t row = 0; row < data.size(); ++row)
      if (column.codes[row] != kMissing && odd[column.codes[row]]) finding.rows.push_back(row);
    finding.count = finding.rows.size();
    finding.of = data.size();
    finding.message =
        fmt::format("{} of {} documents have a {} that looks like a missing value but counts as a value: {}",
                    finding.count, finding.of, name, listing(finding.values));
    outcome.findings.push_back(std::move(finding));
  }
  return outcome;
}

}  // namespace standfast
