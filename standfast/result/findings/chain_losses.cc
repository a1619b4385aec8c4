#include "standfast/result/findings/chain_losses.h"

#include <algorithm>

#include "standfast/base/parallel.h"
#include "standfast/metric/stat/unit_estimate.h"
#include "standfast/result/findings/control_chain.h"
#include "standfast/result/findings/shared_items.h"

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

void ChainLosses::take(const ScoredCells& scored, size_t models, size_t accuracy, Kept& kept) {
  kept.items = scored.items;
  for (size_t m = 0; m < models; ++m)
    kept.accuracy.push_back(scored.has(m) ? std::optional(scored.metrics[m][accuracy].score) : std::nullopt);
}

void ChainLosses::keep(size_t condition, const ScoredCells& scored) {
  if (needed_[condition]) take(scored, run_.models.size(), accuracy_, kept_[condition]);
}

void ChainLosses::keep_step(const ChainStep& step, const ScoredCells& from, const ScoredCells& to) {
  auto& [before, after] = steps_[{step.from, step.to}];
  take(from, run_.models.size(), accuracy_, before);
  take(to, run_.models.size(), accuracy_, after);
}

std::vector<ChainStep> ChainLosses::steps() const {
  std::vector<ChainStep> steps;
  for (const auto& loss : losses(0))
    if (std::none_of(steps.begin(), steps.end(),
                     [&](const ChainStep& step) { return step.from == loss.from && step.to == loss.to; }))
      steps.push_back({loss.from, loss.to});
  return steps;
}

// Lists the losses without computing them.
std::vector<ChainLoss> ChainLosses::losses(size_t corpus) const {
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
  return losses;
}

std::vector<ChainLoss> ChainLosses::found(const UnitSpace& space, size_t corpus, double level,
                                          int threads) const {
  auto found = losses(corpus);
  parallel_for(found.size(), threads, [&](size_t i) {
    auto& [of_corpus, model, from, to, lost] = found[i];
    const auto step = steps_.find({from, to});
    const Kept& before = step != steps_.end() ? step->second.first : kept_.at(from);
    const Kept& after = step != steps_.end() ? step->second.second : kept_.at(to);
    if (!before.accuracy[model] || !after.accuracy[model]) {
      lost = no_difference();
      return;
    }
    lost = unit_difference(space, {before.items[model].get(), &*before.accuracy[model]},
                           {after.items[model].get(), &*after.accuracy[model]}, level, 1);
  });
  return found;
}

}  // namespace standfast::result
