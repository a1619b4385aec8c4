// Analysis file of an analysis unit, analysis.json: the findings of one analysis on one draw of a condition,
// fold by fold. It has no words of texts.
//
//   {"schema": "standfast-split-analysis/1", "corpus": "posts", "condition": "iid", "seed": 1, "analysis": "lengths",
//    "method": "lengths", "folds": [[{"group": "words", "measure": "test-mean", "value": 21.5, "used": 40, "total": 40,
//    "property": true}]]}
//
// Members are omitted where they have their default: "group" where it is "", "note" where there is none,
// "property" where it is false, "averaged" where it is true. "value" is null where the measure is not
// defined; then "note" says why.
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
  std::string analysis;  // name of the analysis in the study
  std::string method;    // name of the method in its catalog
  std::vector<FoldMeasures> folds;
};

const FieldTable<AnalysisFile>& analysis_fields();

// Content of near.json of a near unit: the test items of each fold of a split that have a near duplicate in
// its training.
//
//   {"schema": "standfast-near/1", "corpus": "posts", "condition": "iid", "seed": 1, "near": 0.8, "tokens": "words",
//    "folds": [{"items": 173, "flagged": [4, 17], "documents": ["p12", "p99"]}]}

inline constexpr const char* kNearFile = "near.json";

struct NearFile {
  std::string corpus, condition;
  uint64_t seed = 0;
  double near = 0;     // smallest Jaccard similarity of the sets of tokens
  std::string tokens;  // "words" or "runs"
  struct Fold {
    uint64_t items = 0;  // test items: documents or pairs
    // Places of their answers, ascending; a pair is flagged if one of its documents is.
    std::vector<uint32_t> flagged;
    // Ids of test documents with a near duplicate in training, as in the corpus.
    std::vector<std::string> documents;
  };
  std::vector<Fold> folds;
};

const FieldTable<NearFile>& near_fields();

}  // namespace standfast
