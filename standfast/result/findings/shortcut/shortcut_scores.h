// Effects of a planted shortcut on a model. All numbers compare the three sides of the same fits (Zhou et al.
// 2024, Navigating the Shortcut Maze, section 3; docs/shortcut-scores.md).
//
// Estimands. The population is other test documents of the same kind, answered by the fits that were made. An
// item is one test document in one fold of one draw; all items are pooled. Documents are the units of errors,
// with all their items together; where documents have authors or topics, these are the units
// (metric/stat/unit_estimate.h). An item without an answer is an error on its side.
//
//   score      on original (the documents as they are), on test (the cue as in train), on anti-test (the cue reversed)
//   delta      score on test minus score on anti-test, items paired. 0: the cue changes nothing on balance
//   survival   (anti-test - guessing) / (original - guessing), where guessing is what the own answers of that side would
//              score if they were dealt out at random within each fold. Only where the original side is clearly above
//              guessing. 1: the lead over guessing does not need the cue
//   flips      of the items that are right on test (on original): the share with another answer on anti-test. Such an
//              answer is wrong, because the label stays
//   following  of the wrong answers on anti-test: the share that is the class that goes with the value of the cue in
//              train. Compare it with the same share among the wrong answers to the same documents without the cue
//   spread     of delta: standard deviation over draws (seeds: folds and planting) and over fits of one fold
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/metric/stat/estimate.h"
#include "standfast/metric/stat/influence.h"
#include "standfast/metric/stat/shared_units.h"
#include "standfast/result/findings/class_items.h"
#include "standfast/result/findings/spread.h"
#include "standfast/result/run/cell_index.h"

namespace standfast::result {

// The three sides of a condition with a shortcut: their places in RunRecords::conditions.
struct ShortcutCondition {
  size_t test = 0, original = 0, anti = 0;
};
// Returns the conditions with a shortcut that are asked of the corpus, in the order of the study.
std::vector<ShortcutCondition> shortcut_conditions(const RunRecords& run, size_t corpus);

// Answers of the same fits to the three sides, joined item by item. Place i of each is one document in one
// fold of one draw: as planted, as it is, and with the cue reversed.
struct ShortcutSides {
  PooledItems test, original, anti;
  size_t size() const { return test.size(); }
};
// Joins the answers of a model to the three sides. Items that one of the sides lacks are left out (external
// answers may cover some sides only).
ShortcutSides shortcut_sides(const RunRecords& run, const CellIndex& index, size_t corpus,
                             const ShortcutCondition& condition, size_t model);

// Metrics of shortcuts. macro-f1-all is taken over the fixed label set, so that no answer adds a class.
inline constexpr std::array<const char*, 2> kShortcutMetrics = {"accuracy", "macro-f1-all"};

struct ShortcutMetric {
  Estimate original, test, anti;
  Difference delta;
  // p for Holm's correction: p of delta, or, if none of the random flips is as far from 0, the p of t, but at
  // least 1e-6. Flips alone cannot resolve a p below 1 / 997, so after correction over many rows none would
  // stay below .05.
  std::optional<double> p_tail;
  std::optional<double> p_holm;  // over the conditions and models of the corpus
  Estimate survival;             // of accuracy
  std::optional<double> guessing_original, guessing_anti;
  std::optional<double> sd_draws, sd_fits;
};

// A share of items with its counts.
struct CountedShare {
  uint64_t k = 0, n = 0;
  Estimate share;
};

struct ShortcutEffect {
  size_t condition = 0, model = 0;  // places in RunRecords; the condition of the test side
  uint64_t n = 0, n_total = 0;      // items that all sides have; with items of failed and missing folds
  uint64_t documents = 0;           // different ones
  uint64_t not_planted = 0;         // documents that were left out of the folds, over all draws
  uint64_t draws = 0, most_fits = 0, all_fits = 0;  // of the spread (findings/spread.h)
  std::array<ShortcutMetric, kShortcutMetrics.size()> metrics;
  CountedShare flipped_test, flipped_original;  // of right answers on test (original)
  CountedShare following,
      following_without;  // of wrong answers on anti-test (original); no answer is none of them
  uint64_t unanswered_test = 0, unanswered_original = 0, unanswered_anti = 0;
};

// A row with its items and influences, for sums over several rows.
struct ScoredShortcut {
  ShortcutEffect row;
  UnitItems items;
  std::array<Influenced, kShortcutMetrics.size()> test, anti;
};

// Computes the effect on one model. sides: at least one item. space: the unit space of the corpus, the same
// one for all that is compared.
Result<ScoredShortcut> scored_shortcut(const RunRecords& run, size_t corpus,
                                       const ShortcutCondition& condition, size_t model,
                                       const ShortcutSides& sides, double level, UnitSpace& space);

// Returns the share of items with `hit` among the items with `counted`, with an interval over units.
CountedShare share_of_items(const std::vector<ItemUnits>& units, const std::vector<bool>& counted,
                            const std::vector<bool>& hit, double level, UnitSpace& space,
                            const std::string& why_none);

// Fills p_holm of all rows.
void correct_deltas(std::vector<ShortcutEffect>& rows);

}  // namespace standfast::result
