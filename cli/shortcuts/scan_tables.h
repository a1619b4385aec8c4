// What `standfast scan` found, as tables and as JSON.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "standfast/analysis/scan/cue_worth.h"
#include "standfast/analysis/scan/scan.h"
#include "standfast/report/table/table.h"

namespace standfast::cli {

// One row for each cue, with its most telling label; the CSV has every finding, and with `worth` (null: none) what its cue is
// worth.
report::Table findings_table(const Scan& scan, const ScanOptions& options, const ClassifierWorth* worth,
                             size_t top);
// worth.cues: of the first cues of scan.first_of_cue.
report::Table worth_table(const Scan& scan, const ClassifierWorth& worth, const std::string& classifier);

struct ScanExamples {
  const Corpus* corpus = nullptr;
  size_t most = 3;
  bool with_text = false;
};
// worth: null if it was not measured.
nlohmann::ordered_json scan_json(const Scan& scan, const ScanOptions& options, const ClassifierWorth* worth,
                                 const std::string& classifier, const ScanExamples& examples);
// Ids of documents with the cue, of the label and of others; with their texts, if asked. For a terminal.
std::string shown_examples(const Scan& scan, size_t top, const ScanExamples& examples);

}  // namespace standfast::cli
