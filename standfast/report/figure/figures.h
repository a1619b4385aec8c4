// What the figures of the page draw, computed from the records: the page itself only draws.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "standfast/base/json.h"
#include "standfast/result/findings/summary.h"
#include "standfast/result/run/run_reader.h"

namespace standfast::report {

// ROC over pairs (score, same): false and true positive rate, ascending, from (0,0) to (1,1). Ties make a
// slanted piece, as in the AUC where a tie counts half. Corners on a straight line are left out; more than
// `most` points are thinned evenly along the curve. Empty if only one class occurs.
std::vector<std::pair<double, double>> roc_curve(std::span<const double> score, std::span<const uint8_t> same,
                                                 size_t most = 200);

struct ScoreHistogram {
  std::vector<uint64_t> same,
      different;  // equal bins over [0, 1]; 1 belongs to the last; without the unanswered
  uint64_t unanswered_same = 0, unanswered_different = 0;  // exactly 0.5
};
ScoreHistogram score_histogram(std::span<const double> score, std::span<const uint8_t> same,
                               size_t bins = 40);

// Which rows and columns the author x topic matrix shows: at most 60 of each, those with most documents,
// falling.
struct MatrixShown {
  std::vector<uint32_t> authors, topics;
  uint64_t documents = 0, all = 0;  // in the cells shown, and in all
};
MatrixShown matrix_shown(const CorpusSummary& summary);

// One corpus of the page's data; see CorpusData in web/src/data.ts.
nlohmann::ordered_json figure_data(const RunRecords& run, const Summary& summary, size_t corpus,
                                   double level);

}  // namespace standfast::report
