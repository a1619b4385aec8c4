// The tests of `standfast compare RUN --test ...`: what they take and what they give.
#pragma once

#include <string>
#include <vector>

#include "standfast/report/ranking.h"
#include "standfast/report/table.h"

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

// Every corpus: stability, ranks, critical differences; and, where the two conditions are named or can be
// guessed, the three t-tests between them.
Result<RunComparison> compare_ranking(const RunRecords& run, const ComparisonOptions& options);
// The topic shortcut test.
Result<RunComparison> compare_topic_shortcut(const RunRecords& run, const ComparisonOptions& options);
// Score against the similarity of train and test topics.
Result<RunComparison> compare_dose_response(const RunRecords& run, const ComparisonOptions& options);
// Every pair of models under every condition: of verification by the metric (pair_tests.h); of classification
// topic by topic, and where the study has a reference what each model loses.
Result<RunComparison> compare_models(const RunRecords& run, const ComparisonOptions& options);
// How much data each condition holds, and how alike its train and test topics are.
Result<RunComparison> compare_data(const RunRecords& run);

}  // namespace standfast::report
