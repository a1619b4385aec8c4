#include "standfast/result/findings/fold_ranks.h"

#include <algorithm>
#include <map>
#include <utility>

namespace standfast::result {
namespace {

size_t place_of(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

void add_folds(const ConditionRanking& row, const RunRecords& run, const std::vector<std::string>& ranked,
               const std::vector<std::string>& metrics, FoldRanks& out) {
  std::map<uint32_t, uint32_t> number;  // number of folds seen so far of a seed
  const auto& groups = row.metrics.front().scores.group;
  const uint32_t folds = row.metrics.front().scores.folds();
  out.all_folds += folds;
  for (uint32_t f = 0; f < std::min(folds, kMostFoldsDrawn); ++f) {
    FoldRanks::Fold fold{row.condition, run.seeds[groups[f]], number[groups[f]]++, {}};
    for (const auto& metric : metrics) {
      const size_t place = place_of(ranked, metric);
      const auto scores = place < ranked.size() ? row.metrics[place].scores.fold(f) : std::nullopt;
      fold.ranks.push_back(scores ? model_ranks(*scores) : std::vector<double>());
    }
    out.folds.push_back(std::move(fold));
  }
}

}  // namespace

std::optional<FoldRanks> fold_ranks(const RunRecords& run, const Ranking& ranking, size_t corpus,
                                    const std::vector<std::string>& metrics) {
  if (ranking.models.size() < 2) return std::nullopt;
  FoldRanks out;
  out.models = ranking.models;
  for (const auto& row : ranking.rows) {
    if (row.corpus != corpus || row.seed || row.metrics.empty()) continue;
    add_folds(row, run, ranking.metrics, metrics, out);
    for (size_t m = 0; m < row.metrics.size(); ++m)
      if (const auto& critical = row.metrics[m].critical)
        out.diagrams.push_back(
            {row.condition, place_of(metrics, ranking.metrics[m]), row.metrics[m].friedman.folds, *critical});
  }
  if (out.diagrams.empty()) return std::nullopt;
  return out;
}

}  // namespace standfast::result
