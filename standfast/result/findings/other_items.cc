#include "standfast/result/findings/other_items.h"

namespace standfast::result {

bool of_other_items(const RunRecords& run, const CellIndex& index, size_t corpus, CellPlace a, CellPlace b) {
  const auto lacks = [&](CellPlace cell) { return index.lacks_folds(corpus, cell.condition, cell.model); };
  if (!lacks(a) && !lacks(b)) return false;
  return run.conditions[a.condition].drawn() != run.conditions[b.condition].drawn() ||
         !have_same_folds(index.folds(corpus, a.condition, a.model),
                          index.folds(corpus, b.condition, b.model));
}

Difference no_difference() {
  Difference none;
  none.estimate.why_not = kOtherItems;
  return none;
}

}  // namespace standfast::result
