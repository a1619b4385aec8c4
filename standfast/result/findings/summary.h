// The numbers of the survival table. For every corpus, condition and model: the score of each metric, the
// points lost against its baseline, and the share of the lead over guessing that survives.
// docs/what-survives.md defines the comparisons; metric/stat/unit_estimate.h has the arithmetic.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/metric/stat/estimate.h"
#include "standfast/result/findings/control_chain.h"
#include "standfast/result/run/records.h"
#include "standfast/result/run/run_reader.h"

namespace standfast::result {

// The items over which two conditions are compared if not over all, and the scores over them.
struct ComparedItems {
  std::vector<std::string> columns;  // in which each item has a value
  uint64_t n = 0, of = 0;            // items of the condition
  uint64_t baseline_n = 0, baseline_of = 0;
  // Scores over these items alone; lost and survival refer to them.
  Estimate score, baseline_score;
  std::optional<double> guessing, baseline_guessing;
};

// The lead of a model over a model that knows topics alone, over the same items.
struct OverTopic {
  size_t model = 0;       // the model of topics
  Difference difference;  // above 0: better
};

struct MetricSummary {
  Estimate score;
  std::optional<double> guessing;  // nothing: the metric has no zero
  // Points lost against the baseline of the cell; above 0: lost. Without a baseline there is no value and no
  // reason.
  Difference lost;
  Estimate survival;
  // For a condition whose baseline is a matched control: the share of the lead under the reference. Else
  // there is no value and no reason.
  Estimate total;
  // lost = ranking + threshold, for metrics with a threshold (in classification only with two classes).
  std::optional<Difference> ranking, threshold;
  uint64_t n_used = 0, n_total = 0;  // test items; n_total includes failed and missing folds
  uint32_t folds_used = 0;           // folds in which the metric is defined
  // The items of the comparison, if one of the two conditions leaves out documents for lack of a value that
  // the other tests (shared_items.h).
  std::optional<ComparedItems> compared = {};
  // One entry for each model of topics that answered the same folds; none for a model of topics and for the
  // chance model.
  std::vector<OverTopic> over_topic = {};
};

struct CellSummary {
  size_t corpus = 0, condition = 0, model = 0;  // places in RunRecords
  uint32_t folds = 0, failed = 0, missing = 0;  // cells that finished, that failed, that have not run
  std::vector<MetricSummary> metrics;           // by Summary::metrics
  uint64_t answers = 0, undecided = 0;          // verification: pairs, and pairs answered with exactly 0.5
  bool lacks_folds() const { return failed + missing > 0; }
  // Returns true if nine pairs in ten or more are left undecided, so that the scores are the scores of no
  // answer (SF208).
  bool hardly_answers() const { return undecided > 0 && undecided * 10 >= answers * 9; }
};

// Points that one model lost against the baseline of a condition, minus the points that another model lost.
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
  // The baseline of each condition, from which its share counts. For a side other than the test items it is
  // the condition of the same fits on the test items. Else, in classification, it is the matched control of
  // the condition if there is one. Else it is the reference; nothing for the reference itself.
  std::vector<std::optional<size_t>> baseline;
  std::vector<CellSummary> cells;       // by corpus, condition, model; all combinations of the study
  std::vector<DropTest> drop_tests;     // by the default metric; all pairs of models without the chance model
  std::vector<ChainLoss> chain_losses;  // classification: losses that no cell has

  const CellSummary& cell(const RunRecords& run, size_t corpus, size_t condition, size_t model) const {
    return cells[(corpus * run.conditions.size() + condition) * run.models.size() + model];
  }
};

// Returns the outline of a summary, without any number: the profile, the metrics, the chance model, the
// reference and the baseline of each condition. Fails with a data error if this version does not know the
// profile.
Result<Summary> study_outline(const RunRecords& run);

struct SummaryOptions {
  std::string metric;   // the default metric; "": the main metric of the profile
  double level = 0.95;  // of every interval
  int threads = 1;      // never changes a number
};

// Computes the summary. An unknown metric is a usage error that lists the metrics.
Result<Summary> summarise(const RunRecords& run, const SummaryOptions& options, Sink& sink);

}  // namespace standfast::result
