// The numbers of the survival table: for every corpus, condition and model the score of each metric, the
// points lost against its baseline and the share of the lead over guessing that survives.
// docs/what-survives.md says what each compares; metric/stat/unit_estimate.h has the arithmetic.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/metric/stat/estimate.h"
#include "standfast/result/run/run_profile.h"
#include "standfast/result/run/run_reader.h"

namespace standfast::result {

struct MetricSummary {
  Estimate score;
  std::optional<double> guessing;  // nothing: the metric has no zero
  // Against the baseline of the cell; of a condition without one: nothing, and no reason. Above 0: lost.
  Difference lost;
  Estimate survival;
  // lost = ranking + threshold, of a metric with a threshold (of two classes, where it classifies).
  std::optional<Difference> ranking, threshold;
  uint64_t n_used = 0, n_total = 0;  // test items; n_total counts those of failed and missing folds too
  uint32_t folds_used = 0;           // folds in which the metric is defined
};

struct CellSummary {
  size_t corpus = 0, condition = 0, model = 0;  // places in RunRecords
  uint32_t folds = 0, failed = 0, missing = 0;  // cells that finished, failed, have not run
  std::vector<MetricSummary> metrics;           // by Summary::metrics
};

// Points that one model lost against the baseline of a condition, less those of another.
struct DropTest {
  size_t corpus = 0, condition = 0, first = 0, second = 0;  // places in RunRecords
  Difference difference;                                    // above 0: the first lost more
  std::optional<double> p_holm;                             // over the pairs of the condition
};

struct Summary {
  RunProfile profile;
  std::vector<std::string> metrics;  // names of profile.metrics
  size_t default_metric = 0;
  std::optional<size_t> chance_model, reference;
  // By condition: what its share counts from. Of classification the matched control of the condition where
  // there is one, else the reference; nothing for the reference itself.
  std::vector<std::optional<size_t>> baseline;
  std::vector<CellSummary> cells;    // corpus, condition, model; every combination of the study
  std::vector<DropTest> drop_tests;  // by the default metric; all pairs of models but chance

  const CellSummary& cell(const RunRecords& run, size_t corpus, size_t condition, size_t model) const {
    return cells[(corpus * run.conditions.size() + condition) * run.models.size() + model];
  }
};

// What the study says, without any number: profile, metrics, which model is chance, which condition the
// reference and which the baseline of which. A data error where this version does not know the profile.
Result<Summary> study_outline(const RunRecords& run);

struct SummaryOptions {
  std::string metric;   // the default metric; "": the profile's first
  double level = 0.95;  // of every interval
  int threads = 1;      // never changes a number
};

// Unknown metric: usage error with the names there are.
Result<Summary> summarise(const RunRecords& run, const SummaryOptions& options, Sink& sink);

// What the way from the reference to a control holds: "data", and the blocks that it, or a control of the
// same condition with smaller blocks, keeps whole: "data and forum and thread".
std::string lost_to_control(const RunRecords& run, size_t control);

}  // namespace standfast::result
