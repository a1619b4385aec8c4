// Conditions that differ in lambda alone form a series: what grows with the strength of the shortcut.
//
// Estimand: the area under delta over lambda, from the lowest to the highest lambda of the series, by the trapezoidal
// rule. Deltas of one series share their documents (and, with one draw for all lambdas, their folds), so the interval
// pairs them as that of delta pairs sides. 0: the cue changes nothing at any lambda.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "standfast/result/findings/shortcut/shortcut_scores.h"

namespace standfast::result {

struct LambdaCurve {
  size_t model = 0;
  std::string series;        // the conditions in words: "single-term", "single-term, product"
  std::vector<size_t> rows;  // places in ShortcutFindings::rows, lambda ascending; at least two
  double from = 0, to = 0;   // lambda of the first and of the last
  std::array<Difference, kShortcutMetrics.size()> area;
};

// By condition of a corpus: the series that it belongs to, in words that tell series apart. Conditions of one series have
// the same words.
std::map<size_t, std::string> shortcut_series(const RunRecords& run,
                                              const std::vector<ShortcutCondition>& conditions);

// The area of one model under one series. points: lambda ascending, at least two, with their lambdas.
std::array<Difference, kShortcutMetrics.size()> area_under(const std::vector<const ScoredShortcut*>& points,
                                                           const std::vector<double>& lambdas, double level,
                                                           const UnitSpace& space);

}  // namespace standfast::result
