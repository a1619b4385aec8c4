// How far scores of one model under one condition lie apart for two reasons that are no evidence about the
// corpus: another draw of the folds (seeds) and another initialisation on the same folds (fits). Intervals
// are made of documents, authors and topics; every other table rests on the first fit of each fold.
#pragma once

#include <optional>

#include "standfast/report/table/table.h"
#include "standfast/result/findings/summary.h"
#include "standfast/result/run/run_reader.h"

namespace standfast::report {

// Scores are means over the folds of a draw. Draws: the standard deviation over seeds of the mean over fits.
// Fits: the root of the mean over seeds of the variance over fits; empty for a model that was fitted once. A
// fit that lacks a fold of its draw is left out. Nothing where no model was fitted more than once.
std::optional<Table> spread_table(const RunRecords& run, const Summary& summary, size_t corpus);

}  // namespace standfast::report
