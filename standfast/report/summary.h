// The numbers of the survival table: for every corpus, condition and model the score of each metric with its
// interval, and the share that survives. All arithmetic is metric/survival.h; this file says what is
// compared.
//
// Score: mean over the folds (and seeds) of the test scores. Interval: authors are resampled, the same draw
// for all conditions and models of a corpus. Reference: the condition marked reference = true. Chance: the
// score of the study's `prior` model under the same condition; without one it is 0.5 for AUC and unknown for
// other metrics.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/metric/survival.h"
#include "standfast/report/report.h"
#include "standfast/report/run_profile.h"
#include "standfast/report/run_reader.h"

namespace standfast::report {

struct MetricSummary {
  Estimate score;
  std::optional<double> chance;
  Estimate survival;                 // of the reference condition itself: nothing, and no reason
  uint64_t n_used = 0, n_total = 0;  // test pairs; n_total counts those of failed and missing folds too
  uint32_t folds_used = 0;           // folds in which the metric is defined
};

struct CellSummary {
  size_t corpus = 0, condition = 0, model = 0;  // places in RunRecords
  uint32_t folds = 0, failed = 0, missing = 0;  // cells that finished, failed, have not run
  double confidence = 0;               // at which percentiles are taken, so that intervals hold at the level
  std::vector<MetricSummary> metrics;  // by Summary::metrics
};

struct Summary {
  RunProfile profile;
  std::vector<std::string> metrics;  // names of profile.metrics
  size_t default_metric = 0;
  std::string resampled;  // what intervals resample: "authors", "topics", "documents"
  std::optional<size_t> chance_model, reference;
  std::vector<CellSummary> cells;  // corpus, condition, model; every combination of the study

  const CellSummary& cell(const RunRecords& run, size_t corpus, size_t condition, size_t model) const {
    return cells[(corpus * run.conditions.size() + condition) * run.models.size() + model];
  }
};

// What the study says, without any number: profile, metrics, which model is chance, which condition the
// reference. A data error where this version does not know the profile.
Result<Summary> study_outline(const RunRecords& run);

// Unknown metric: usage error with the names there are.
Result<Summary> summarise(const RunRecords& run, const ReportOptions& options, Sink& sink);

// "ppm on iac: overall 0.94 [0.93, 0.95] on seen topics (iid), ...", one sentence per corpus and model.
std::vector<std::string> headlines(const RunRecords& run, const Summary& summary, double level);

}  // namespace standfast::report
