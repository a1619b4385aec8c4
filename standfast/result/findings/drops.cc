#include "standfast/result/findings/drops.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/metric/stat/holm.h"
#include "standfast/metric/stat/weighted_tests.h"
#include "standfast/result/findings/all_topic_scores.h"
#include "standfast/result/findings/topic_scores.h"

namespace standfast::result {
namespace {

// The controls of a condition that have answers, from single documents to the largest block.
std::vector<size_t> controls_of(const RunRecords& run, const AllTopicScores& scores, size_t condition,
                                size_t model) {
  std::vector<size_t> chain;
  for (size_t k = 0; k < run.conditions.size(); ++k) {
    const auto& control = run.conditions[k];
    if (control.control_of != run.conditions[condition].name || scores.at(k, model).empty()) continue;
    // Blocks are nested, so controls with equally many block columns have the same blocks. The first one
    // counts.
    if (std::none_of(chain.begin(), chain.end(), [&](size_t known) {
          return run.conditions[known].block.size() == control.block.size();
        }))
      chain.push_back(k);
  }
  // A block with many columns is small. No columns means single documents, which are the smallest.
  const auto size = [&](size_t k) { return run.conditions[k].block.size(); };
  std::stable_sort(chain.begin(), chain.end(), [&](size_t a, size_t b) {
    return (size(a) == 0) != (size(b) == 0) ? size(a) == 0 : size(a) > size(b);
  });
  return chain;
}

Drop::Part part(const TopicScores& from, const TopicScores& to, const TopicScores& weights,
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

// Fills the parts of a drop. chain: scores of the reference, the controls and the condition on common units.
void take_apart(const RunRecords& run, const AllTopicScores& scores, const std::vector<TopicScores>& chain,
                const ClassTestOptions& options, Drop& drop) {
  if (drop.controls.empty()) return;
  const size_t last = drop.controls.size();
  for (const size_t k : drop.controls)
    drop.sd_over_trades.push_back(sd_over_trades(scores.trades(k, drop.model), chain.back()));
  const auto step = [&](size_t i) {
    Drop::Part part = standfast::result::part(chain[i], chain[i + 1], chain.back(), scores.unit, options);
    const auto before = i > 0 ? drop.sd_over_trades[i - 1] : std::nullopt;
    const auto after = i < last ? drop.sd_over_trades[i] : std::nullopt;
    if (before || after) part.one_trade_sd = std::hypot(before.value_or(0), after.value_or(0));
    return part;
  };
  const auto& first = run.conditions[drop.controls.front()].block;
  drop.data = step(0);
  drop.data_name = first.empty() ? "data" : fmt::format("data and {}", fmt::join(first, " and "));
  for (size_t i = 1; i < last; ++i)
    drop.blocks.emplace_back(run.conditions[drop.controls[i]].block.back(), step(i));
  drop.topic = step(last);
  const bool blocks = !run.conditions[drop.controls.back()].block.empty();
  // A condition does not change documents. So where documents are the units, the rest is due to the
  // condition.
  drop.topic_name = scores.unit.what == UnitChoice::Of::documents ? "condition"
                    : blocks                                      ? scores.unit.one
                             : fmt::format("{} and what travels with it", scores.unit.one);
}

}  // namespace

std::vector<std::pair<std::string, Drop::Part>> Drop::parts() const {
  std::vector<std::pair<std::string, Part>> parts;
  if (data) parts.emplace_back(data_name, *data);
  parts.insert(parts.end(), blocks.begin(), blocks.end());
  if (topic) parts.emplace_back(topic_name, *topic);
  return parts;
}

std::vector<Drop> drops(const RunRecords& run, const Summary& summary, const AllTopicScores& scores,
                        const ClassTestOptions& options) {
  std::vector<Drop> all;
  if (!summary.reference || !run.asks(scores.corpus, *summary.reference)) return all;
  for (size_t c = 0; c < run.conditions.size(); ++c) {
    // Another side holds documents that the reference does not test. The survival table shows its loss.
    if (c == *summary.reference || !run.conditions[c].control_of.empty() ||
        run.conditions[c].side != kTestSide)
      continue;
    for (size_t m = 0; m < run.models.size(); ++m) {
      if (summary.chance_model == m || scores.at(c, m).empty()) continue;
      Drop drop;
      drop.condition = c;
      drop.model = m;
      drop.controls = controls_of(run, scores, c, m);
      std::vector<TopicScores> chain = {scores.at(*summary.reference, m)};
      for (const size_t k : drop.controls) chain.push_back(scores.at(k, m));
      chain.push_back(scores.at(c, m));
      chain = on_common_units(std::move(chain));
      if (chain.back().empty()) {
        // Nothing is common to all of them, but the whole drop is still defined.
        const auto ends = on_common_units({scores.at(*summary.reference, m), scores.at(c, m)});
        drop.all = part(ends.front(), ends.back(), ends.back(), scores.unit, options);
      } else {
        drop.all = part(chain.front(), chain.back(), chain.back(), scores.unit, options);
      }
      take_apart(run, scores, chain, options, drop);
      all.push_back(std::move(drop));
    }
  }
  correct(all);
  return all;
}

}  // namespace standfast::result
