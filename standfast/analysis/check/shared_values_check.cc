// The checks for values of a column (groups, authors, topics) on both sides of a fold, and for ids that occur
// in both files. A repeated id within a file is a read error.
#include <unordered_set>

#include <fmt/format.h>

#include "standfast/analysis/check/checks.h"

namespace standfast {
namespace {

// Returns the finding; nothing if no value is on both sides.
std::optional<DataFinding> shared_values(const CheckedData& data, const CheckedColumn& checked) {
  const auto& codes = checked.column.codes;
  uint64_t tested = 0, shared = 0, folds = 0;
  std::vector<bool> row_shared(data.size());
  std::vector<uint64_t> shared_of(checked.column.names.size());
  std::vector<bool> trained;
  for_each_fold(data, [&](size_t f, const std::vector<CheckedSide>& sides) {
    trained.assign(checked.column.names.size(), false);
    for (uint32_t row = 0; row < data.size(); ++row)
      if (sides[row] == CheckedSide::train && codes[row] != kMissing) trained[codes[row]] = true;
    const uint64_t before = shared;
    for (const uint32_t row : data.folds[f].test) {
      ++tested;
      if (codes[row] == kMissing || !trained[codes[row]]) continue;
      ++shared;
      ++shared_of[codes[row]];
      row_shared[row] = true;
    }
    folds += shared > before ? 1 : 0;
  });
  if (shared == 0) return std::nullopt;
  DataFinding finding;
  finding.count = shared;
  finding.of = tested;
  for (uint32_t row = 0; row < data.size(); ++row)
    if (row_shared[row]) finding.rows.push_back(row);
  std::vector<uint32_t> values;
  for (uint32_t code = 0; code < shared_of.size(); ++code)
    if (shared_of[code] > 0) values.push_back(code);
  std::stable_sort(values.begin(), values.end(),
                   [&](uint32_t a, uint32_t b) { return shared_of[a] > shared_of[b]; });
  for (const uint32_t code : values) finding.values.push_back(checked.column.names[code]);
  finding.message =
      fmt::format("{} of {} test documents have a value of {} that training has too: {} of {} values{}",
                  shared, tested, checked.name, values.size(), checked.column.names.size(),
                  data.folds.size() == 1 ? "" : fmt::format(", in {} of {} folds", folds, data.folds.size()));
  return finding;
}

DataOutcome of_role(const CheckedData& data, std::string_view name) {
  DataOutcome outcome;
  for (const auto& checked : data.columns) {
    if (checked.name != name) continue;
    if (checked.kept_apart) return not_asked("it is a group that is to be kept apart (SF334)");
    if (auto finding = shared_values(data, checked)) outcome.findings.push_back(std::move(*finding));
    return outcome;
  }
  return not_asked(fmt::format("there is no {}", name));
}

}  // namespace

DataOutcome check_group_across_sides(const CheckedData& data) {
  DataOutcome outcome;
  bool asked = false;
  for (const auto& checked : data.columns) {
    if (!checked.kept_apart) continue;
    asked = true;
    if (auto finding = shared_values(data, checked)) outcome.findings.push_back(std::move(*finding));
  }
  return asked ? outcome : not_asked("no group was named (--group COLUMN)");
}

DataOutcome check_author_across_sides(const CheckedData& data) {
  return of_role(data, "author");
}

DataOutcome check_topic_across_sides(const CheckedData& data) {
  return of_role(data, "topic");
}

DataOutcome check_shared_ids(const CheckedData& data) {
  if (!data.first_of_test) return not_asked("there is only one file, in which each id occurs once");
  if (data.ids_are_made) return not_asked("ids are row numbers");
  const auto ids = std::span(data.ids);
  const std::unordered_set<std::string_view> trained(ids.begin(), ids.begin() + *data.first_of_test);
  DataOutcome outcome;
  std::vector<uint32_t> rows;
  for (uint32_t row = *data.first_of_test; row < data.size(); ++row)
    if (trained.contains(ids[row])) rows.push_back(row);
  const uint64_t tested = data.size() - *data.first_of_test;
  if (!rows.empty())
    outcome.findings.push_back(
        {fmt::format("{} of {} test documents have the id of a training document", rows.size(), tested),
         rows.size(), tested, rows});
  return outcome;
}

}  // namespace standfast
