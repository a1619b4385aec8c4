#include "standfast/result/findings/chain_losses.h"

#include "standfast/base/parallel.h"
#include "standfast/metric/stat/unit_estimate.h"
#include "standfast/result/findings/control_chain.h"

namespace standfast::result {

bool has_drop(const RunRecords& run, size_t reference, size_t condition) {
  const ConditionInfo& info = run.conditions[condition];
  return condition != reference && info.control_of.empty() && info.side == kTestSide && !info.shortcut;
}

std::vector<ChainStep> drop_steps(size_t reference, const std::vector<size_t>& controls, size_t condition) {
  std::vector<ChainStep> steps = {{reference, condition}};
  if (controls.empty()) return steps;
  size_t from = reference;
  for (const size_t control : controls) {
    steps.push_back({from, control});
    from = control;
  }
  steps.push_back({from, condition});
  return steps;
}

ChainLosses::ChainLosses(const RunRecords& run, std::optional<size_t> reference,
                         const std::vector<std::optional<size_t>>& baseline, size_t accuracy)
    : run_(run),
      reference_(reference),
      baseline_(baseline),
      accuracy_(accuracy),
      needed_(run.conditions.size(), false) {
  if (!reference) return;
  for (size_t c = 0; c < run.conditions.size(); ++c) {
    const auto controls = control_chain(run, c);
    if (!has_drop(run, *reference, c) || controls.empty()) continue;
    needed_[*reference] = needed_[c] = true;
    for (const size_t control : controls) needed_[control] = true;
  }
}

void ChainLosses::keep(size_t condition, const ScoredCells& scored) {
  if (!needed_[condition]) return;
  Kept& kept = kept_[condition];
  kept.items = scored.items;
  for (size_t m = 0; m < run_.models.size(); ++m)
    kept.accuracy.push_back(scored.has(m) ? std::optional(scored.metrics[m][accuracy_].score) : std::nullopt);
}

std::vector<ChainLoss> ChainLosses::found(const UnitSpace& space, size_t corpus, double level,
                                          int threads) const {
  const auto answered = [&](size_t condition, size_t model) {
    const auto kept = kept_.find(condition);
    return kept != kept_.end() && kept->second.accuracy[model].has_value();
  };
  std::vector<ChainLoss> losses;
  for (size_t c = 0; c < run_.conditions.size(); ++c) {
    if (!reference_ || !needed_[c] || !has_drop(run_, *reference_, c)) continue;
    for (size_t m = 0; m < run_.models.size(); ++m) {
      const auto controls = control_chain(run_, c, [&](size_t k) { return answered(k, m); });
      for (const auto& [from, to] : drop_steps(*reference_, controls, c))
        if (baseline_[to] != from && answered(from, m) && answered(to, m))
          losses.push_back({corpus, m, from, to, {}});
    }
  }
  parallel_for(losses.size(), threads, [&](size_t i) {
    auto& [of_corpus, model, from, to, lost] = losses[i];
    const Kept &before = kept_.at(from), &after = kept_.at(to);
    lost = unit_difference(space, {before.items[model].get(), &*before.accuracy[model]},
                           {after.items[model].get(), &*after.accuracy[model]}, level, 1);
  });
  return losses;
}

}  // namespace standfast::result
