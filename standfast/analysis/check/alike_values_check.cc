// The checks for values of a column that look alike, and values that look like missing ones.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/analysis/check/checks.h"
#include "standfast/corpus/read/odd_values.h"
#include "standfast/text/printable.h"

namespace standfast {
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
        "{} of {} values of {} differ from another only in case, white space, Unicode form or the form of a number: {}; if "
        "they are meant to be one, --join-values {} (in a study join-values = [\"{}\"]) makes them one",
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
        fmt::format("{} of {} documents have a {} that looks like no value, and counts as one: {}",
                    finding.count, finding.of, name, listing(finding.values));
    outcome.findings.push_back(std::move(finding));
  }
  return outcome;
}

}  // namespace standfast
