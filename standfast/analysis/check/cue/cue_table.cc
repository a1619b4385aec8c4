#include "standfast/analysis/check/cue/cue_table.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/analysis/check/joined_column.h"

namespace standfast {
namespace {

Column over_sides(const CueSides& sides, const std::string& name) {
  std::vector<ColumnPart> parts;
  for (const Corpus* side : sides)
    if (side != nullptr) parts.push_back({side->named_column(name), side->size()});
  return joined_column(parts);
}

// Returns true if each value of one column goes with one value of the other, both ways.
bool same_by_another_name(const Column& a, const Column& b) {
  std::vector<uint32_t> of_a(a.names.size(), kMissing), of_b(b.names.size(), kMissing);
  bool any = false;
  for (size_t row = 0; row < a.codes.size(); ++row) {
    const uint32_t x = a.codes[row], y = b.codes[row];
    if (x == kMissing || y == kMissing) continue;
    any = true;
    if (of_a[x] == kMissing) of_a[x] = y;
    if (of_b[y] == kMissing) of_b[y] = x;
    if (of_a[x] != y || of_b[y] != x) return false;
  }
  return any;
}

std::vector<std::string> other_columns(const CueSides& sides, const std::string& label,
                                       const std::string& cue) {
  std::vector<std::string> names;
  const auto add = [&](const Corpus& corpus, const std::string& name) {
    if (name != label && name != cue && corpus.named_column(name) != nullptr &&
        std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  };
  for (const Corpus* side : sides) {
    if (side == nullptr) continue;
    for (const Role role : kRoles)
      if (role != Role::date) add(*side, std::string(role_name(role)));
    for (const auto& attribute : side->attributes())
      if (attribute.kind == AttributeKind::category) add(*side, attribute.name);
  }
  return names;
}

}  // namespace

Result<CueTable> cue_table(const CueSides& sides, const std::string& label, const std::string& cue) {
  CueTable table;
  table.cue_name = cue;
  table.label_name = label;
  for (size_t s = 0; s < sides.size(); ++s) {
    const Corpus* side = sides[s];
    table.begin[s] = table.rows();
    if (side != nullptr) {
      // The original has nothing planted in it.
      for (const auto& name : {label, cue})
        if (name == label || s != static_cast<size_t>(CueSide::original))
          if (const auto found = side->require_named(name); !found)
            return with_context(fmt::format("the {} file", kCueSides[s]), found.error());
      for (uint32_t row = 0; row < side->size(); ++row) table.texts.push_back(side->text(row));
    } else if (s == static_cast<size_t>(CueSide::train) || s == static_cast<size_t>(CueSide::test)) {
      return usage_error(fmt::format("there is no {} file", kCueSides[s]));
    }
    table.end[s] = table.rows();
  }
  table.label = over_sides(sides, label);
  table.cue = over_sides(sides, cue);
  for (const auto& name : other_columns(sides, label, cue)) {
    CueTableColumn column{name, over_sides(sides, name)};
    if (column.values.names.size() < 2) continue;
    if (same_by_another_name(column.values, table.label) || same_by_another_name(column.values, table.cue))
      table.same_as_target.push_back(name);
    else
      table.columns.push_back(std::move(column));
  }
  return table;
}

}  // namespace standfast
