// The check of text length, in tenths of the half that makes the rule (telling_values.h).
#include <algorithm>

#include <fmt/format.h>

#include "standfast/analysis/check/checks.h"
#include "standfast/analysis/check/telling_values.h"
#include "standfast/text/utf8.h"

namespace standfast {
namespace {

constexpr uint32_t kTenths = 10;

}  // namespace

DataOutcome check_length_tells_label(const CheckedData& data) {
  const LabelHalves halves = label_halves(data);
  if (!halves.why_not.empty()) return not_asked(halves.why_not);
  std::vector<uint64_t> length(data.size()), sorted;
  for (uint32_t row = 0; row < data.size(); ++row) length[row] = count_code_points(data.texts[row]);
  for (const uint32_t row : halves.choosing) sorted.push_back(length[row]);
  std::sort(sorted.begin(), sorted.end());
  std::vector<uint64_t> cuts;  // a length belongs to the tenth of the first cut that is not below it
  for (uint32_t tenth = 1; tenth < kTenths; ++tenth)
    cuts.push_back(sorted[tenth * (sorted.size() - 1) / kTenths]);
  std::vector<uint32_t> value(data.size());
  for (uint32_t row = 0; row < data.size(); ++row)
    value[row] =
        static_cast<uint32_t>(std::lower_bound(cuts.begin(), cuts.end(), length[row]) - cuts.begin());
  const TellingValues told = telling_values(data, halves, value, kTenths, 999, "length");
  DataOutcome outcome;
  if (told.informedness < kTells || told.p > kTellsLevel) return outcome;
  outcome.findings.push_back(
      {fmt::format(
           "who sees the length of a text alone names {:.1f} % of a label's documents right, on average over {} "
           "labels (guessing: {:.1f} %; {} of {} documents measured)",
           100 * told.accuracy, halves.labels.size(), 100.0 / static_cast<double>(halves.labels.size()),
           told.n, halves.labelled),
       told.n, halves.labelled});
  return outcome;
}

}  // namespace standfast
