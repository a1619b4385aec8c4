// The design of a study: the measures of its conditions, corpus by corpus, which the design checks judge
// (design_checks.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/analysis/leak/condition_measures.h"
#include "standfast/corpus/read/odd_values.h"

namespace standfast {

struct DesignCondition {
  std::string name;
  bool reference = false;
  // The user supplied the split. Nothing guarantees disjoint topics, so its folds are examined.
  bool given = false;
  bool reference_by_default = false;  // no condition is marked, so the first is taken
  bool novel_topics = false;          // no topic is on both sides
  bool drawn = false;                 // the seed determines its documents, folds or pairs
  bool planted = false;               // a shortcut is planted in its folds
  std::string control_of;             // for a control, the name of the other condition
  std::vector<std::string> block;     // for a control: columns whose groups trade places as whole groups
  std::optional<double> near_share =
      {};  // share of tested items with a near duplicate in training, if the study asks for it
  std::vector<ConditionMeasures> draws;  // one per seed; failed draws are left out
};

// A side: documents kept apart from every fold.
struct DesignSide {
  std::string name;
  // shared_texts: documents whose text also occurs outside the sides
  uint64_t documents = 0, shared_texts = 0;
};

struct DesignCorpus {
  std::string name;
  bool has_topics = false, has_authors = false;
  std::vector<BlockColumn> blocks;  // blocks that a control could trade; known if there is a control
  std::vector<DesignCondition> conditions;
  std::vector<DesignSide> sides = {};  // other than the test items
  std::vector<OddValues> odd_values = {};
};

struct StudyDesign {
  bool classifies = false;
  std::string target = "author";             // for classification
  std::string metric;                        // the first metric in tables
  std::vector<std::string> pretrained = {};  // models that are not trained here, by their names in the study
  std::vector<DesignCorpus> corpora;
};

}  // namespace standfast
