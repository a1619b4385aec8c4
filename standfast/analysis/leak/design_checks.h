// Checks of the design of a study (SF101 to SF123). They are pure functions of counts, so a dry run (which has
// the conditions in memory) and a report (which has the records) agree.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/analysis/leak/condition_measures.h"
#include "standfast/analysis/leak/warning_catalog.h"
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

// Returns the share of tested documents with an exact copy in the training of their fold; nullopt: not known.
std::optional<double> share_copied(const DesignCondition& condition);

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

// Checks a design; warnings are in the order of codes, then of corpora.
std::vector<StudyWarning> check_design(const StudyDesign& design);

// Returns true if the share of the metric's score that survives is meaningful: guessing and a perfect score
// must mean the same in every condition.
bool carries_percentage(std::string_view metric);

}  // namespace standfast
