#include "standfast/result/findings/scores_by_class.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "standfast/metric/stat/unit_estimate.h"
#include "standfast/result/findings/largest.h"

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

AnswerMatrixCount::AnswerMatrixCount(const CorpusInfo& corpus, const std::vector<uint64_t>& documents)
    : place_(corpus.classes.size(), kNotShown) {
  for (const uint32_t c : largest(documents, kMostClassesShown)) {
    place_[c] = out_.classes.size();
    out_.classes.push_back(corpus.classes[c]);
  }
}

void AnswerMatrixCount::add(size_t condition, size_t model, const PooledItems& items) {
  if (items.size() == 0) return;
  const size_t classes = out_.classes.size();
  std::vector<uint64_t> counts(classes * classes, 0);
  for (size_t i = 0; i < items.size(); ++i) {
    if (items.predicted[i] == kNoAnswer) continue;
    const size_t truth = place_[items.truth[i]], answer = place_[items.predicted[i]];
    if (truth != kNotShown && answer != kNotShown) ++counts[truth * classes + answer];
  }
  AnswerMatrices::Matrix matrix{condition, model, {}};
  for (size_t k = 0; k < counts.size(); ++k)
    if (counts[k] > 0) matrix.cells.push_back({k / classes, k % classes, counts[k]});
  out_.matrices.push_back(std::move(matrix));
}

AnswerMatrices AnswerMatrixCount::found() && {
  std::sort(out_.matrices.begin(), out_.matrices.end(), [](const auto& a, const auto& b) {
    return std::tie(a.model, a.condition) < std::tie(b.model, b.condition);
  });
  return std::move(out_);
}

}  // namespace standfast::result
