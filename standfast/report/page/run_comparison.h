// Tests of `standfast compare RUN --test ...`.
#pragma once

#include "standfast/report/task/task_report.h"

namespace standfast::report {

// Compares rankings on every corpus: stability, ranks, critical differences; and, if the two conditions are
// named or can be guessed, the three t-tests between them.
Result<RunComparison> compare_ranking(const RunRecords& run, const ComparisonOptions& options);
// Runs the topic shortcut test.
Result<RunComparison> compare_topic_shortcut(const RunRecords& run, const ComparisonOptions& options);
// Fits scores against the similarity of train and test topics.
Result<RunComparison> compare_dose_response(const RunRecords& run, const ComparisonOptions& options);
// Compares every pair of models under every condition: verifiers by the metric, classifiers topic by topic,
// and, if the study has a reference, the losses of each model.
Result<RunComparison> compare_models(const RunRecords& run, const ComparisonOptions& options);
// Compares the amount of data of each condition, and the similarity of its train and test topics.
Result<RunComparison> compare_data(const RunRecords& run);

}  // namespace standfast::report
