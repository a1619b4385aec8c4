// The three sides of a condition with a shortcut, and the answers of one model to them, joined item by item.
#pragma once

#include <vector>

#include "standfast/result/findings/class_items.h"
#include "standfast/result/run/cell_index.h"

namespace standfast::result {

// The places in RunRecords::conditions of the sides of one condition of the study.
struct ShortcutCondition {
  size_t test = 0, original = 0, anti = 0;
};
// In the order of the study; those that are asked of the corpus.
std::vector<ShortcutCondition> shortcut_conditions(const RunRecords& run, size_t corpus);

// Answers of the same fits. Place i of each is one document in one fold of one draw: as planted, as it is, and with the
// cue reversed.
struct ShortcutSides {
  PooledItems test, original, anti;
  size_t size() const { return test.size(); }
};
// Items that one of the sides lacks are left out (answers that were given elsewhere may be of some sides only).
ShortcutSides shortcut_sides(const RunRecords& run, const CellIndex& index, size_t corpus,
                             const ShortcutCondition& condition, size_t model);

}  // namespace standfast::result
