// Task-specific parts of a report, other than tables: evidence, and the output of `compare` for a run. Each
// task has one object, listed in catalog.cc.
#pragma once

#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/report/result_names.h"
#include "standfast/report/table/table.h"
#include "standfast/result/findings/forensic.h"
#include "standfast/result/findings/ranking.h"
#include "standfast/result/findings/summary.h"

namespace standfast::report {

// Options and result of a comparison within a run (page/run_comparison.h).
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

class TaskReport {
 public:
  virtual ~TaskReport() = default;
  virtual const Task& task() const = 0;

  // Returns the likelihood ratios of every cell; none if scores are no evidence.
  virtual std::vector<ForensicCell> evidence(const RunRecords& run, const Summary& summary,
                                             const ForensicOptions& options, Sink& sink) const = 0;
  // Makes the table of the data of every condition, for `compare`.
  virtual Table compare_data(const RunRecords& run, size_t corpus) const = 0;
  // Compares every pair of models under every condition (page/run_comparison.h).
  virtual Result<RunComparison> compare_models(const RunRecords& run,
                                               const ComparisonOptions& options) const = 0;
};

const TaskReport& report_of(const Task& task);
const TaskReport& class_report();
const TaskReport& pair_report();

}  // namespace standfast::report
