#include "standfast/result/findings/control_chain.h"

#include <algorithm>
#include <tuple>

#include "standfast/base/in_words.h"
#include "standfast/base/parallel.h"
#include "standfast/metric/stat/unit_estimate.h"
#include "standfast/result/findings/shared_items.h"

namespace standfast::result {
namespace {

// Returns the sort key of a control in its chain. A block with many columns is small. No columns means single
// documents, which are the smallest.
auto place_in_chain(const ConditionInfo& control) {
  return std::tuple(control.match.size(), !control.block.empty(), control.whole,
                    -static_cast<int64_t>(control.block.size()));
}

// Appends the names of blocks; the last block may be whole.
void add_blocks(std::vector<std::string>& names, const std::vector<std::string>& blocks, bool whole) {
  names.insert(names.end(), blocks.begin(), blocks.end());
  if (whole) names.back() = "whole " + names.back();
}

const std::vector<std::string> kDataAndClasses = {"data", "class mix"};

}  // namespace

std::vector<size_t> control_chain(const RunRecords& run, size_t condition,
                                  const std::function<bool(size_t)>& has) {
  const auto place = [&](size_t k) { return place_in_chain(run.conditions[k]); };
  std::vector<size_t> chain;
  for (size_t k = 0; k < run.conditions.size(); ++k) {
    if (run.conditions[k].control_of != run.conditions[condition].name || !has(k)) continue;
    // Matches begin alike and blocks are nested. So controls with equally many of both keep the same.
    if (std::none_of(chain.begin(), chain.end(), [&](size_t known) { return place(known) == place(k); }))
      chain.push_back(k);
  }
  std::stable_sort(chain.begin(), chain.end(), [&](size_t a, size_t b) { return place(a) < place(b); });
  return chain;
}

std::vector<size_t> control_chain(const RunRecords& run, size_t condition) {
  return control_chain(run, condition, [](size_t) { return true; });
}

bool chain_matches(const RunRecords& run, const std::vector<size_t>& chain) {
  return std::any_of(chain.begin(), chain.end(), [&](size_t k) { return !run.conditions[k].match.empty(); });
}

std::string step_name(const RunRecords& run, const std::vector<size_t>& chain, size_t place) {
  const ConditionInfo& control = run.conditions[chain[place]];
  const ConditionInfo* before = place > 0 ? &run.conditions[chain[place - 1]] : nullptr;
  std::vector<std::string> names;
  if (before == nullptr) names = kDataAndClasses;
  const auto known = before == nullptr ? 0 : static_cast<std::ptrdiff_t>(before->match.size());
  names.insert(names.end(), control.match.begin() + known, control.match.end());
  if (before == nullptr)
    add_blocks(names, control.block, control.whole);
  else if (control.block != before->block || control.whole != before->whole)
    add_blocks(names, {control.block.back()}, control.whole);
  return join_words(std::move(names));
}

std::string lost_to_control(const RunRecords& run, size_t control) {
  const ConditionInfo& asked = run.conditions[control];
  std::vector<size_t> siblings;
  for (size_t k = 0; k < run.conditions.size(); ++k)
    if (run.conditions[k].control_of == asked.control_of) siblings.push_back(k);
  // Blocks are nested: the longest list of names contains all others.
  const auto* blocks = &asked.block;
  if (!asked.block.empty())
    for (const size_t k : siblings)
      if (run.conditions[k].block.size() > blocks->size()) blocks = &run.conditions[k].block;
  std::vector<std::string> names = kDataAndClasses;
  names.insert(names.end(), asked.match.begin(), asked.match.end());
  add_blocks(names, *blocks, asked.whole);
  return join_words(std::move(names));
}

std::vector<std::optional<size_t>> baselines(const RunRecords& run, std::optional<size_t> reference) {
  std::vector<std::optional<size_t>> all;
  // Returns the condition of these fits with a side that is_side() selects.
  const auto side_of_fits = [&](const std::string& drawn, const auto& is_side) {
    std::optional<size_t> found;
    for (size_t k = 0; k < run.conditions.size(); ++k)
      if (run.conditions[k].drawn() == drawn && is_side(run.conditions[k])) found = k;
    return found;
  };
  for (size_t c = 0; c < run.conditions.size(); ++c) {
    const ConditionInfo& condition = run.conditions[c];
    auto& baseline = all.emplace_back();
    // A side with a planted cue has help that the reference lacks: no share survives there, and delta
    // measures the worth of the cue.
    if (condition.shortcut && condition.side == kTestSide) continue;
    // Documents with a reversed cue: the baseline is the same fits on the same documents without the cue.
    // Documents without the cue are compared with the reference, as a condition is.
    if (condition.of_planted_fold()) {
      baseline =
          condition.side == kOriginalSide
              ? reference
              : side_of_fits(condition.drawn(), [](const auto& one) { return one.side == kOriginalSide; });
      continue;
    }
    // Other sides: the baseline is the same fits on the test items of their folds; for a planted condition,
    // on the original items, since nothing is planted in the side.
    if (condition.side != kTestSide) {
      baseline = side_of_fits(condition.side_of, [](const auto& one) {
        return one.side == (one.shortcut ? kOriginalSide : kTestSide);
      });
      continue;
    }
    if (reference != c) baseline = reference;
    // Takes the control that keeps most, if there are several.
    if (run.the_task().traits().controls_are_baselines)
      if (const auto chain = control_chain(run, c); !chain.empty()) baseline = chain.back();
  }
  return all;
}

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
