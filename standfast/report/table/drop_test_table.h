// Does one model lose more than another? Differences of the points lost, of either task.
#pragma once

#include <optional>

#include "standfast/report/table/table.h"
#include "standfast/result/findings/summary.h"
#include "standfast/result/run/run_reader.h"

namespace standfast::report {

// Every pair of models under every condition that is compared with another: points that the first lost less
// those that the second lost, by the summary's default metric, with interval, p and Holm's correction over
// the pairs of the condition. Nothing with fewer than two models beside prior.
std::optional<Table> drop_test_table(const RunRecords& run, const Summary& summary, size_t corpus,
                                     double level);

}  // namespace standfast::report
