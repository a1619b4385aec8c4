// Who sees one thing of a document (its length, its first word, a column) and nothing else: how often does he name what
// was planted in it, or its label?
//
// The rule is made on the training side and measured on the test side. It answers, for each value, the most frequent
// target of training documents with that value. It is measured against the majority: the one answer that is right most
// often on the test side itself, so nobody who sees nothing does better.
//
// Two tests, corrected for all questions of a check together (Holm): is the rule right where the majority is wrong more
// often than the other way round (the exact sign test)? Does the rule of greatest shares (telling_values.h), which is blind
// to how frequent a target is, name more than if targets were dealt out at random? If what is seen has nothing to do
// with the targets, a check speaks with a chance of at most 1 %.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "standfast/analysis/check/cue/cue_table.h"
#include "standfast/analysis/check/data_checks.h"
#include "standfast/metric/stat/interval.h"

namespace standfast {

// A finding needs this lead in accuracy over the majority, or the informedness kTells (telling_values.h).
inline constexpr double kCueLead = 0.05;

enum class CueTarget : uint8_t { cue, label };
inline constexpr CueTarget kCueTargets[] = {CueTarget::cue, CueTarget::label};

// What is seen of each document, as a code.
struct SeenValues {
  std::string name;                     // "the first word"
  std::vector<uint32_t> code;           // by row of the table; kMissing: nothing
  std::vector<std::string> names;       // of codes
  std::vector<uint32_t> balanced = {};  // codes for the rule of greatest shares, if they are others
};

struct CueAnswer {
  CueTarget target = CueTarget::cue;
  std::string seen;
  std::string rule;  // what training says of the most frequent values: "line break: formal"
  uint64_t right = 0, majority_right = 0, n = 0;  // of the test side
  bool of_training = false;                       // measured on the training side
  Interval interval = {};                         // of right / n, exact, 95 %
  double p = 1;                                   // of the lead over the majority
  double informedness = 0, informed_p = 1;
  struct OnSide {
    CueSide side = CueSide::anti;
    uint64_t right = 0, majority_right = 0, n = 0;
  };
  std::vector<OnSide> others = {};  // of the label: the same rule on the anti-test and on the original
  double accuracy() const { return static_cast<double>(right) / static_cast<double>(n); }
  double majority() const { return static_cast<double>(majority_right) / static_cast<double>(n); }
};

// "" or why the target cannot be asked for. Targets with fewer than ten documents in train or test are left out.
std::string objection_to_target(const CheckedData& data, CueTarget target);
// The cue table of the data is there, and there is no objection to the target. dealings: of targets, at random; more
// where more is asked at once.
CueAnswer ask(const CheckedData& data, CueTarget target, const SeenValues& seen, uint32_t dealings = 999);
// Who says of each training document what the one before it had, in the order of the file?
CueAnswer ask_row_before(const CheckedData& data, CueTarget target);

// Codes of sizes (a length, a number), made for one target on the training side: of two targets the best cut, of more
// tenths. unit: "words".
SeenValues cut_sizes(const CheckedData& data, CueTarget target, const std::string& name,
                     std::span<const double> size, const std::string& unit);

// Corrects for all answers and makes a finding of each that tells.
DataOutcome outcome_of_answers(const CheckedData& data, std::vector<CueAnswer> answers);

}  // namespace standfast
