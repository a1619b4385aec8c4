// The check for ids that occur in both files. A repeated id within a file is a read error.
#include <unordered_set>

#include <fmt/format.h>

#include "standfast/analysis/check/checks.h"

namespace standfast {

DataOutcome check_shared_ids(const CheckedData& data) {
  if (!data.first_of_test) return not_asked("there is one file, and in it each id is there once");
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
