// Models against splits that were made in spaces, their own or those of others (Züfle 2023, table 4.4): a
// split in the space of one model is hard for that model; is it hard for the others?
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
  // How hard a split is, whoever is tested on it: the mean of its column, of the models that all columns have
  // a score of, from all folds.
  std::vector<std::optional<double>> mean_of_condition;
  size_t models_in_means = 0;

  size_t place(size_t model, size_t condition) const { return model * conditions.size() + condition; }
};

// Of what the corpus is asked; sides and controls take no part. Nothing where fewer than two conditions have
// a space.
std::optional<CrossSpace> cross_space(const RunRecords& run, const Summary& summary, size_t corpus);

}  // namespace standfast::result
