// Delta of each condition and model: a bar from 0 with its interval, and the share of right answers it comes from.
#include <fmt/format.h>

#include "standfast/report/figure/catalog.h"
#include "standfast/report/figure/row_marks.h"
#include "standfast/report/figure/svg_parts.h"

namespace standfast::report {
namespace shortcut_deltas_parts {
namespace {

std::string caption(const CorpusFindings& found) {
  return fmt::format(
      "Accuracy on the planted test documents minus accuracy on the same documents with the cue reversed: what a model "
      "owes to the shortcut. Lines are {} intervals over {}s. A model that ignores the cue is at 0.",
      percent(found.level), found.unit.one);
}

std::vector<Rows> rows(const CorpusFindings& found) {
  Rows rows("shortcut-deltas", {"condition", "model", "metric", "delta", "low", "high", "n"}, found);
  for (const auto& row : found.shortcuts.rows)
    for (size_t m = 0; m < kShortcutMetrics.size(); ++m) {
      const Estimate& delta = row.metrics[m].delta.estimate;
      if (!delta.value) continue;
      rows.add({found.conditions[row.condition], found.models[row.model], kShortcutMetrics[m], delta.value,
                low_of(delta.interval), high_of(delta.interval), row.n});
    }
  return {rows};
}

MarkRow row_of(const std::string& name, const Estimate& delta) {
  MarkRow row{name, {}};
  std::string tip = fmt::format("{}: {:+.3f}", name, *delta.value);
  if (delta.interval) tip += fmt::format(" [{:+.3f}, {:+.3f}]", delta.interval->low, delta.interval->high);
  row.marks.push_back({0, *delta.value, kInk, RowMark::Kind::bar, std::move(tip)});
  if (delta.interval)
    row.marks.push_back({delta.interval->low, delta.interval->high, kInk, RowMark::Kind::line});
  return row;
}

Drawing draw(const CorpusFindings& found, size_t) {
  std::vector<MarkGroup> groups;
  for (const auto& of : found.shortcuts.conditions) {
    MarkGroup group{found.conditions[of.condition.test], {}};
    for (const auto& row : found.shortcuts.rows)
      if (row.condition == of.condition.test && row.metrics.front().delta.estimate.value)
        group.rows.push_back(row_of(found.models[row.model], row.metrics.front().delta.estimate));
    if (!group.rows.empty()) groups.push_back(std::move(group));
  }
  return drawing_from_zero(title_of("What shortcuts do", found), groups, "accuracy: test - anti-test",
                           found.level);
}

}  // namespace
}  // namespace shortcut_deltas_parts

Figure shortcut_deltas_figure() {
  using namespace shortcut_deltas_parts;
  return {"shortcut-deltas", "What shortcuts do", Part::shortcuts, caption, rows, draw};
}

}  // namespace standfast::report
