// Every score of the survival table with its replicates: the two tasks resample different things.
#pragma once

#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/metric/bootstrap.h"
#include "standfast/report/run_reader.h"
#include "standfast/report/summary.h"

namespace standfast::report {

// By Summary::cells, then by Summary::metrics; empty where no cell has finished.
using CellScores = std::vector<std::vector<Replicated>>;

// The mean over folds and seeds; authors are resampled.
Result<CellScores> verification_cell_scores(const RunRecords& run, Summary& summary,
                                            const ResampleOptions& resampling, Sink& sink);

// The score of all test documents together, folds and seeds pooled: the mean over folds would weight a
// document by how small its fold is, and a fold of one topic seldom has all classes. Topics are resampled
// with all their documents; authors or single documents where a corpus has no topics. Sets the confidence of
// every cell.
Result<CellScores> classification_cell_scores(const RunRecords& run, Summary& summary,
                                              const ResampleOptions& resampling, Sink& sink);

}  // namespace standfast::report
