#include <algorithm>
#include <array>

#include "standfast/metric/pairs/best_cut.h"
#include "standfast/metric/pairs/profile.h"
#include "standfast/result/findings/scored_items.h"
#include "standfast/result/run/answer_store.h"

namespace standfast::result {

ItemUnits units_of(const CellPredictions& pairs, size_t pair) {
  const std::array<uint32_t, 2> none = {kNoUnit, kNoUnit};
  return {{pairs.author_a[pair], pairs.author_b[pair]},
          pairs.topic_a.empty() ? none : std::array{pairs.topic_a[pair], pairs.topic_b[pair]}};
}

Result<ScoredCell> scored_pairs(const RunRecords& run, const Folds& folds) {
  SF_ASSIGN(const MetricProfile* profile, find_profile(run.profile));
  const size_t metrics = metric_names(*profile).size();
  ScoredCell cell;
  cell.metrics.resize(metrics);
  std::vector<std::vector<Influenced>> scores(metrics), best(metrics);  // by metric and fold
  std::vector<size_t> sizes;
  for (const CellRecord* fold : folds) {
    const auto answers = pair_answers(*fold);
    const auto& p = *answers;
    sizes.push_back(p.value.size());
    cell.undecided += static_cast<uint64_t>(std::count(p.value.begin(), p.value.end(), 0.5));
    for (size_t i = 0; i < p.value.size(); ++i) {
      cell.units.push_back(units_of(p, i));
      cell.shares.push_back(1 / static_cast<double>(p.value.size()));
    }
    auto of_fold = influences(*profile, p.value, p.same);
    auto at_best = at_best_cut(*profile, p.value, p.same);
    for (size_t m = 0; m < metrics; ++m) {
      auto& metric = cell.metrics[m];
      metric.n_total += p.value.size();
      if (of_fold[m].value) {
        metric.n_used += p.value.size();
        ++metric.folds_used;
      } else {
        at_best[m] = {};  // a loss is split only over folds in which both of its parts are defined
      }
      scores[m].push_back(std::move(of_fold[m]));
      best[m].push_back(std::move(at_best[m]));
    }
  }
  for (size_t m = 0; m < metrics; ++m) {
    auto& metric = cell.metrics[m];
    metric.score = mean_over_folds(scores[m], sizes);
    const auto defined = [](const Influenced& one) { return one.value.has_value(); };
    if (std::count_if(best[m].begin(), best[m].end(), defined) == metric.folds_used)
      metric.best = mean_over_folds(best[m], sizes);
    if (m < profile->metrics.size() && metric.score.value &&
        (*verification_metrics().find(profile->metrics[m].metric))->traits.zero == Zero::half) {
      metric.guessing = 0.5;
      metric.lead = metric.score;
      *metric.lead.value -= 0.5;
    }
  }
  return cell;
}

Result<ScoredCell> scored_chosen_pairs(const RunRecords& run,
                                       const std::vector<std::shared_ptr<const CellPredictions>>& folds,
                                       const std::vector<uint32_t>& chosen) {
  std::vector<CellRecord> parts;
  parts.reserve(folds.size());
  size_t begin = 0, next = 0;
  for (const auto& fold : folds) {
    const CellPredictions& from = *fold;
    const size_t end = begin + from.value.size();
    CellPredictions part;
    for (; next < chosen.size() && chosen[next] < end; ++next) {
      const size_t i = chosen[next] - begin;
      part.value.push_back(from.value[i]);
      part.same.push_back(from.same[i]);
      part.author_a.push_back(from.author_a[i]);
      part.author_b.push_back(from.author_b[i]);
      if (from.topic_a.empty()) continue;
      part.topic_a.push_back(from.topic_a[i]);
      part.topic_b.push_back(from.topic_b[i]);
    }
    begin = end;
    if (!part.value.empty()) parts.emplace_back().predictions = std::move(part);
  }
  Folds places;
  for (const auto& part : parts) places.push_back(&part);
  return scored_pairs(run, places);
}

}  // namespace standfast::result
