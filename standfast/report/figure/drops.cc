// Drops and their parts: bars for the whole drop and for its parts (data, blocks, topic), with intervals. A
// group of bars for each condition and model.
#include <algorithm>

#include <fmt/format.h>

#include "standfast/report/figure/catalog.h"
#include "standfast/report/figure/row_marks.h"
#include "standfast/report/figure/svg_parts.h"
#include "standfast/report/words/phrases.h"

namespace standfast::report {
namespace drops_parts {
namespace {

std::string caption(const CorpusFindings& found) {
  if (!found.drops.empty() && std::ranges::all_of(found.drops, &Drop::matched))
    return fmt::format(
        "Accuracy lost against the reference: the whole loss and its parts. Data and class mix are lost "
        "already with other documents of the same number and classes. Each further part is lost when both "
        "sides keep the mix of one column more, or of lengths. The remainder is the cost of the split "
        "itself. Bars are {} intervals over {}{}.",
        percent(found.level), found.unit.many, anew_in_words(found.nested));
  return fmt::format(
      "Accuracy lost against the reference: the whole loss and its parts. Data and class mix are lost "
      "already with other documents of the same number and classes. A block, where one was kept whole, has "
      "its own part. The rest is lost beyond these parts, and its name says what it may be due to. Bars are "
      "{} intervals over {}{}.",
      percent(found.level), found.unit.many, anew_in_words(found.nested));
}

// Returns the whole drop first, then its parts. Parts without items are left out.
std::vector<std::pair<std::string, Drop::Part>> parts_of(const Drop& drop) {
  std::vector<std::pair<std::string, Drop::Part>> parts = {{"all", drop.all}};
  parts.insert(parts.end(), drop.parts.begin(), drop.parts.end());
  std::erase_if(parts, [](const auto& part) { return part.second.n == 0; });
  return parts;
}

std::vector<Rows> rows(const CorpusFindings& found) {
  Rows rows("drops", {"condition", "model", "part", "value", "low", "high", "p"}, found);
  for (const auto& drop : found.drops)
    for (const auto& [name, part] : parts_of(drop))
      rows.add({found.conditions[drop.condition], found.models[drop.model], name, part.difference, part.low,
                part.high, part.p});
  return {rows};
}

// Makes the row of a part, in the colour of the condition at which it is lost.
MarkRow row_of(const CorpusFindings& found, const std::string& name, const Drop::Part& part) {
  using Kind = RowMark::Kind;
  MarkRow row{name, {}};
  std::string tip = fmt::format("{}: {:+.3f}", name, part.difference);
  if (part.low && part.high) tip += fmt::format(" [{:+.3f}, {:+.3f}]", *part.low, *part.high);
  row.marks.push_back({0, part.difference, condition_color(found, part.to), Kind::bar, std::move(tip)});
  if (part.low && part.high) row.marks.push_back({*part.low, *part.high, kInk, Kind::line});
  return row;
}

Drawing draw(const CorpusFindings& found, size_t) {
  std::vector<MarkGroup> groups;
  for (size_t c = 0; c < found.conditions.size(); ++c)
    for (size_t m = 0; m < found.models.size(); ++m)
      for (const auto& drop : found.drops) {
        if (drop.condition != c || drop.model != m || drop.all.n == 0) continue;
        MarkGroup group{found.conditions[c] + " · " + found.models[m], {}};
        for (const auto& [name, part] : parts_of(drop)) group.rows.push_back(row_of(found, name, part));
        groups.push_back(std::move(group));
      }
  return drawing_from_zero(title_of("Decomposition of the drop", found), groups, "accuracy lost",
                           found.level);
}

}  // namespace
}  // namespace drops_parts

Figure drops_figure() {
  using namespace drops_parts;
  return {"drops", "Decomposition of the drop", Part::losses, caption, rows, draw};
}

}  // namespace standfast::report
