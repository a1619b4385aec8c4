// The first part of a report, for records that need no run folder: the survival table of every metric, its
// figure, the headlines and the warnings. They equal the ones in the report of a run (report.h), byte for
// byte (tests/report/survival_view_test.cc). Parts that come from elsewhere in a run are left out.
#pragma once

#include <string>
#include <vector>

#include "standfast/analysis/leak/warning_catalog.h"
#include "standfast/report/figure/drawing.h"
#include "standfast/report/result_names.h"
#include "standfast/report/table/table.h"
#include "standfast/result/findings/summary.h"

namespace standfast {

struct SurvivalViewOptions {
  std::string metric = {};               // shown first; "": the study's, else the main metric of the profile
  std::vector<std::string> ignore = {};  // codes of warnings not to show, beside the study's own
  double level = 0.95;                   // of every interval
  int threads = 1;                       // never changes a number
};

struct SurvivalView {
  std::vector<std::string> metrics;
  size_t metric = 0;                                   // of these, the one that is shown first
  std::vector<std::string> headlines;                  // one sentence for each corpus and condition
  std::vector<StudyWarning> warnings;                  // without those ignored
  std::vector<std::vector<report::Table>> tables;      // by corpus, then metric
  std::vector<std::vector<report::Drawing>> drawings;  // the same; empty where there is nothing to draw
  std::vector<std::string> captions;                   // of the drawings, by corpus
};

Result<SurvivalView> survival_view(const result::RunRecords& run, const SurvivalViewOptions& options,
                                   Sink& sink);

}  // namespace standfast
