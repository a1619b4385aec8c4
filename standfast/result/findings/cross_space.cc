#include "standfast/result/findings/cross_space.h"

#include <algorithm>

namespace standfast::result {
namespace {

bool made(const ModelInfo& model, const ConditionInfo& condition) {
  const SpaceOrigin& space = *condition.space;
  return space.of_model && !model.foreign && model.model == space.maker &&
         model.options.values() == space.options.values();
}

}  // namespace

std::optional<CrossSpace> cross_space(const RunRecords& run, const Summary& summary, size_t corpus) {
  CrossSpace found;
  for (size_t c = 0; c < run.conditions.size(); ++c) {
    const ConditionInfo& condition = run.conditions[c];
    if (condition.space && condition.side == kTestSide && condition.control_of.empty() && run.asks(corpus, c))
      found.conditions.push_back(c);
  }
  if (found.conditions.size() < 2) return std::nullopt;
  for (size_t m = 0; m < run.models.size(); ++m)
    if (summary.chance_model != m) found.models.push_back(m);
  if (found.models.empty()) return std::nullopt;
  // Sorts conditions by maker, so that own spaces lie on a diagonal.
  const auto maker = [&](size_t c) {
    return std::find_if(found.models.begin(), found.models.end(),
                        [&](size_t m) { return made(run.models[m], run.conditions[c]); }) -
           found.models.begin();
  };
  std::stable_sort(found.conditions.begin(), found.conditions.end(),
                   [&](size_t a, size_t b) { return maker(a) < maker(b); });
  std::vector<bool> complete;
  for (const size_t m : found.models) {
    complete.push_back(true);
    for (const size_t c : found.conditions) {
      found.own.push_back(made(run.models[m], run.conditions[c]));
      const auto& metrics = summary.cell(run, corpus, c, m).metrics;
      found.scores.push_back(metrics.empty() ? std::nullopt : metrics[summary.default_metric].score.value);
      // A score over fewer folds is over other items than the scores in the other columns.
      if (!found.scores.back() || summary.cell(run, corpus, c, m).lacks_folds()) complete.back() = false;
    }
  }
  found.models_in_means = static_cast<size_t>(std::count(complete.begin(), complete.end(), true));
  for (size_t k = 0; k < found.conditions.size(); ++k) {
    auto& mean = found.mean_of_condition.emplace_back();
    if (found.models_in_means == 0) continue;
    mean = 0;
    for (size_t m = 0; m < found.models.size(); ++m)
      if (complete[m]) *mean += *found.scores[found.place(m, k)] / static_cast<double>(found.models_in_means);
  }
  return found;
}

}  // namespace standfast::result
