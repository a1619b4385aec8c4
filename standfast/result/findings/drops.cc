#include "standfast/result/findings/drops.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "standfast/metric/stat/holm.h"
#include "standfast/metric/stat/weighted_tests.h"
#include "standfast/result/findings/all_topic_scores.h"
#include "standfast/result/findings/control_chain.h"
#include "standfast/result/findings/topic_scores.h"
#include "standfast/result/run/cell_index.h"

namespace standfast::result {
namespace {

Drop::Part part_over_units(const TopicScores& from, const TopicScores& to, const TopicScores& weights,
                           const UnitChoice& unit, const ClassTestOptions& options) {
  Drop::Part part;
  const MatchedTopics matched = match_topics(from, to, weights);
  part.topics = matched.a.size();
  part.n = matched.n;
  if (matched.n == 0) {
    part.why_not = fmt::format("no {} was tested under all of them", unit.one);
    return part;
  }
  const Difference lost = matched.lost(options.level, unit);
  part.difference = lost.estimate.value.value_or(matched.moments_of_difference.mean);
  part.p = lost.p;
  part.why_not = lost.estimate.why_not.empty() ? lost.estimate.why_no_interval : lost.estimate.why_not;
  part.paired_p = paired_weighted_t(matched.moments_of_difference).p;
  if (const auto& interval = lost.estimate.interval) {
    part.low = interval->low;
    part.high = interval->high;
  }
  part.sign_flip_p =
      sign_flip_test(matched.difference, matched.weight, {.seed = options.seed, .threads = options.threads})
          .p;
  return part;
}

Drop::Part part_of_scores(const TopicScores& from, const TopicScores& to, const UnitChoice& unit,
                          const ClassTestOptions& options) {
  Drop::Part part;
  const LostAccuracy lost = lost_accuracy(from, to, unit, options.level);
  part.topics = lost.units;
  if (!lost.difference.estimate.value) {
    part.why_not = "one of the two has no answers";
    return part;
  }
  part.n = lost.n;
  part.difference = *lost.difference.estimate.value;
  part.p = lost.difference.p;
  part.why_not = lost.difference.estimate.why_no_interval;
  if (const auto& interval = lost.difference.estimate.interval) {
    part.low = interval->low;
    part.high = interval->high;
  }
  return part;
}

// Tests that are undefined take no part in the correction.
void correct(std::vector<Drop>& drops) {
  std::vector<double> p;
  for (const auto& drop : drops)
    if (drop.asked().p) p.push_back(*drop.asked().p);
  const std::vector<double> corrected = holm(p);
  size_t next = 0;
  for (auto& drop : drops)
    if (drop.asked().p) drop.p_holm = corrected[next++];
}

std::string name_of_rest(const RunRecords& run, const UnitChoice& unit, const Drop& drop) {
  const ConditionInfo& condition = run.conditions[drop.condition];
  if (!drop.over_units) {
    if (condition.space) return "latent region";
    if (!unit.topics() || !condition.keeps_topics_apart()) return "what is left";
  }
  // A condition does not change documents. So where documents are the units, the rest is due to the
  // condition.
  if (unit.what == UnitChoice::Of::documents) return "condition";
  const bool blocks = !run.conditions[drop.controls.back()].block.empty();
  return blocks ? unit.one : fmt::format("{} and what travels with it", unit.one);
}

// Fills the parts of a drop. chain: scores of the reference, the controls and the condition, on common units where the
// drop is over units.
void take_apart(const RunRecords& run, const AllTopicScores& scores, const std::vector<TopicScores>& chain,
                const ClassTestOptions& options, Drop& drop) {
  if (drop.controls.empty()) return;
  const size_t last = drop.controls.size();
  for (const size_t k : drop.controls)
    drop.sd_over_trades.push_back(
        sd_over_trades(scores.trades(k, drop.model), drop.over_units ? &chain.back() : nullptr));
  for (size_t i = 0; i <= last; ++i) {
    Drop::Part part = drop.over_units
                          ? part_over_units(chain[i], chain[i + 1], chain.back(), scores.unit, options)
                          : part_of_scores(chain[i], chain[i + 1], scores.unit, options);
    const auto before = i > 0 ? drop.sd_over_trades[i - 1] : std::nullopt;
    const auto after = i < last ? drop.sd_over_trades[i] : std::nullopt;
    if (before || after) part.one_trade_sd = std::hypot(before.value_or(0), after.value_or(0));
    drop.parts.emplace_back(
        i < last ? step_name(run, drop.controls, i) : name_of_rest(run, scores.unit, drop), std::move(part));
  }
}

// A fold without answers leaves out its documents, so the parts may be what these documents have.
void claim_nothing(Drop& drop) {
  const auto bare = [](Drop::Part& part) {
    part = {};
    part.why_not = "folds of one of the conditions have no answers, so scores are of different documents";
  };
  bare(drop.all);
  for (auto& [name, part] : drop.parts) bare(part);
}

Drop drop_of(const RunRecords& run, const AllTopicScores& scores, size_t reference, size_t condition,
             size_t model, const ClassTestOptions& options) {
  Drop drop;
  drop.condition = condition;
  drop.model = model;
  drop.controls = control_chain(run, condition, [&](size_t k) { return !scores.at(k, model).empty(); });
  drop.over_units = !chain_matches(run, drop.controls);
  std::vector<TopicScores> chain = {scores.at(reference, model)};
  for (const size_t k : drop.controls) chain.push_back(scores.at(k, model));
  chain.push_back(scores.at(condition, model));
  if (!drop.over_units) {
    drop.all = part_of_scores(chain.front(), chain.back(), scores.unit, options);
    take_apart(run, scores, chain, options, drop);
    return drop;
  }
  chain = on_common_units(std::move(chain));
  if (chain.back().empty()) {
    // Nothing is common to all of them, but the whole drop is still defined.
    const auto ends = on_common_units({scores.at(reference, model), scores.at(condition, model)});
    drop.all = part_over_units(ends.front(), ends.back(), ends.back(), scores.unit, options);
  } else {
    drop.all = part_over_units(chain.front(), chain.back(), chain.back(), scores.unit, options);
  }
  take_apart(run, scores, chain, options, drop);
  return drop;
}

}  // namespace

std::vector<Drop> drops(const RunRecords& run, const Summary& summary, const AllTopicScores& scores,
                        const ClassTestOptions& options) {
  std::vector<Drop> all;
  const CellIndex index(run);
  if (!summary.reference || !run.asks(scores.corpus, *summary.reference)) return all;
  for (size_t c = 0; c < run.conditions.size(); ++c) {
    // Another side holds documents that the reference does not test. The survival table shows its loss.
    if (c == *summary.reference || !run.conditions[c].control_of.empty() ||
        run.conditions[c].side != kTestSide || run.conditions[c].shortcut)
      continue;  // nor is a planted cue a loss: the table of shortcuts says what it does
    for (size_t m = 0; m < run.models.size(); ++m) {
      if (summary.chance_model == m || scores.at(c, m).empty()) continue;
      all.push_back(drop_of(run, scores, *summary.reference, c, m, options));
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
