#include "standfast/report/figure/ranking_figures.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "standfast/base/json.h"
#include "standfast/result/findings/dose_response.h"

namespace standfast::report {
namespace {

using Json = nlohmann::ordered_json;

double rounded(double value) {
  return std::round(value * 1e5) / 1e5;
}

size_t place_of(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

// Ranks of every drawn fold: one list a metric of the page, null where that or the fold has no ranking.
Json fold_ranks(const ConditionRanking& row, const RunRecords& run, const std::vector<std::string>& ranked,
                const std::vector<std::string>& metrics) {
  Json folds = Json::array();
  std::map<uint32_t, uint32_t> number;  // folds seen of a seed
  const auto& groups = row.metrics.front().scores.group;
  for (uint32_t f = 0; f < std::min(row.metrics.front().scores.folds(), kMostFoldsDrawn); ++f) {
    Json ranks = Json::array();
    for (const auto& metric : metrics) {
      const size_t place = place_of(ranked, metric);
      const auto scores = place < ranked.size() ? row.metrics[place].scores.fold(f) : std::nullopt;
      ranks.push_back(scores ? Json(model_ranks(*scores)) : Json(nullptr));
    }
    folds.push_back({{"c", row.condition},
                     {"seed", run.seeds[groups[f]]},
                     {"fold", number[groups[f]]++},
                     {"r", std::move(ranks)}});
  }
  return folds;
}

}  // namespace

nlohmann::ordered_json ranking_data(const RunRecords& run, const Ranking& ranking, size_t corpus,
                                    const std::vector<std::string>& metrics) {
  Json data = {{"models", ranking.models}, {"folds", Json::array()}, {"critical", Json::array()}};
  bool any = false;
  for (const auto& row : ranking.rows) {
    if (row.corpus != corpus || row.seed || row.metrics.empty()) continue;
    for (auto& fold : fold_ranks(row, run, ranking.metrics, metrics))
      data["folds"].push_back(std::move(fold));
    for (size_t m = 0; m < row.metrics.size(); ++m) {
      const auto& critical = row.metrics[m].critical;
      if (!critical) continue;
      any = true;
      Json groups = Json::array(), ranks = Json::array();
      for (const auto& group : critical->groups) groups.push_back({group.first, group.last});
      for (const double rank : critical->rank) ranks.push_back(rounded(rank));
      data["critical"].push_back({{"c", row.condition},
                                  {"metric", place_of(metrics, ranking.metrics[m])},
                                  {"folds", row.metrics[m].friedman.folds},
                                  {"difference", rounded(critical->difference)},
                                  {"rank", std::move(ranks)},
                                  {"order", critical->order},
                                  {"groups", std::move(groups)}});
    }
  }
  return any ? data : Json(nullptr);
}

nlohmann::ordered_json dose_data(const RunRecords& run, const Ranking& ranking, size_t corpus,
                                 const RankingOptions& options, const std::vector<std::string>& metrics) {
  Json data = {{"points", Json::array()}, {"lines", Json::array()}};
  uint32_t splits = 0;
  for (size_t k = 0; k < ranking.metrics.size(); ++k) {
    const auto response = dose_response(run, ranking.metrics[k], options);
    if (!response) return nullptr;
    for (const auto& curve : response->curves) {
      if (curve.corpus != corpus) continue;
      splits = std::max(splits, curve.splits);
      for (const auto& point : curve.points)
        data["points"].push_back({{"m", curve.model},
                                  {"metric", place_of(metrics, ranking.metrics[k])},
                                  {"c", point.condition},
                                  {"seed", point.seed},
                                  {"fold", point.fold},
                                  {"x", rounded(point.similarity)},
                                  {"y", rounded(point.score)}});
      if (!curve.slope.value) continue;
      const auto& interval = curve.slope.interval;
      data["lines"].push_back({{"m", curve.model},
                               {"metric", place_of(metrics, ranking.metrics[k])},
                               {"slope", *curve.slope.value},
                               {"intercept", curve.line.intercept},
                               {"low", interval ? Json(interval->low) : Json(nullptr)},
                               {"high", interval ? Json(interval->high) : Json(nullptr)},
                               {"folds", curve.points.size()},
                               {"draws", curve.line.clusters_used}});
    }
  }
  return splits >= 2 && !data["lines"].empty() ? data : Json(nullptr);
}

}  // namespace standfast::report
