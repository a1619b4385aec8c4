#include "standfast/result/findings/scores_by_class.h"

#include "standfast/metric/stat/unit_estimate.h"

namespace standfast::result {

std::vector<double> f1_influence(const PooledItems& items, uint32_t klass, const ClassScores& scores) {
  std::vector<double> influence;
  const auto whole = static_cast<double>(scores.support + scores.predicted);
  for (size_t i = 0; i < items.size(); ++i) {
    const bool is = items.truth[i] == klass, said = items.predicted[i] == klass;
    influence.push_back((2.0 * (is && said) - scores.f1 * (is + said)) / whole);
  }
  return influence;
}

std::vector<double> recall_influence(const PooledItems& items, uint32_t klass, const ClassScores& scores) {
  std::vector<double> influence;
  for (size_t i = 0; i < items.size(); ++i)
    influence.push_back(items.truth[i] != klass ? 0
                                                : ((items.predicted[i] == klass) - scores.recall) /
                                                      static_cast<double>(scores.support));
  return influence;
}

ScoresByClass scores_by_class(const RunRecords& run, size_t corpus, size_t condition, size_t model,
                              const PooledItems& items, double level) {
  ScoresByClass found{condition, model, class_scores(tally(items.items()))};
  if (found.classes.size() > kMostClassIntervals) return found;
  UnitSpace space;
  const UnitItems units = space.items(item_units(run, corpus, items));
  const auto estimate = [&](double value, std::vector<double> influence) {
    const Influenced number{value, std::move(influence)};
    return unit_estimate(space, {&units, &number}, level, 0, 1);
  };
  for (uint32_t k = 0; k < found.classes.size(); ++k) {
    const ClassScores& one = found.classes[k];
    Estimate none;
    none.why_not = "no document is of the class";
    found.f1.push_back(one.support == 0 ? none : estimate(one.f1, f1_influence(items, k, one)));
    found.recall.push_back(one.support == 0 ? none : estimate(one.recall, recall_influence(items, k, one)));
  }
  return found;
}

}  // namespace standfast::result
