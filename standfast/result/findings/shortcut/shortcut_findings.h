// All that is found about the shortcuts of a corpus. Empty where no condition plants one.
#pragma once

#include <string>
#include <vector>

#include "standfast/result/findings/shortcut/lambda_curves.h"
#include "standfast/result/findings/shortcut/shortcut_groups.h"
#include "standfast/result/findings/shortcut/shortcut_scores.h"
#include "standfast/result/findings/summary.h"

namespace standfast::result {

struct ShortcutOf {
  ShortcutCondition condition;
  ShortcutInfo shortcut;
  std::string series;               // of lambda_curves.h
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
