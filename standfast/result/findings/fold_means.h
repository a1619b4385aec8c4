// Means and standard deviations over the folds of a condition.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/result/run/run_reader.h"

namespace standfast::result {

// Mean and standard deviation, unweighted, as for ordinary cross-validation, and weighted by test items, as
// for one fold for each topic (tables 5 and 6 of the novel-topic paper). With several seeds or trades, each
// number is the mean over them. There are no standard errors over folds that test one set (test_overlap.h).
struct FoldMean {
  size_t condition = 0, model = 0;               // places in RunRecords
  uint64_t seeds = 0, folds = 0, undefined = 0;  // undefined: folds in which the metric is undefined
  std::optional<double> mean, sd, weighted_mean, weighted_sd, se_folds, se_effective, effective_folds;
};

// Computes the means by condition and model; combinations without a finished fold are left out.
std::vector<FoldMean> fold_means(const RunRecords& run, size_t corpus, const std::string& metric);

}  // namespace standfast::result
