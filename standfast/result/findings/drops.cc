#include "standfast/result/findings/drops.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/metric/stat/multiple_tests.h"
#include "standfast/num/kernel/portable_math.h"
#include "standfast/result/findings/control_chain.h"
#include "standfast/result/findings/shared_items.h"
#include "standfast/result/findings/topic_scores.h"
#include "standfast/result/run/cell_index.h"
#include "standfast/split/splitter.h"

namespace standfast::result {
namespace {

// Returns the points of accuracy lost between two conditions, from the summary's cell if the survival table
// compares them.
const Difference& lost_between(const RunRecords& run, const Summary& summary, size_t corpus, size_t accuracy,
                               size_t model, const ChainStep& step) {
  if (summary.baseline[step.to] == step.from)
    return summary.cell(run, corpus, step.to, model).metrics[accuracy].lost;
  const auto found = std::ranges::find_if(summary.chain_losses, [&](const ChainLoss& loss) {
    return loss.corpus == corpus && loss.model == model && loss.from == step.from && loss.to == step.to;
  });
  static const Difference no_answers = no_difference();
  return found != summary.chain_losses.end() ? found->lost : no_answers;
}

// Counts the units that at least one of the two conditions tests.
uint64_t units_of_either(const TopicScores& a, const TopicScores& b) {
  return a.size() + static_cast<uint64_t>(
                        std::ranges::count_if(b, [&](const auto& unit) { return !a.contains(unit.first); }));
}

Drop::Part part_of(const RunRecords& run, const Summary& summary, const AllTopicScores& scores,
                   size_t accuracy, size_t model, const ChainStep& step) {
  Drop::Part part;
  part.from = step.from;
  part.to = step.to;
  part.topics = units_of_either(scores.at(step.from, model), scores.at(step.to, model));
  const Difference& lost = lost_between(run, summary, scores.corpus, accuracy, model, step);
  if (!lost.estimate.value) {
    part.why_not = lost.estimate.why_not;
    return part;
  }
  part.n = summary.cell(run, scores.corpus, step.to, model).metrics[accuracy].n_used;
  part.difference = *lost.estimate.value;
  part.p = lost.p;
  part.why_not = lost.estimate.why_no_interval;
  if (const auto& interval = lost.estimate.interval) {
    part.low = interval->low;
    part.high = interval->high;
  }
  return part;
}

// Corrects the p of all drops. Undefined tests take no part in the correction.
void correct(std::vector<Drop>& drops) {
  std::vector<double> p;
  for (const auto& drop : drops)
    if (drop.asked().p) p.push_back(*drop.asked().p);
  const std::vector<double> corrected = holm(p);
  size_t next = 0;
  for (auto& drop : drops)
    if (drop.asked().p) drop.p_holm = corrected[next++];
}

// Returns true if no part of a tested block is in training: whole blocks trade places, or each has one class.
// Nor may the condition itself leave blocks there, by tearing more than one in twenty.
bool leaves_no_block(const RunRecords& run, size_t corpus, const ConditionInfo& control) {
  if (control.block.empty()) return false;
  bool known = control.whole;
  for (const auto& split : run.splits) {
    if (split.corpus != run.corpora[corpus].name || split.condition != control.name) continue;
    if (20 * split.torn_groups > split.blocks) return false;
    if (!control.whole && (split.blocks == 0 || split.pure_blocks < split.blocks)) return false;
    known = true;
  }
  return known;
}

// Columns that travel with the unit and are not kept whole in some draw of the control, strongest first.
struct Travelling {
  std::vector<std::string> columns;
  bool nothing_else = false;  // so the records say, and the control does keep something whole that travels
};

Travelling travelling_with(const RunRecords& run, size_t corpus, const UnitChoice& unit,
                           const ConditionInfo& control) {
  Travelling found;
  bool known = false, kept = true;
  for (const auto& design : run.designs) {
    if (design.corpus != run.corpora[corpus].name || design.condition != control.name) continue;
    known = design.companions && design.companions->of == unit.one;
    if (!known) return {};
    kept = kept && design.companions->kept;
    for (const auto& one : design.companions->loose)
      if (std::ranges::count(found.columns, one.column) == 0) found.columns.push_back(one.column);
  }
  found.nothing_else = known && kept && found.columns.empty();
  return found;
}

// Returns "topic", or "topic and what travels with it (venue, date)".
std::string name_of_unit(const RunRecords& run, size_t corpus, const UnitChoice& unit,
                         const ConditionInfo& control) {
  constexpr size_t kNamed = 3;
  Travelling with = travelling_with(run, corpus, unit, control);
  if (with.nothing_else && leaves_no_block(run, corpus, control)) return unit.one;
  const size_t all = with.columns.size();
  if (all > kNamed) {
    with.columns.resize(kNamed);
    with.columns.push_back(fmt::format("{} more", all - kNamed));
  }
  return fmt::format("{} and what travels with it{}", unit.one,
                     all == 0 ? "" : fmt::format(" ({})", fmt::join(with.columns, ", ")));
}

// Returns whether the condition keeps the units apart, by its splitter's traits or by its folds.
bool keeps_apart_units(const RunRecords& run, size_t corpus, const UnitChoice& unit,
                       const ConditionInfo& condition) {
  const auto splitter = splitters().find(condition.splitter);
  const Role role = unit.topics() ? Role::topic : Role::author;
  if (splitter && keeps_apart((*splitter)->traits, condition.splitter_options, role)) return true;
  if (!unit.topics()) return false;
  bool any = false;
  for (const auto& design : run.designs) {
    if (design.corpus != run.corpora[corpus].name || design.condition != condition.name) continue;
    if (!design.measures.topics_apart) return false;
    any = true;
  }
  return any;
}

std::string name_of_rest(const RunRecords& run, size_t corpus, const UnitChoice& unit, const Drop& drop) {
  const ConditionInfo& condition = run.conditions[drop.condition];
  if (condition.space) return drop.matched ? "latent region" : "latent region and what travels with it";
  // A condition does not change documents. So if documents are the units, the rest is due to the condition.
  if (unit.what == UnitChoice::Of::documents) return drop.matched ? "what is left" : "condition";
  if (!keeps_apart_units(run, corpus, unit, condition)) return "what is left";
  return name_of_unit(run, corpus, unit, run.conditions[drop.controls.back()]);
}

// Fills the standard deviation of each control's score over trades, and its effect on the parts next to the
// control.
void add_spread_of_trades(const AllTopicScores& scores, Drop& drop) {
  for (const size_t k : drop.controls)
    drop.sd_over_trades.push_back(sd_over_trades(scores.trades(k, drop.model)));
  const size_t last = drop.controls.size();
  for (size_t i = 0; i < drop.parts.size(); ++i) {
    const auto before = i > 0 ? drop.sd_over_trades[i - 1] : std::nullopt;
    const auto after = i < last ? drop.sd_over_trades[i] : std::nullopt;
    if (before || after)
      drop.parts[i].second.one_trade_sd = root_of_squares(before.value_or(0), after.value_or(0));
  }
}

// Removes all numbers of a drop, and gives the reason. A fold without answers leaves out its documents, so
// the parts may come from these documents.
void claim_nothing(Drop& drop) {
  const auto bare = [](Drop::Part& part) {
    Drop::Part none;
    none.from = part.from;
    none.to = part.to;
    part = std::move(none);
    part.why_not = "folds of one of the conditions have no answers, so scores are of different documents";
  };
  bare(drop.all);
  for (auto& [name, part] : drop.parts) bare(part);
}

Drop drop_of(const RunRecords& run, const Summary& summary, const AllTopicScores& scores, size_t accuracy,
             size_t condition, size_t model) {
  Drop drop;
  drop.condition = condition;
  drop.model = model;
  const auto answered = [&](size_t k) { return summary.cell(run, scores.corpus, k, model).folds > 0; };
  drop.controls = control_chain(run, condition, answered);
  drop.matched = chain_matches(run, drop.controls);
  const std::vector<ChainStep> steps = drop_steps(*summary.reference, drop.controls, condition);
  const auto part = [&](const ChainStep& step) {
    return part_of(run, summary, scores, accuracy, model, step);
  };
  drop.all = part(steps.front());
  for (size_t i = 1; i < steps.size(); ++i)
    drop.parts.emplace_back(i < steps.size() - 1 ? step_name(run, drop.controls, i - 1)
                                                 : name_of_rest(run, scores.corpus, scores.unit, drop),
                            part(steps[i]));
  add_spread_of_trades(scores, drop);
  return drop;
}

}  // namespace

std::vector<Drop> drops(const RunRecords& run, const Summary& summary, const AllTopicScores& scores) {
  std::vector<Drop> all;
  const CellIndex index(run);
  const auto accuracy = summary.profile.place_of("accuracy");
  if (!accuracy || !summary.reference || !run.asks(scores.corpus, *summary.reference)) return all;
  for (size_t c = 0; c < run.conditions.size(); ++c) {
    if (!has_drop(run, *summary.reference, c)) continue;
    for (size_t m = 0; m < run.models.size(); ++m) {
      const auto answered = [&](size_t k) { return summary.cell(run, scores.corpus, k, m).folds > 0; };
      if (summary.chance_model == m || !answered(c)) continue;
      all.push_back(drop_of(run, summary, scores, *accuracy, c, m));
      std::vector<size_t> chain = all.back().controls;
      chain.insert(chain.end(), {*summary.reference, c});
      if (std::ranges::any_of(chain, [&](size_t k) { return index.lacks_folds(scores.corpus, k, m); }))
        claim_nothing(all.back());
    }
  }
  correct(all);
  return all;
}

}  // namespace standfast::result
