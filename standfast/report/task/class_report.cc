// The report of classification.
#include <utility>

#include "standfast/report/result_names.h"
#include "standfast/report/table/tables.h"
#include "standfast/report/task/task_report.h"
#include "standfast/result/findings/model_tests.h"
#include "standfast/result/findings/topic_scores.h"
#include "standfast/study/task/task.h"

namespace standfast::report {
namespace {

Result<RunComparison> compare_classifiers(const RunRecords& run, const ComparisonOptions& options) {
  SF_ASSIGN(const Summary summary, summarise(run, summary_options(options), null_sink()));
  const ClassTestOptions tests{options.ranking.level, options.ranking.resampling.seed,
                               options.ranking.resampling.threads};
  RunComparison result;
  for (size_t corpus = 0; corpus < run.corpora.size(); ++corpus) {
    const AllTopicScores scores(run, corpus);
    if (auto table =
            model_test_table(run, corpus, model_tests(run, summary, scores, tests), scores.unit, tests.level))
      result.tables.push_back(std::move(*table));
    if (auto table = drop_test_table(run, summary, corpus, options.ranking.level))
      result.tables.push_back(std::move(*table));
    const auto lost = drops(run, summary, scores);
    if (auto table = drop_table(run, summary, corpus, lost, scores.unit, tests.level))
      result.tables.push_back(std::move(*table));
    for (auto& sentence : drop_sentences(run, summary, corpus, lost))
      result.sentences.push_back(std::move(sentence));
  }
  if (result.tables.empty())
    return data_error("a comparison needs two models beside prior, or a condition that is the reference");
  return result;
}

class ClassReport final : public TaskReport {
 public:
  const Task& task() const override { return classification_task(); }

  std::vector<ForensicCell> evidence(const RunRecords&, const Summary&, const ForensicOptions&,
                                     Sink&) const override {
    return {};
  }
  Table compare_data(const RunRecords& run, size_t corpus) const override {
    return class_data_table(run, corpus, class_data(run, corpus));
  }
  Result<RunComparison> compare_models(const RunRecords& run,
                                       const ComparisonOptions& options) const override {
    return compare_classifiers(run, options);
  }
};

}  // namespace

const TaskReport& class_report() {
  static const ClassReport report;
  return report;
}

}  // namespace standfast::report
