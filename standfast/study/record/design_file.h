// Design file of a splits unit, design.json: the counts for its condition and seed, from which warnings are
// judged (experiment/judge.h); for a control also the columns that group its documents, and the columns that
// travel with the column that its condition keeps apart.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "standfast/analysis/leak/companions.h"
#include "standfast/analysis/leak/condition_measures.h"
#include "standfast/base/field_table.h"

namespace standfast {

inline constexpr const char* kDesignFile = "design.json";

struct DesignFile {
  std::string corpus, condition;
  ConditionMeasures measures;
  std::vector<BlockColumn> blocks;
  std::optional<Companions> companions = {};
};

const FieldTable<DesignFile>& design_fields();

}  // namespace standfast
