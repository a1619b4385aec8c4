// The numbers of the survival table. For every corpus, condition and model: the score of each metric, the
// points lost against its baseline, and the share of the lead over guessing that survives.
// docs/what-survives.md says what each compares; metric/stat/unit_estimate.h has the arithmetic.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/metric/stat/estimate.h"
#include "standfast/result/findings/chain_losses.h"
#include "standfast/result/run/records.h"
#include "standfast/result/run/run_reader.h"

namespace standfast::result {

struct ComparedItems {
  std::vector<std::string> columns;  // in which each item has a value
  uint64_t n = 0, of = 0;            // items of the condition
  uint64_t baseline_n = 0, baseline_of = 0;
  // Of these items alone; lost and survival are about them.
  Estimate score, baseline_score;
  std::optional<double> guessing, baseline_guessing;
};

// How much better a model scores than one that knows topics alone, over the same items.
struct OverTopic {
  size_t model = 0;       // the model of topics
  Difference difference;  // above 0: better
};

struct MetricSummary {
  Estimate score;
  std::optional<double> guessing;  // nothing: the metric has no zero
  // Against the baseline of the cell; above 0: lost. For a condition without a baseline: nothing, and no
  // reason.
  Difference lost;
  Estimate survival;
  // Of a condition whose baseline is a matched control: the share of the lead under the reference. Else nothing, without a
  // reason.
  Estimate total;
  // lost = ranking + threshold, for metrics with a threshold (in classification only with two classes).
  std::optional<Difference> ranking, threshold;
  uint64_t n_used = 0, n_total = 0;  // test items; n_total also counts those of failed and missing folds
  uint32_t folds_used = 0;           // folds in which the metric is defined
  // Where one of the two leaves out documents for lack of a value that the other tests: over how many items they are
  // compared (shared_items.h).
  std::optional<ComparedItems> compared = {};
  // One for each model of topics that answered the same folds; of a model of topics and of the chance model none.
  std::vector<OverTopic> over_topic = {};
};

struct CellSummary {
  size_t corpus = 0, condition = 0, model = 0;  // places in RunRecords
  uint32_t folds = 0, failed = 0, missing = 0;  // cells that finished, that failed, that have not run
  std::vector<MetricSummary> metrics;           // by Summary::metrics
  uint64_t answers = 0, undecided = 0;          // of verification: pairs, and those answered with exactly 0.5
  bool lacks_folds() const { return failed + missing > 0; }
  // Nine pairs in ten or more are left undecided: the scores are those of no answer (SF208).
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
  // By condition: what its share counts from. For a side other than the test items: the condition of the same
  // fits on the test items. Else, in classification, the matched control of the condition if there is one.
  // Else the reference; nothing for the reference itself.
  std::vector<std::optional<size_t>> baseline;
  std::vector<CellSummary> cells;       // by corpus, condition, model; all combinations of the study
  std::vector<DropTest> drop_tests;     // by the default metric; all pairs of models without the chance model
  std::vector<ChainLoss> chain_losses;  // of classification: losses that no cell has

  const CellSummary& cell(const RunRecords& run, size_t corpus, size_t condition, size_t model) const {
    return cells[(corpus * run.conditions.size() + condition) * run.models.size() + model];
  }
};

// What the study says, without any number: the profile, the metrics, which model is the chance model, which
// condition is the reference, and the baseline of each condition. A data error if this version does not know
// the profile.
Result<Summary> study_outline(const RunRecords& run);

struct SummaryOptions {
  std::string metric;   // the default metric; "": the main metric of the profile
  double level = 0.95;  // of every interval
  int threads = 1;      // never changes a number
};

// An unknown metric is a usage error that lists the metrics.
Result<Summary> summarise(const RunRecords& run, const SummaryOptions& options, Sink& sink);

}  // namespace standfast::result
