// Single words that give the label away (telling_words.h).
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/analysis/check/checks.h"
#include "standfast/analysis/check/telling_words.h"

namespace standfast {

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
      "{} of {} words that were tested give the label away: the first stands in {:.0f} % of {} documents of {} and in "
      "{:.0f} % of {} others",
      finding.count, finding.of, percent(first.with, first.of), first.of, halves.labels[first.label],
      percent(first.others_with, first.others), first.others);
  outcome.findings.push_back(std::move(finding));
  return outcome;
}

}  // namespace standfast
