// Spread of a model's scores under one condition for two reasons that are no evidence about the corpus:
// another draw of the folds (seeds) and another initialisation on the same folds (fits). Intervals are made
// of documents, authors and topics; all other findings rest on the first fit of each fold.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "standfast/result/findings/summary.h"

namespace standfast::result {

struct Spread {
  size_t condition = 0, model = 0, metric = 0;  // places in RunRecords; of the metric in Summary::metrics
  std::optional<double> mean;                   // over draws of the mean over fits of the mean over folds
  std::optional<double> draws;                  // standard deviation over seeds of the mean over fits
  std::optional<double> fits;                   // root of the mean over seeds of the variance over fits
  uint64_t seeds = 0, most_fits = 0;            // seeds with a score; the most fits that one of them has
  uint64_t all_fits = 0;                        // fits of all seeds on which `mean` rests
  uint64_t varied_fits = 0, varied_seeds = 0;   // of seeds with two fits or more: `fits` rests on them
};

using FoldValuesBySeed =
    std::map<uint64_t, std::map<uint32_t, std::map<uint32_t, double>>>;  // seed, fit, fold
// Computes the spread of any number that each fit on each fold has. Condition, model and metric are not
// filled in.
Spread spread_of_values(const FoldValuesBySeed& values);

// Computes spreads by condition, model and metric, for the conditions asked of the corpus. A fit that lacks a
// fold of its draw is left out. Returns nothing if no model was fitted more than once on this corpus.
std::vector<Spread> spreads(const RunRecords& run, const Summary& summary, size_t corpus);

}  // namespace standfast::result
