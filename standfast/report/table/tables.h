// The tables of a report, made from the records; docs/report.md explains each.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "standfast/report/table/table.h"
#include "standfast/result/findings/pair_data.h"
#include "standfast/result/findings/summary.h"
#include "standfast/result/run/run_reader.h"

namespace standfast::report {

// "8 of 14 folds" of a cell that lacks some; "" where it has all.
std::string some_folds(const CellSummary& cell);

// Rows models, columns conditions; a cell is score, interval and n used of n total, and the share that
// survives.
Table survival_table(const RunRecords& run, const Summary& summary, size_t corpus, size_t metric,
                     double level);

// One row a finished or failed cell, one column a metric.
Table fold_table(const RunRecords& run, const Summary& summary, size_t corpus);

// How alike train and test topics are per condition and seed; nothing without topic similarity or folds.
std::optional<Table> topic_similarity_table(const RunRecords& run, size_t corpus);
std::optional<Table> similar_topics_table(const RunRecords& run, size_t corpus);

// Class priors and the majority baseline per condition.
Table prior_table(const RunRecords& run, size_t corpus, const std::vector<PairPrior>& conditions);

// Failed and missing cells of the whole run; nothing if there are none.
std::optional<Table> trouble_table(const RunRecords& run);

// Conditions, models and metrics in words, printed from the catalogs.
Table condition_table(const RunRecords& run);
Table model_table(const RunRecords& run);
Table metric_table(const Summary& summary);

}  // namespace standfast::report
