// A single-feature rule: its accuracy in predicting the planted cue, or the label, from one property of a
// document (its length, its first word, a column).
//
// The rule is made on the training side and measured on the test side. It answers, for each value, the most
// frequent target of training documents with that value. It is compared with the majority: the constant
// answer that is right most often on the test side itself, so no rule without information is better.
//
// There are two tests, corrected for all questions of a check together (Holm). The exact sign test asks if
// the rule is right where the majority is wrong more often than the reverse. A permutation test asks if the
// rule of greatest shares (telling_values.h), which ignores the frequency of targets, identifies more of them
// than with randomly permuted targets. If the property is independent of the targets, a check reports a
// finding with probability at most 1 %.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "standfast/analysis/check/checked_data.h"
#include "standfast/analysis/check/data_checks.h"
#include "standfast/metric/stat/interval.h"

namespace standfast {

// A finding needs this lead in accuracy over the majority, or the informedness kTells (telling_values.h).
inline constexpr double kCueLead = 0.05;

enum class CueTarget : uint8_t { cue, label };
inline constexpr CueTarget kCueTargets[] = {CueTarget::cue, CueTarget::label};

// A property of each document, as a code.
struct SeenValues {
  std::string name;                     // "the first word"
  std::vector<uint32_t> code;           // by row of the table; kMissing: no value
  std::vector<std::string> names;       // by code
  std::vector<uint32_t> balanced = {};  // codes for the rule of greatest shares, if they differ
};

struct CueAnswer {
  CueTarget target = CueTarget::cue;
  std::string seen;
  std::string rule;  // the rule's answers for the most frequent values: "line break: formal"
  uint64_t right = 0, majority_right = 0, n = 0;  // of the test side
  bool of_training = false;                       // measured on the training side
  Interval interval = {};                         // of right / n, exact, 95 %
  double p = 1;                                   // of the lead over the majority
  double informedness = 0, informed_p = 1;
  struct OnSide {
    CueSide side = CueSide::anti;
    uint64_t right = 0, majority_right = 0, n = 0;
  };
  std::vector<OnSide> others = {};  // for the label: the same rule on the anti-test and on the original
  double accuracy() const { return static_cast<double>(right) / static_cast<double>(n); }
  double majority() const { return static_cast<double>(majority_right) / static_cast<double>(n); }
};

// Returns "" or the reason why the target cannot be asked for. Targets with fewer than ten documents in train
// or test are left out.
std::string objection_to_target(const CheckedData& data, CueTarget target);
// Asks one question. Requires the cue table of the data, and no objection to the target. dealings: random
// permutations of targets; more are drawn if more questions are asked at once.
CueAnswer ask(const CheckedData& data, CueTarget target, const SeenValues& seen, uint32_t dealings = 999);
// Asks if the target of the preceding training document, in the order of the file, predicts the target of a
// document.
CueAnswer ask_row_before(const CheckedData& data, CueTarget target);

// Returns codes of sizes (a length, a number), made for one target on the training side: for two targets the
// best cut, for more targets tenths. unit: "words".
SeenValues cut_sizes(const CheckedData& data, CueTarget target, const std::string& name,
                     std::span<const double> size, const std::string& unit);

// Corrects for all answers and makes a finding of each significant one.
DataOutcome outcome_of_answers(const CheckedData& data, std::vector<CueAnswer> answers);

}  // namespace standfast
