// The report of verification.
#include <utility>

#include "standfast/report/table/tables.h"
#include "standfast/report/task/task_report.h"
#include "standfast/study/task/task.h"

namespace standfast::report {
namespace {

Result<RunComparison> compare_verifiers(const RunRecords& run, const ComparisonOptions& options) {
  RunComparison result;
  SF_ASSIGN(const Summary summary, summarise(run, summary_options(options), null_sink()));
  for (size_t corpus = 0; corpus < run.corpora.size(); ++corpus) {
    SF_ASSIGN(const auto rows, pair_model_differences(run, corpus, options.metric, options.ranking.level,
                                                      options.ranking.resampling.threads));
    if (auto table = pair_model_table(run, corpus, options.metric, rows, options.ranking.level))
      result.tables.push_back(std::move(*table));
    if (auto drops = drop_test_table(run, summary, corpus, options.ranking.level))
      result.tables.push_back(std::move(*drops));
  }
  if (result.tables.empty()) return data_error("a comparison needs two models beside prior");
  return result;
}

class PairReport final : public TaskReport {
 public:
  const Task& task() const override { return verification_task(); }

  std::vector<ForensicCell> evidence(const RunRecords& run, const Summary& summary,
                                     const ForensicOptions& options, Sink& sink) const override {
    return forensic_cells(run, summary, options, sink);
  }
  Table compare_data(const RunRecords& run, size_t corpus) const override {
    return data_table(run, corpus, pair_data(run, corpus));
  }
  Result<RunComparison> compare_models(const RunRecords& run,
                                       const ComparisonOptions& options) const override {
    return compare_verifiers(run, options);
  }
};

}  // namespace

const TaskReport& pair_report() {
  static const PairReport report;
  return report;
}

}  // namespace standfast::report
