// The findings of `standfast scan`, as tables and as JSON.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "standfast/analysis/scan/cue_worth.h"
#include "standfast/analysis/scan/scan.h"
#include "standfast/report/table/table.h"

namespace standfast::cli {

// Returns one row for each cue, with its most telling label. The CSV has every finding and, unless `worth` is
// null, the worth of its cue.
report::Table findings_table(const Scan& scan, const ScanOptions& options, const ClassifierWorth* worth,
                             size_t top);
// Returns the worth of cues. worth.cues belongs to the first cues of scan.first_of_cue.
report::Table worth_table(const Scan& scan, const ClassifierWorth& worth, const std::string& classifier);

struct ScanExamples {
  const Corpus* corpus = nullptr;
  size_t most = 3;
  bool with_text = false;
};
// Returns the findings as JSON. worth: null if it was not measured.
nlohmann::ordered_json scan_json(const Scan& scan, const ScanOptions& options, const ClassifierWorth* worth,
                                 const std::string& classifier, const ScanExamples& examples);
// Returns, for a terminal, ids of documents with the cue, of the label and of other labels, with their texts
// on request.
std::string shown_examples(const Scan& scan, size_t top, const ScanExamples& examples);

}  // namespace standfast::cli
