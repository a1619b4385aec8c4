// The tests of `standfast compare RUN --test ...`: what they take and what they give.
#pragma once

#include "standfast/report/page/comparison.h"

namespace standfast::report {

// Every corpus: stability, ranks, critical differences; and, where the two conditions are named or can be
// guessed, the three t-tests between them.
Result<RunComparison> compare_ranking(const RunRecords& run, const ComparisonOptions& options);
// The topic shortcut test.
Result<RunComparison> compare_topic_shortcut(const RunRecords& run, const ComparisonOptions& options);
// Score against the similarity of train and test topics.
Result<RunComparison> compare_dose_response(const RunRecords& run, const ComparisonOptions& options);
// Every pair of models under every condition: of pairs by the metric, of documents topic by topic, and where
// the study has a reference what each model loses.
Result<RunComparison> compare_models(const RunRecords& run, const ComparisonOptions& options);
// How much data each condition holds, and how alike its train and test topics are.
Result<RunComparison> compare_data(const RunRecords& run);

}  // namespace standfast::report
