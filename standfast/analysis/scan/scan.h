// The scan of a corpus for cues that predict its labels beyond chance, with the worth of each: `standfast
// scan`.
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

// The score of a classifier that sees a single cue.
//
// The rule is made on one half of the documents and measured on the other, both ways, so its score is free of
// selection bias. For accuracy it answers the most frequent label of documents with the cue, and of documents
// without it. For macro F1 it answers the label with the greatest share of its documents there. The majority
// baseline answers the most frequent label of the corpus: it sees no cue, but knows the frequencies. So an
// uninformative cue may score a little below it. In a tie the first label is taken. Classes are the classes
// of the corpus.
struct SingleCueScore {
  uint64_t right = 0, majority_right = 0, n = 0;  // documents
  double macro_f1 = 0, majority_macro_f1 = 0;
  double accuracy() const { return static_cast<double>(right) / static_cast<double>(n); }
  double majority() const { return static_cast<double>(majority_right) / static_cast<double>(n); }
  // The 95 % interval of accuracy: exact (metric/stat/interval.h); with named groups t over groups
  // (metric/stat/weighted_mean.h), and none below six groups or if all have the same.
  std::optional<Interval> interval = {};
};

// The single-cue rule. Quantities that do not depend on the cue are computed once.
class SingleCueRule {
 public:
  explicit SingleCueRule(const LabelUnits& units);  // units must outlive the rule
  // Scores a cue. documents: the documents that have it.
  SingleCueScore score(std::span<const uint32_t> documents) const;

 private:
  // Answers by half, with and without the cue.
  using Answer = std::array<std::array<uint32_t, 2>, 2>;
  std::optional<Interval> over_groups(std::span<const uint32_t> documents, const Answer& answer) const;

  const LabelUnits& units_;
  std::array<std::vector<uint64_t>, 2> all_;  // by half: documents by label
  std::vector<uint32_t> in_group_;            // group x label; empty without named groups
  std::vector<double> size_of_group_;
  std::vector<uint8_t> half_of_group_;
};

struct ScanOptions {
  std::string target = "label";  // a role or a category of the corpus
  std::string group;             // a role or a category: documents of one value are not independent; "": none
  std::vector<std::string> without_columns;  // columns whose values are no cues
  CueOptions cues;
  CueTestOptions tests;
  uint64_t seed = 0;  // seed of the halves
};

struct Scan {
  LabelUnits units;
  Cues cues;
  CueTests tests;
  std::vector<SingleCueScore> alone;  // by finding
  std::vector<std::string> columns;   // columns whose values were cues
  // Indices of findings: for each cue with a finding, its most informative label, in the order of the
  // findings.
  std::vector<uint32_t> first_of_cue;

  const Cue& cue(const CueFinding& finding) const { return cues.all()[finding.cue]; }
  const std::string& label(const CueFinding& finding) const { return units.labels[finding.label]; }
  // Returns rows of the corpus: the first `most` that have the cue and the label, or the cue and another
  // label.
  std::vector<uint32_t> examples(const CueFinding& finding, bool of_label, size_t most) const;
};

// Scans a corpus. Cues are words of the texts, forms, and values of all columns except the target, the group,
// the date and the excluded ones. The result is the same for any number of threads. A data error if the
// target or the group is missing, or has one value; a usage error if an excluded column does not exist.
Result<Scan> scan_corpus(const Corpus& corpus, const ScanOptions& options);

// Words in fewer documents are masked.
inline constexpr uint64_t kFewDocuments = 10;

// Masks words that may identify a person in the names of cues: numbers (accounts, telephones), parts of
// addresses (mail, web, @names, paths), and rare words. Replaces them by "<number>", "<address>" or "<rare>"
// in the names of all cues that have words of texts:
//   number: a word with a digit in it
//   address: most of its occurrences are inside of runs without white space that have "@", "://", "www." or
//            "/" behind a dot
//   rare: it is in fewer than kFewDocuments of the documents that were scanned
// Call it last: cues with masked names cannot be removed from texts. Names of forms, lengths, columns stay.
void mask_private_words(const Corpus& corpus, Scan& scan);

}  // namespace standfast
