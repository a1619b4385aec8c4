// The checks for missing labels, and labels of a single document.
#include <fmt/format.h>

#include "standfast/analysis/check/checks.h"

namespace standfast {

DataOutcome check_missing_labels(const CheckedData& data) {
  const Column* labels = data.column("label");
  if (labels == nullptr) return not_asked("there is no label");
  std::vector<uint32_t> rows;
  for (uint32_t row = 0; row < data.size(); ++row)
    if (labels->codes[row] == kMissing) rows.push_back(row);
  DataOutcome outcome;
  if (!rows.empty())
    outcome.findings.push_back({fmt::format("{} of {} documents have no label", rows.size(), data.size()),
                                rows.size(), data.size(), rows});
  return outcome;
}

DataOutcome check_rare_labels(const CheckedData& data) {
  const Column* labels = data.column("label");
  if (labels == nullptr) return not_asked("there is no label");
  std::vector<uint32_t> counts(labels->names.size()), last(labels->names.size());
  for (uint32_t row = 0; row < data.size(); ++row)
    if (const uint32_t code = labels->codes[row]; code != kMissing) {
      ++counts[code];
      last[code] = row;
    }
  DataFinding finding;
  for (size_t code = 0; code < counts.size(); ++code)
    if (counts[code] == 1) {
      finding.values.push_back(labels->names[code]);
      finding.rows.push_back(last[code]);
    }
  DataOutcome outcome;
  if (finding.values.empty()) return outcome;
  finding.count = finding.values.size();
  finding.of = labels->names.size();
  finding.message = fmt::format("{} of {} labels have a single document", finding.count, finding.of);
  std::sort(finding.rows.begin(), finding.rows.end());
  outcome.findings.push_back(std::move(finding));
  return outcome;
}

}  // namespace standfast
