// All findings about the shortcuts of a corpus. They are empty if no condition plants one.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "standfast/result/findings/shortcut/shortcut_scores.h"
#include "standfast/result/findings/summary.h"

namespace standfast::result {

// The side of a group of items. `both` takes the planted sides together: with a strong cue, a label has
// hardly a document of some value on test and many on anti-test.
enum class GroupSide : uint8_t { test, anti_test, both };
inline constexpr const char* kGroupSides[] = {"test", "anti-test", "both"};

// The accuracy in a group of one label and one value of the cue.
struct ShortcutGroup {
  size_t condition = 0, model = 0;  // places in RunRecords
  GroupSide side = GroupSide::both;
  uint32_t label = 0;      // place in CorpusInfo::classes
  uint32_t value = 0;      // place in ShortcutGroups::values
  uint64_t documents = 0;  // different ones
  CountedShare right;      // of its items
  // True for the group of lowest accuracy, the first of equals, among the groups of both sides with at least
  // kLeastOfGroup documents.
  bool worst = false;
};

// Returns the groups with items, by side, label and value. values: the number of values of the cue. level: of
// each interval.
std::vector<ShortcutGroup> shortcut_groups(const RunRecords& run, size_t corpus,
                                           const ShortcutCondition& condition, size_t model,
                                           const ShortcutSides& sides, size_t values, double level,
                                           UnitSpace& space);

// The share of documents of a label that got a value, and the intended probability. It counts documents of
// all draws; in train only documents of the first fold of each draw, since folds of one draw share documents
// and the cues planted in them.
struct PlantedShare {
  size_t condition = 0;
  std::string side;  // train, test, anti-test
  uint32_t label = 0, value = 0;
  uint64_t k = 0, n = 0;
  double share = 0, target = 0;
  Interval interval;  // exact: draws of different documents and seeds are independent
};
std::vector<PlantedShare> planted_shares(const RunRecords& run, const CellIndex& index, size_t corpus,
                                         const ShortcutCondition& condition, double level);

// Returns the names of the values of the cue under a condition, from its first finished cell; empty if no
// cell has finished.
std::vector<std::string> cue_values(const RunRecords& run, const CellIndex& index, size_t corpus,
                                    const ShortcutCondition& condition);

// A series of conditions that differ in lambda alone, and the area under its curve of delta.
//
// Estimand: the area under delta over lambda, from the lowest to the highest lambda of the series, by the
// trapezoidal rule. Deltas of one series share their documents (and, with one draw for all lambdas, their
// folds), so the interval pairs deltas as the interval of delta pairs sides. 0: the cue changes nothing at
// any lambda.
struct LambdaCurve {
  size_t model = 0;
  std::string series;        // the conditions in words: "single-term", "single-term, product"
  std::vector<size_t> rows;  // places in ShortcutFindings::rows, lambda ascending; at least two
  double from = 0, to = 0;   // lambda of the first and of the last
  std::array<Difference, kShortcutMetrics.size()> area;
};

// Returns, by condition of a corpus, the series that it belongs to, in words that tell series apart.
// Conditions of one series have the same words.
std::map<size_t, std::string> shortcut_series(const RunRecords& run,
                                              const std::vector<ShortcutCondition>& conditions);

// Computes the area of one model under one series. points: lambda ascending, at least two, with their
// lambdas.
std::array<Difference, kShortcutMetrics.size()> area_under(const std::vector<const ScoredShortcut*>& points,
                                                           const std::vector<double>& lambdas, double level,
                                                           const UnitSpace& space);

struct ShortcutOf {
  ShortcutCondition condition;
  ShortcutInfo shortcut;
  std::string series;               // as above
  std::vector<std::string> values;  // of the cue; empty where no cell has finished
};

struct ShortcutFindings {
  std::vector<ShortcutOf> conditions;  // in the order of the study
  std::vector<ShortcutEffect> rows;    // by condition, then model, the guesser too
  std::vector<LambdaCurve> curves;     // by model, then series
  std::vector<ShortcutGroup> groups;   // by condition, then model
  std::vector<PlantedShare> planted;   // by condition

  bool empty() const { return conditions.empty(); }
  const ShortcutOf& of(size_t condition) const;  // place in RunRecords of its test side; must exist
};

ShortcutFindings shortcut_findings(const RunRecords& run, const CellIndex& index, const Summary& summary,
                                   size_t corpus, double level);

}  // namespace standfast::result
