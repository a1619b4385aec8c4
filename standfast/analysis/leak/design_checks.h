// Checks of the design of a study, before a run and after it. Each has a code, which docs/warnings.md
// explains: how it is found, why it matters, what to do. The checks are pure functions of counts, so a dry
// run (which has the conditions in memory) and a report (which has the records) agree.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/analysis/leak/condition_measures.h"
#include "standfast/base/result.h"
#include "standfast/corpus/read/odd_values.h"

namespace standfast {

enum class Severity : uint8_t {
  confounded,  // a difference between two columns may be due to something else
  weak,        // the study has little power for its question
  reading      // a number is easily misread
};
std::string_view severity_name(Severity severity);

struct DesignCheck {
  std::string code;   // SF101; SF1xx can be seen before a run, SF2xx only after it
  std::string title;  // one line
  Severity severity = Severity::confounded;
  bool after_run = false;
  std::string anchor() const;  // "docs/warnings.md#sf101"
};
const std::vector<DesignCheck>& design_checks();
// Returns the check with a code (in any case); a usage error lists the valid codes.
Result<const DesignCheck*> find_design_check(std::string_view code);

struct DesignWarning {
  std::string code, corpus;  // corpus: name in the study, "" for a warning about the whole study
  std::string message;       // names every condition with the fault, with numbers, in a sentence or two
  std::string brief = {};    // the worst condition, for one line of a terminal; "" if the message is short
  double size = 0;           // orders warnings about the same fact (warning_lines.h): larger is worse
};
// Returns the warning as a line: "SF101 posts: training pairs ...".
std::string describe(const DesignWarning& warning);

// ---- before a run ----

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
std::vector<DesignWarning> check_design(const StudyDesign& design);

// Returns true if the share of the metric's score that survives is meaningful: guessing and a perfect score
// must mean the same in every condition.
bool carries_percentage(std::string_view metric);

// ---- ignoring ----

// Returns codes in the spelling of the catalog, each once, ascending; a usage error for an unknown code.
Result<std::vector<std::string>> known_codes(const std::vector<std::string>& codes);
// Removes the warnings with these codes and returns their number.
size_t leave_out(std::vector<DesignWarning>& warnings, const std::vector<std::string>& ignored);

}  // namespace standfast
