// Which cues of a corpus predict its labels beyond chance, and what each is worth: `standfast scan`.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "standfast/analysis/scan/cue_tests.h"
#include "standfast/analysis/scan/cues.h"
#include "standfast/analysis/scan/label_units.h"
#include "standfast/metric/stat/interval.h"

namespace standfast {

// What a rule that sees one cue and nothing else scores.
//
// The rule is made on one half of the documents and measured on the other, both ways, so its score has no luck of its choice
// in it. For accuracy it answers the most frequent label of documents with the cue, and of those without it. For macro F1
// it answers the label that has the greatest share of its documents there. Majority answers the most frequent label of the
// corpus: it sees nothing, and knows what is frequent. So a cue that tells nothing may score a little below it. Of equals
// the first label. Classes are those of the corpus.
struct SingleCueScore {
  uint64_t right = 0, majority_right = 0, n = 0;  // documents
  double macro_f1 = 0, majority_macro_f1 = 0;
  double accuracy() const { return static_cast<double>(right) / static_cast<double>(n); }
  double majority() const { return static_cast<double>(majority_right) / static_cast<double>(n); }
  // Of accuracy, 95 %: exact (metric/stat/interval.h); with named groups t over these (metric/stat/weighted_mean.h), and
  // none below six of them or where all have the same.
  std::optional<Interval> interval = {};
};

// What does not depend on the cue is counted once.
class SingleCueRule {
 public:
  explicit SingleCueRule(const LabelUnits& units);  // which must stay
  // documents: those that have the cue.
  SingleCueScore score(std::span<const uint32_t> documents) const;

 private:
  // By half, with and without the cue.
  using Answer = std::array<std::array<uint32_t, 2>, 2>;
  std::optional<Interval> over_groups(std::span<const uint32_t> documents, const Answer& answer) const;

  const LabelUnits& units_;
  std::array<std::vector<uint64_t>, 2> all_;  // by half: documents by label
  std::vector<uint32_t> in_group_;            // group x label; empty without named groups
  std::vector<double> size_of_group_;
  std::vector<uint8_t> half_of_group_;
};

struct ScanOptions {
  std::string target = "label";              // a role or a category of the corpus
  std::string group;                         // the same: documents of one value are not independent; "": none
  std::vector<std::string> without_columns;  // whose values are no cues
  CueOptions cues;
  CueTestOptions tests;
  uint64_t seed = 0;  // of the halves
};

struct Scan {
  LabelUnits units;
  Cues cues;
  CueTests tests;
  std::vector<SingleCueScore> alone;  // by finding
  std::vector<std::string> columns;   // whose values were cues
  // Places of findings: of each cue that has one, its most telling label, in the order of the findings.
  std::vector<uint32_t> first_of_cue;

  const Cue& cue(const CueFinding& finding) const { return cues.all()[finding.cue]; }
  const std::string& label(const CueFinding& finding) const { return units.labels[finding.label]; }
  // Rows of the corpus, the first `most` that have the cue, and the label or another one.
  std::vector<uint32_t> examples(const CueFinding& finding, bool of_label, size_t most) const;
};

// Cues are words of the texts, forms, and values of all columns but the target, the group, the date and those left out. The
// same result for any number of threads. A data error where the target or the group is not there, or has one value; a usage
// error where a column is left out that is none.
Result<Scan> scan_corpus(const Corpus& corpus, const ScanOptions& options);

}  // namespace standfast
