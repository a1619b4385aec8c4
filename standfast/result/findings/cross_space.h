// Scores of models on splits that were made in their own spaces or in the spaces of other models (Züfle 2023,
// table 4.4). They show whether a split that is hard for the model in whose space it was made is hard for
// others too.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "standfast/result/findings/summary.h"

namespace standfast::result {

struct CrossSpace {
  std::vector<size_t>
      conditions;              // places in RunRecords: those with a space; spaces of the study's models first
  std::vector<size_t> models;  // without the chance model
  // By model, then condition (both in the order above).
  std::vector<bool> own;                      // the model made the space: same component, same options
  std::vector<std::optional<double>> scores;  // of the default metric
  // The difficulty of a split for all models: the mean of its column, over the models that have a score from
  // all folds in every column.
  std::vector<std::optional<double>> mean_of_condition;
  size_t models_in_means = 0;

  size_t place(size_t model, size_t condition) const { return model * conditions.size() + condition; }
};

// Collects the scores on the conditions of a corpus, without sides and controls. Returns nothing if fewer
// than two conditions have a space.
std::optional<CrossSpace> cross_space(const RunRecords& run, const Summary& summary, size_t corpus);

}  // namespace standfast::result
