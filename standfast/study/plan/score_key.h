// The score key: the model, fold and draw that a number belongs to. Units of a plan, records of cells and cells that are
// missing have it as their base, so it is passed on whole. What else a score is of (task, side, metric) stands beside it.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

#include "standfast/base/field_table.h"

namespace standfast {

// A block of units that a nested cell leaves out of its fold (study/cell/left_out.h).
struct LeftOut {
  std::string units;    // "author", "topic", "document"
  uint32_t repeat = 0;  // which of the drawings of blocks
  uint32_t block = 0;   // which of its blocks
  auto operator<=>(const LeftOut&) const = default;
};

struct ScoreKey {
  std::string corpus, condition, model;  // names in the study; "" where a unit has none
  uint64_t seed = 0;                     // of splits and cells
  uint32_t fold = 0;                     // of cells
  uint32_t trade = 0;                    // of cells of a control: the trade that the fold belongs to
  uint32_t fit = 0;                      // of cells: the number of the fit of the model on that fold
  std::optional<LeftOut> left_out = {};  // of nested cells
  auto operator<=>(const ScoreKey&) const = default;
  ScoreKey& score_key() { return *this; }
  const ScoreKey& score_key() const { return *this; }
};

inline const FieldTable<LeftOut>& left_out_fields() {
  static const auto table = [] {
    FieldTable<LeftOut> fields;
    fields.add("units", &LeftOut::units);
    fields.add("repeat", &LeftOut::repeat);
    fields.add("block", &LeftOut::block);
    return fields;
  }();
  return table;
}

// Adds the fields that only some keys have, and that a record lacks where they are as in the struct: trade, fit, left_out.
template <class Record>
void add_rare_fields_of_key(FieldTable<Record>& fields) {
  fields.add("trade", &ScoreKey::trade).unless_default();
  fields.add("fit", &ScoreKey::fit).unless_default();
  fields.add("left_out", &ScoreKey::left_out, left_out_fields()).unless_default();
}

}  // namespace standfast
