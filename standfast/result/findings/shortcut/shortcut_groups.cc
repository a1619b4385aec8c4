#include "standfast/result/findings/shortcut/shortcut_groups.h"

#include <algorithm>
#include <set>

#include "standfast/metric/stat/proportion.h"
#include "standfast/result/findings/class_data.h"
#include "standfast/result/findings/worst_groups.h"

namespace standfast::result {
namespace {

// Items of one or both planted sides.
struct GroupItems {
  std::vector<uint32_t> truth, predicted, document;
  std::vector<uint8_t> cue;
  std::vector<ItemUnits> units;

  void add(const RunRecords& run, size_t corpus, const PooledItems& items) {
    const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    append(truth, items.truth);
    append(predicted, items.predicted);
    append(document, items.document);
    append(cue, items.cue);
    append(units, item_units(run, corpus, items));
  }
};

ShortcutGroup group_of(const GroupItems& items, uint32_t label, uint32_t value, double level,
                       UnitSpace& space) {
  const size_t n = items.truth.size();
  std::vector<bool> of_it(n), right(n);
  std::set<uint32_t> documents;
  for (size_t i = 0; i < n; ++i) {
    of_it[i] = items.truth[i] == label && items.cue[i] == value;
    right[i] = items.predicted[i] == label;
    if (of_it[i]) documents.insert(items.document[i]);
  }
  ShortcutGroup group;
  group.label = label;
  group.value = value;
  group.documents = documents.size();
  group.right = share_of_items(items.units, of_it, right, level, space, "no document is of this group");
  return group;
}

void mark_worst(std::vector<ShortcutGroup>& groups) {
  ShortcutGroup* worst = nullptr;
  for (auto& group : groups)
    if (group.side == GroupSide::both && group.documents >= kLeastOfGroup &&
        (worst == nullptr || *group.right.share.value < *worst->right.share.value))
      worst = &group;
  if (worst != nullptr) worst->worst = true;
}

}  // namespace

std::vector<ShortcutGroup> shortcut_groups(const RunRecords& run, size_t corpus,
                                           const ShortcutCondition& condition, size_t model,
                                           const ShortcutSides& sides, size_t values, double level,
                                           UnitSpace& space) {
  std::vector<ShortcutGroup> groups;
  for (const GroupSide side : {GroupSide::test, GroupSide::anti_test, GroupSide::both}) {
    GroupItems items;
    if (side != GroupSide::anti_test) items.add(run, corpus, sides.test);
    if (side != GroupSide::test) items.add(run, corpus, sides.anti);
    for (uint32_t label = 0; label < sides.test.classes; ++label)
      for (uint32_t value = 0; value < values; ++value) {
        ShortcutGroup group = group_of(items, label, value, level, space);
        if (group.right.n == 0) continue;
        group.condition = condition.test;
        group.model = model;
        group.side = side;
        groups.push_back(std::move(group));
      }
  }
  mark_worst(groups);
  return groups;
}

std::vector<std::string> cue_values(const RunRecords& run, const CellIndex& index, size_t corpus,
                                    const ShortcutCondition& condition) {
  for (size_t m = 0; m < run.models.size(); ++m)
    for (const CellRecord* cell : index.folds(corpus, condition.test, m))
      if (cell->shortcut) return cell->shortcut->values;
  return {};
}

std::vector<PlantedShare> planted_shares(const RunRecords& run, const CellIndex& index, size_t corpus,
                                         const ShortcutCondition& condition, double level) {
  std::vector<PlantedShare> shares;
  // All models learn from the same texts.
  const Folds& folds =
      index.folds(corpus, condition.test, most_finished_model(run, index, corpus, condition.test));
  const auto count_side = [&](const char* side, const PlantedCounts PlantedRecord::*counts, bool first_fold) {
    std::vector<uint64_t> documents;
    const PlantedRecord* planted = nullptr;
    std::set<uint64_t> seen;  // seeds
    for (const CellRecord* cell : folds) {
      if (!cell->shortcut || (first_fold && !seen.insert(cell->seed).second)) continue;
      planted = cell->shortcut.get();
      const auto& of_cell = (planted->*counts).documents;
      documents.resize(of_cell.size());
      for (size_t i = 0; i < of_cell.size(); ++i) documents[i] += of_cell[i];
    }
    if (planted == nullptr) return;
    const size_t values = planted->values.size();
    for (uint32_t label = 0; label < planted->classes(); ++label) {
      uint64_t n = 0;
      for (size_t v = 0; v < values; ++v) n += documents[label * values + v];
      for (uint32_t value = 0; value < values && n > 0; ++value) {
        const uint64_t k = documents[label * values + value];
        shares.push_back({condition.test, side, label, value, k, n,
                          static_cast<double>(k) / static_cast<double>(n),
                          (planted->*counts).target[label * values + value], exact_interval(k, n, level)});
      }
    }
  };
  count_side("train", &PlantedRecord::train, true);
  count_side("test", &PlantedRecord::test, false);
  count_side("anti-test", &PlantedRecord::anti_test, false);
  return shares;
}

}  // namespace standfast::result
