// Parts that the design checks (design_checks.h) share: values of conditions in words, and the checks of
// pairs.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/analysis/leak/study_design.h"
#include "standfast/analysis/leak/warning_catalog.h"
#include "standfast/analysis/leak/warning_words.h"

namespace standfast {

// The value of a condition that has one, for lists such as "i.i.d." 6,929, "HITS" 376.
struct ConditionValue {
  const DesignCondition* condition;
  double value;
};
inline std::string listed(const std::vector<ConditionValue>& values,
                          const std::function<std::string(double)>& show) {
  std::vector<std::string> parts;
  for (const auto& [condition, value] : values) parts.push_back(quoted(condition->name) + " " + show(value));
  return fmt::format("{}", fmt::join(parts, ", "));
}

// Returns a sum over the draws of a condition, divided by another sum; nothing if the latter is 0.
template <class Part, class Whole>
std::optional<double> ratio(const DesignCondition& condition, const Part& part, const Whole& whole) {
  double above = 0, below = 0;
  for (const auto& draw : condition.draws) {
    above += static_cast<double>(part(draw));
    below += static_cast<double>(whole(draw));
  }
  if (below == 0) return std::nullopt;
  return above / below;
}

template <class Part, class Whole>
std::vector<ConditionValue> ratios(const DesignCorpus& corpus, const Part& part, const Whole& whole) {
  std::vector<ConditionValue> values;
  for (const auto& condition : corpus.conditions)
    if (const auto value = ratio(condition, part, whole)) values.push_back({&condition, *value});
  return values;
}

// Returns the conditions with the smallest and the largest value.
inline std::vector<ConditionValue> extremes(const std::vector<ConditionValue>& values) {
  const auto [low, high] = std::minmax_element(
      values.begin(), values.end(), [](const auto& a, const auto& b) { return a.value < b.value; });
  return {*low, *high};
}
// Formats the condition with the largest value (`low`: the smallest) and the number of the others.
inline std::string worst_of(const std::vector<ConditionValue>& values,
                            const std::function<std::string(double)>& show, bool low = false) {
  return and_more(listed({extremes(values)[low ? 0 : 1]}, show), values.size());
}

// Adds the warnings about the pairs of a corpus: pairs that share a topic or block (SF102, SF103), a column
// that tells pairs apart (SF115), shares of same-author pairs (SF116) and folds without pairs (SF111).
void check_pairs(const DesignCorpus& corpus, std::vector<StudyWarning>& out);

}  // namespace standfast
