#include "standfast/result/findings/confusion.h"

#include <set>

#include "standfast/metric/stat/unit_estimate.h"

namespace standfast::result {
namespace {

// Estimates the share of the marked items among all items.
Estimate share_of(const UnitSpace& space, const UnitItems& items, const std::vector<uint8_t>& marked,
                  uint64_t& count, double level) {
  for (const uint8_t one : marked) count += one;
  const auto n = static_cast<double>(marked.size());
  const double share = static_cast<double>(count) / n;
  Influenced number{share, {}};
  for (const uint8_t one : marked) number.influence.push_back((one - share) / n);
  return unit_estimate(space, {&items, &number}, level, 0, 1);
}

}  // namespace

std::optional<ConfusionRow> confusion_row(const RunRecords& run, size_t corpus, size_t condition,
                                          size_t model, const PooledItems& items, double level) {
  if (items.size() == 0 || items.cross_half.size() != items.size()) return std::nullopt;
  ConfusionRow row;
  row.condition = condition;
  row.model = model;
  row.n = items.size();
  row.documents = std::set<uint32_t>(items.document.begin(), items.document.end()).size();
  row.configurations = items.cells;
  const auto right = items.right();
  std::vector<uint8_t> same(items.size());
  for (size_t i = 0; i < items.size(); ++i)
    same[i] = right[i] == 0 && items.cross_half[i] == 0 && items.predicted[i] != kNoAnswer ? 1 : 0;
  UnitSpace space;
  const UnitItems units = space.items(item_units(run, corpus, items));
  row.right_share = share_of(space, units, right, row.right, level);
  row.same_half_share = share_of(space, units, same, row.same_half, level);
  row.cross_half_share = share_of(space, units, items.cross_half, row.cross_half, level);
  return row;
}

}  // namespace standfast::result
