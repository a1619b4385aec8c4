// Options and results of a comparison within a run.
#pragma once

#include <string>
#include <vector>

#include "standfast/report/result_names.h"
#include "standfast/report/table/table.h"
#include "standfast/result/findings/ranking.h"
#include "standfast/result/findings/summary.h"

namespace standfast::report {

struct ComparisonOptions {
  RankingOptions ranking;
  std::string metric;        // of tests that look at one; must be one of the profile's
  std::string hits, random;  // names of the two conditions; "": guessed, see find_contrast
};

struct RunComparison {
  std::vector<Table> tables;
  std::vector<std::string> sentences;  // the result in words
};

// Returns the options of a comparison's summary.
inline SummaryOptions summary_options(const ComparisonOptions& options) {
  return {options.metric, options.ranking.level, options.ranking.resampling.threads};
}

}  // namespace standfast::report
