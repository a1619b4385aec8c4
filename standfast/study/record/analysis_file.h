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

// near.json of a near unit: which test items of each fold of a split have a near duplicate in its training.
//
//   {"schema": "standfast-near/1", "corpus": "posts", "condition": "iid", "seed": 1, "near": 0.8, "tokens": "words",
//    "folds": [{"items": 173, "flagged": [4, 17], "documents": ["p12", "p99"]}]}

inline constexpr const char* kNearFile = "near.json";

struct NearFile {
  std::string corpus, condition;
  uint64_t seed = 0;
  double near = 0;     // Jaccard similarity of the sets of tokens, at least
  std::string tokens;  // "words" or "runs"
  struct Fold {
    uint64_t items = 0;  // test items: documents or pairs
    std::vector<uint32_t>
        flagged;  // places of their answers, ascending; of pairs: one of its documents is flagged
    std::vector<std::string>
        documents;  // ids of test documents with a near duplicate in training, as in the corpus
  };
  std::vector<Fold> folds;
};

const FieldTable<NearFile>& near_fields();

}  // namespace standfast
