#include "standfast/result/findings/run_counts.h"

#include <set>
#include <tuple>

#include <fmt/format.h>

namespace standfast::result {

RunCounts run_counts(const RunRecords& run) {
  RunCounts counts;
  const auto of_test = [](const auto& one) { return one.side == kTestSide; };
  std::set<std::tuple<std::string, std::string, std::string, uint64_t, uint32_t>> missing;
  for (const auto& one : run.missing)  // the condition of a side is called "condition/side"
    missing.emplace(one.corpus, one.condition.substr(0, one.condition.find('/')), one.model, one.seed,
                    one.fold);
  counts.missing = missing.size();
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
