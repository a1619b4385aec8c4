// The checks for attributes that give the label away (telling_values.h): columns with few values (the source,
// a topic, a group), the length of the text, single words.
#include <algorithm>

#include <fmt/format.h>

#include "standfast/analysis/check/checks.h"
#include "standfast/analysis/check/telling_values.h"
#include "standfast/metric/stat/multiple_tests.h"
#include "standfast/text/utf8.h"

namespace standfast {
namespace {

constexpr size_t kMostValues = 50;
constexpr uint32_t kTenths = 10;  // of text lengths, in the half that makes the rule

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
             "a rule that sees only {} classifies {:.1f} % of a label's documents correctly, on average over "
             "{} labels (guessing: {:.1f} %; {} of {} documents measured)",
             columns[i]->name, 100 * told[i].accuracy, halves.labels.size(),
             100.0 / static_cast<double>(halves.labels.size()), told[i].n, halves.labelled),
         1,
         columns.size(),
         {},
         {columns[i]->name}});
  }
  return outcome;
}

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
           "a rule that sees only the length of a text classifies {:.1f} % of a label's documents correctly, "
           "on average over {} labels (guessing: {:.1f} %; {} of {} documents measured)",
           100 * told.accuracy, halves.labels.size(), 100.0 / static_cast<double>(halves.labels.size()),
           told.n, halves.labelled),
       told.n, halves.labelled});
  return outcome;
}

DataOutcome check_word_tells_label(const CheckedData& data) {
  const LabelHalves halves = label_halves(data);
  if (!halves.why_not.empty()) return not_asked(halves.why_not);
  const TellingWords found = telling_words(data, halves);
  DataOutcome outcome;
  if (found.words.empty()) return outcome;
  const TellingWord& first = found.words.front();
  const auto percent = [](uint64_t part, uint64_t whole) {
    return 100 * static_cast<double>(part) / static_cast<double>(whole);
  };
  DataFinding finding;
  finding.count = found.words.size();
  finding.of = found.chosen;
  for (const auto& word : found.words)
    finding.values.push_back(fmt::format("{} ({})", word.word, halves.labels[word.label]));
  finding.message = fmt::format(
      "{} of {} tested words give the label away: the first is in {:.0f} % of {} documents of {} and in "
      "{:.0f} % of {} others",
      finding.count, finding.of, percent(first.with, first.of), first.of, halves.labels[first.label],
      percent(first.others_with, first.others), first.others);
  outcome.findings.push_back(std::move(finding));
  return outcome;
}

}  // namespace standfast
