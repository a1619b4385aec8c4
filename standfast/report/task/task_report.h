// In what the reports of tasks differ: the parts of a section that only one task has, the tables of what
// items are made of, and two phrases. One object a task, listed in catalog.cc.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/report/page/comparison.h"
#include "standfast/report/page/page_builder.h"
#include "standfast/report/page/section.h"
#include "standfast/report/table/table.h"
#include "standfast/result/findings/forensic.h"
#include "standfast/result/findings/summary.h"

namespace standfast::report {

class TaskReport {
 public:
  virtual ~TaskReport() = default;
  virtual const Task& task() const = 0;

  // Likelihood ratios of every cell; none where scores are no evidence.
  virtual std::vector<ForensicCell> evidence(const RunRecords& run, const Summary& summary,
                                             const ForensicOptions& options, Sink& sink) const = 0;
  // The part of the section of a corpus that comes after the survival tables, and the tables at its end.
  virtual void own_part(PageBuilder& page, const Section& section) const = 0;
  virtual Table data(const Section& section) const = 0;
  virtual std::optional<Table> priors(const Section& section) const = 0;
  virtual Table folds(const RunRecords& run, const Summary& summary, size_t corpus) const = 0;

  // The same table as data(), for somebody who wants nothing else.
  virtual Table compare_data(const RunRecords& run, size_t corpus) const = 0;
  // Every pair of models under every condition (page/run_comparison.h).
  virtual Result<RunComparison> compare_models(const RunRecords& run,
                                               const ComparisonOptions& options) const = 0;
};

const TaskReport& report_of(const Task& task);

}  // namespace standfast::report
