// Which cues of a corpus predict its labels beyond chance, and what each is worth: `standfast scan`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/analysis/scan/cue_tests.h"
#include "standfast/analysis/scan/cues.h"
#include "standfast/analysis/scan/label_units.h"
#include "standfast/analysis/scan/single_cue_rule.h"

namespace standfast {

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
