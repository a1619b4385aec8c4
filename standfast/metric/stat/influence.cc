#include "standfast/metric/stat/influence.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <utility>

#include "standfast/metric/classes/sampled_classes.h"

namespace standfast {
namespace {

// Returns the derivative with respect to an item's weight. `more` and `less`: values with one of `times`
// equal parts of this weight more and less.
double slope(const std::optional<double>& more, const std::optional<double>& less, uint64_t times) {
  return more && less ? (*more - *less) / 2 * static_cast<double>(times) : 0;
}

// Returns for each item i: 2 for each item of the other truth that i is ranked rightly against, 1 for each
// tie.
std::vector<uint64_t> doubled_wins(std::span<const double> scores, std::span<const uint8_t> same,
                                   const RankedItems& ranked) {
  std::vector<uint64_t> wins(scores.size());
  const auto order = ranked.order();
  uint64_t all_same = 0;
  for (const uint8_t s : same) all_same += s;
  uint64_t same_below = 0, different_below = 0;
  for (size_t first = 0, last = 0; first < order.size(); first = last) {  // items of one score: [first, last)
    uint64_t tied_same = 0, tied_different = 0;
    for (last = first; last < order.size() && scores[order[last]] == scores[order[first]]; ++last)
      ++(same[order[last]] ? tied_same : tied_different);
    const uint64_t same_above = all_same - same_below - tied_same;
    for (size_t k = first; k < last; ++k)
      wins[order[k]] = same[order[k]] ? 2 * different_below + tied_different : 2 * same_above + tied_same;
    same_below += tied_same;
    different_below += tied_different;
  }
  return wins;
}

void count(VerificationTally& t, double score, bool same, uint64_t wins, uint64_t times) {
  if (same)
    (score > 0.5 ? t.same_accepted : score < 0.5 ? t.same_rejected : t.same_open) += 1;
  else
    (score > 0.5 ? t.different_accepted : score < 0.5 ? t.different_rejected : t.different_open) += 1;
  t.doubled_wins += wins * times;
  const double p = std::clamp(score, 0.0, 1.0), error = same ? 1 - p : p;
  (same ? t.same_squared_error : t.different_squared_error) += error * error;
}

VerificationTally without(const VerificationTally& t, double score, bool same, uint64_t wins,
                          uint64_t times) {
  VerificationTally less = t;
  if (same)
    (score > 0.5 ? less.same_accepted : score < 0.5 ? less.same_rejected : less.same_open) -= 1;
  else
    (score > 0.5   ? less.different_accepted
     : score < 0.5 ? less.different_rejected
                   : less.different_open) -= 1;
  less.doubled_wins -= wins * times;
  const double p = std::clamp(score, 0.0, 1.0), error = same ? 1 - p : p;
  (same ? less.same_squared_error : less.different_squared_error) -= error * error;
  return less;
}

std::vector<Influenced> empty_of(const std::vector<std::optional<double>>& values, size_t n) {
  std::vector<Influenced> result(values.size());
  for (size_t m = 0; m < values.size(); ++m) {
    result[m].value = values[m];
    if (values[m]) result[m].influence.resize(n);
  }
  return result;
}

void take(std::vector<Influenced>& result, size_t i, const std::vector<std::optional<double>>& more,
          const std::vector<std::optional<double>>& less, uint64_t times) {
  for (size_t m = 0; m < result.size(); ++m)
    if (result[m].value) result[m].influence[i] = slope(more[m], less[m], times);
}

}  // namespace

std::vector<Influenced> influences(const MetricProfile& profile, std::span<const double> scores,
                                   std::span<const uint8_t> same) {
  assert(scores.size() == same.size());
  const RankedItems ranked(scores, same);
  const VerificationTally once = ranked.tally();
  auto result = empty_of(evaluate(profile, once).values, scores.size());
  // Every item occurs as often as the product of both classes allows, up to a thousand times.
  const double products =
      std::max(1.0, 2.0 * static_cast<double>(once.same()) * static_cast<double>(once.different()));
  const auto times = static_cast<uint64_t>(std::clamp(std::sqrt(0x1p61 / products), 2.0, 1000.0));
  const VerificationTally many = once.repeated(times, times);
  const auto wins = doubled_wins(scores, same, ranked);
  for (size_t i = 0; i < scores.size(); ++i) {
    VerificationTally more = many;
    count(more, scores[i], same[i] != 0, wins[i], times);
    take(result, i, evaluate(profile, more).values,
         evaluate(profile, without(many, scores[i], same[i] != 0, wins[i], times)).values, times);
  }
  return result;
}

Influenced mean_over_folds(std::span<const Influenced> folds, std::span<const size_t> items) {
  assert(folds.size() == items.size());
  double sum = 0, used = 0;
  for (const auto& fold : folds)
    if (fold.value) sum += *fold.value, ++used;
  if (used == 0) return {};
  Influenced mean{sum / used, {}};
  for (size_t f = 0; f < folds.size(); ++f)
    for (size_t i = 0; i < items[f]; ++i)
      mean.influence.push_back(folds[f].value ? (folds[f].influence[i] + (*folds[f].value - *mean.value) /
                                                                             static_cast<double>(items[f])) /
                                                    used
                                              : 0);
  return mean;
}

std::vector<Influenced> influences(const ClassificationProfile& profile, const ClassItems& items,
                                   bool classes_vary) {
  constexpr uint32_t kTimes = NearbyWins::kTimes;
  const ClassTally once = tally(items);
  ClassWins wins;
  ItemWins of_items;
  std::optional<NearbyWins> nearby;
  if (profile.ranks) {
    AllWins all = all_wins(items);
    wins = std::move(all.of_classes);
    of_items = std::move(all.of_items);
    nearby.emplace(wins);
  }
  auto result = empty_of(evaluate(profile, once, profile.ranks ? &wins : nullptr), items.size());
  // Metrics by the property of an item that moves them: its answer, its probabilities or its rank.
  std::vector<size_t> by_answer, by_probability, by_rank;
  for (size_t m = 0; m < result.size(); ++m) {
    if (!result[m].value) continue;
    const bool of_answers = (*classification_metrics().find(profile.metrics[m]))->traits.has_threshold;
    (profile.compute[m]->ranks() ? by_rank : of_answers ? by_answer : by_probability).push_back(m);
  }
  ClassTally many(items.classes), item(items.classes);
  many.add(once, kTimes);
  std::vector<std::optional<double>> more(result.size());
  // Items of one truth and one answer move these metrics alike, so the first item represents all.
  std::unordered_map<uint64_t, size_t> first_of;
  for (size_t i = 0; i < items.size(); ++i) {
    const uint32_t truth = items.truth[i];
    const uint64_t kind = uint64_t{truth} << 32 | predicted_class(items.row(i));
    const auto [first, is_new] = first_of.try_emplace(kind, i);
    const auto move = [&](const std::vector<size_t>& metrics) {
      many.add(item);
      for (const size_t m : metrics) more[m] = profile.compute[m]->value(many, nullptr);
      many.subtract(item);
      many.subtract(item);
      for (const size_t m : metrics)
        result[m].influence[i] = slope(more[m], profile.compute[m]->value(many, nullptr), kTimes);
      many.add(item);
    };
    if (is_new || !by_probability.empty()) {
      item.clear();
      item.add(truth, items.row(i), items.probabilistic);
    }
    if (!by_probability.empty()) move(by_probability);
    if (is_new)
      move(by_answer);
    else
      for (const size_t m : by_answer) result[m].influence[i] = result[m].influence[first->second];
    if (by_rank.empty()) continue;
    const size_t row = i * items.classes;
    nearby->move(truth, {of_items.own.data() + row, items.classes},
                 {of_items.other.data() + row, items.classes});
    for (const size_t m : by_rank) {
      const Nearby values = profile.compute[m]->nearby(*nearby);
      result[m].influence[i] = slope(values.more, values.less, kTimes);
    }
  }
  if (classes_vary)
    for (size_t m = 0; m < result.size(); ++m)
      if (result[m].value)
        let_classes_vary(values_by_class(profile.metrics[m], once, &wins),
                         classes_in_mean(profile.metrics[m], once), items.truth, result[m].influence);
  return result;
}

SharedLuck unknown_luck(std::string why_not) {
  auto luck = std::make_shared<TrainingLuck>();
  luck->why_not = std::move(why_not);
  return luck;
}

TrainingLuck::Block luck_of_block(double score, double kept, double refitted, double share) {
  const double scale = std::sqrt(1 - share);
  return {scale * (refitted - kept), scale * (score - kept) / share};
}

SharedLuck sum_of_luck(std::span<const std::pair<SharedLuck, double>> terms) {
  const auto known = [](const auto& term) { return term.first != nullptr; };
  if (std::ranges::none_of(terms, known)) return nullptr;
  auto sum = std::make_shared<TrainingLuck>();
  for (const auto& [luck, factor] : terms) {
    if (luck == nullptr)
      return unknown_luck("the effect of other training on one of its scores is not known");
    if (!luck->why_not.empty()) return luck;
    if (sum->kinds.size() < luck->kinds.size()) sum->kinds.resize(luck->kinds.size());
    for (size_t k = 0; k < luck->kinds.size(); ++k) {
      auto& to = sum->kinds[k];
      const auto& from = luck->kinds[k];
      if (to.size() < from.size()) to.resize(from.size());
      for (size_t i = 0; i < from.size(); ++i) {
        to[i].change += factor * from[i].change;
        to[i].departure += factor * from[i].departure;
      }
    }
  }
  return sum;
}

std::vector<double> added_variance(const TrainingLuck& luck) {
  std::vector<double> added;
  for (const auto& blocks : luck.kinds) {
    double sum = 0;
    size_t defined = 0, empty = 0;
    for (const auto& [change, departure] : blocks) {
      if (std::isnan(change) || std::isnan(departure)) continue;
      const bool none = change == 0 && departure == 0;
      empty += none;
      defined += !none;
      sum += change * change - 2 * change * departure;
    }
    const bool enough = 2 * (defined + empty) >= blocks.size();
    added.push_back(!enough        ? std::numeric_limits<double>::quiet_NaN()
                    : defined == 0 ? 0
                                   : sum / static_cast<double>(defined));
  }
  return added;
}

}  // namespace standfast
