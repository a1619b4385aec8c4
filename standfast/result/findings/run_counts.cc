#include "standfast/result/findings/run_counts.h"

#include <algorithm>

#include <fmt/format.h>

namespace standfast::result {

RunCounts run_counts(const RunRecords& run) {
  RunCounts counts;
  const auto of_test = [](const auto& one) { return one.side == kTestSide; };
  counts.missing = static_cast<uint64_t>(std::count_if(run.missing.begin(), run.missing.end(), of_test));
  for (const auto& cell : run.cells) {
    if (!of_test(cell)) continue;
    ++(cell.ok ? counts.cells : counts.failed);
    if (!cell.ok && counts.first_failed.empty())
      counts.first_failed = fmt::format("{} / {} / {} / seed {} / fold {}", cell.corpus, cell.drawn,
                                        cell.model, cell.seed, cell.fold);
  }
  return counts;
}

}  // namespace standfast::result
