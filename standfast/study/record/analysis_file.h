// analysis.json of an analysis unit: what one analysis found of one draw of a condition, fold by fold. It has no words of
// texts.
//
//   {"schema": "standfast-split-analysis/1", "corpus": "posts", "condition": "iid", "seed": 1, "analysis": "lengths",
//    "method": "lengths", "folds": [[{"group": "words", "measure": "test-mean", "value": 21.5, "used": 40, "total": 40,
//    "property": true}]]}
//
// Left out: "group" where it is "", "note" where there is none, "property" where it is false, "averaged" where it is true.
// "value" is null where the measure is not defined; then "note" says why.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/analysis/split/split_analysis.h"
#include "standfast/base/field_table.h"

namespace standfast {

inline constexpr const char* kAnalysisFile = "analysis.json";

struct AnalysisFile {
  std::string corpus, condition;
  uint64_t seed = 0;
  std::string analysis;  // its name in the study
  std::string method;    // in its catalog
  std::vector<FoldMeasures> folds;
};

const FieldTable<AnalysisFile>& analysis_fields();

}  // namespace standfast
