// Accuracy in groups of one label and one value of the cue, and how the cue was in fact planted.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/result/findings/shortcut/shortcut_scores.h"

namespace standfast::result {

// Items of both planted sides together: where the cue is strong, a label has hardly a document of some value on test and
// many on anti-test.
enum class GroupSide : uint8_t { test, anti_test, both };
inline constexpr const char* kGroupSides[] = {"test", "anti-test", "both"};

struct ShortcutGroup {
  size_t condition = 0, model = 0;  // places in RunRecords
  GroupSide side = GroupSide::both;
  uint32_t label = 0;      // place in CorpusInfo::classes
  uint32_t value = 0;      // place in ShortcutGroups::values
  uint64_t documents = 0;  // different ones
  CountedShare right;      // of its items
  // Of the groups of both sides with at least kLeastOfGroup documents: the one of lowest accuracy, the first of equals.
  bool worst = false;
};

// Groups with items; by side, label, value. values: of the cue. level: of each interval.
std::vector<ShortcutGroup> shortcut_groups(const RunRecords& run, size_t corpus,
                                           const ShortcutCondition& condition, size_t model,
                                           const ShortcutSides& sides, size_t values, double level,
                                           UnitSpace& space);

// The share of documents of a label that got a value, and the probability with which they were to get it. Documents of
// all draws; train of the first fold of each draw, since folds of one draw share documents and what is planted in them.
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

// Names of the values of the cue under a condition, of its first finished cell; empty where no cell has finished.
std::vector<std::string> cue_values(const RunRecords& run, const CellIndex& index, size_t corpus,
                                    const ShortcutCondition& condition);

}  // namespace standfast::result
