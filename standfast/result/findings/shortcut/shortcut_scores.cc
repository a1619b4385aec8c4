#include "standfast/result/findings/shortcut/shortcut_scores.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "standfast/metric/classes/classification.h"
#include "standfast/metric/classes/classification_profile.h"
#include "standfast/metric/classes/guessing.h"
#include "standfast/metric/stat/distributions.h"
#include "standfast/metric/stat/multiple_tests.h"
#include "standfast/metric/stat/unit_estimate.h"
#include "standfast/metric/stat/unit_flips.h"

namespace standfast::result {
namespace {

Result<const ClassificationProfile*> shortcut_profile() {
  static const auto profile = make_classification_profile("shortcut", "what tables of shortcuts show",
                                                          {kShortcutMetrics.begin(), kShortcutMetrics.end()});
  if (!profile) return Failure(profile.error());
  return &*profile;
}

uint64_t unanswered(const PooledItems& items) {
  return static_cast<uint64_t>(std::count(items.predicted.begin(), items.predicted.end(), kNoAnswer));
}

std::vector<bool> answered(const PooledItems& items) {
  std::vector<bool> there;
  for (const uint32_t predicted : items.predicted) there.push_back(predicted != kNoAnswer);
  return there;
}

// The smallest p of random flips, with a margin. UnitFlips counts the flip that changes nothing too.
constexpr double kLeastRandomP = 1.5 / (kUnitFlips + 1);
// The smallest p of t: so far out it is not known how near a mean is to its normal distribution.
constexpr double kLeastTailP = 1e-6;

std::optional<double> tail_p(const UnitSpace& space, const UnitItems& items, const Influenced& a,
                             const Influenced& b, const Difference& delta) {
  if (!delta.p || *delta.p > kLeastRandomP) return delta.p;
  auto sums = space.sums();
  space.add(items, a.influence, 1, sums);
  space.add(items, b.influence, -1, sums);
  const UnitItems* const all[] = {&items};
  const double se = std::sqrt(space.variance(sums).largest());
  const double p = student_two_sided(*delta.estimate.value / se, space.counts(all).fewest() - 1.0);
  return std::clamp(p, kLeastTailP, *delta.p);
}

// Computes the share of the lead over guessing that survives from the original side to the anti-test side.
void add_survival(const ShortcutSides& sides, const UnitItems& items, const UnitSpace& space, double level,
                  const char* name, ShortcutMetric& out) {
  if ((*classification_metrics().find(name))->traits.zero != Zero::shuffled) {
    out.survival.why_not = "guessing has no single score by this metric";
    return;
  }
  const auto lead = [&](const PooledItems& side) {
    return lead_over_guessing(name, side.classes, side.truth, side.predicted, side.cell);
  };
  const Lead original = lead(sides.original), anti = lead(sides.anti);
  out.guessing_original = original.guessing;
  out.guessing_anti = anti.guessing;
  out.survival = unit_ratio(space, {&items, &anti.lead}, {&items, &original.lead}, level);
}

// Returns delta of each fold and fit that has all sides, from the scores in the records.
FoldValuesBySeed deltas_of(const RunRecords& run, size_t corpus, const ShortcutCondition& condition,
                           size_t model, const std::string& metric) {
  FoldValuesBySeed deltas;
  FoldValuesBySeed anti;
  std::set<std::tuple<uint64_t, uint32_t, uint32_t>> original;  // seed, fit, fold
  const auto take = [&](const std::vector<CellRecord>& cells) {
    for (const auto& cell : cells) {
      if (!cell.ok || cell.corpus != run.corpora[corpus].name || cell.model != run.models[model].name)
        continue;
      if (cell.condition == run.conditions[condition.original].name)
        original.emplace(cell.seed, cell.fit, cell.fold);
      const auto value = cell.value_of(metric);
      if (!value) continue;
      if (cell.condition == run.conditions[condition.test].name)
        deltas[cell.seed][cell.fit][cell.fold] = *value;
      else if (cell.condition == run.conditions[condition.anti].name)
        anti[cell.seed][cell.fit][cell.fold] = *value;
    }
  };
  take(run.cells);
  take(run.refits);
  for (auto& [seed, fits] : deltas) {
    for (auto& [fit, folds] : fits) {
      const auto& other = anti[seed][fit];
      std::erase_if(folds, [&](const auto& fold) {
        return !other.contains(fold.first) || !original.contains({seed, fit, fold.first});
      });
      for (auto& [fold, value] : folds) value -= other.at(fold);
    }
    std::erase_if(fits, [](const auto& fit) { return fit.second.empty(); });
  }
  std::erase_if(deltas, [](const auto& seed) { return seed.second.empty(); });
  return deltas;
}

std::vector<bool> wrong_on(const PooledItems& items) {
  std::vector<bool> wrong(items.size());
  for (size_t i = 0; i < items.size(); ++i) wrong[i] = items.predicted[i] != items.truth[i];
  return wrong;
}

// Marks the items whose cue on the anti-test side goes with some class.
std::vector<bool> with_suggestion(const PooledItems& anti) {
  std::vector<bool> some(anti.size());
  for (size_t i = 0; i < anti.size(); ++i) some[i] = anti.suggested[i] != kNoCode;
  return some;
}

std::vector<bool> both(std::vector<bool> these, const std::vector<bool>& those) {
  for (size_t i = 0; i < these.size(); ++i) these[i] = these[i] && those[i];
  return these;
}

// Marks the answers that are the class that goes with the cue on the anti-test side.
std::vector<bool> suggested_by_anti(const PooledItems& answers, const PooledItems& anti) {
  std::vector<bool> hit(answers.size());
  for (size_t i = 0; i < answers.size(); ++i)
    hit[i] = anti.suggested[i] != kNoCode && answers.predicted[i] == anti.suggested[i];
  return hit;
}

std::vector<bool> all_but(std::vector<bool> these) {
  these.flip();
  return these;
}

uint64_t documents_not_planted(const RunRecords& run, size_t corpus, const ShortcutCondition& condition,
                               size_t model) {
  uint64_t dropped = 0;
  for (const auto& cell : run.cells)
    if (cell.ok && cell.shortcut && cell.corpus == run.corpora[corpus].name &&
        cell.model == run.models[model].name && cell.condition == run.conditions[condition.test].name)
      dropped += cell.shortcut->dropped.all();
  return dropped;
}

}  // namespace

CountedShare share_of_items(const std::vector<ItemUnits>& units, const std::vector<bool>& counted,
                            const std::vector<bool>& hit, double level, UnitSpace& space,
                            const std::string& why_none) {
  CountedShare found;
  std::vector<ItemUnits> of_these;
  std::vector<bool> hits;
  for (size_t i = 0; i < units.size(); ++i) {
    if (!counted[i]) continue;
    of_these.push_back(units[i]);
    hits.push_back(hit[i]);
    ++found.n;
    found.k += hit[i] ? 1 : 0;
  }
  if (found.n == 0) {
    found.share.why_not = why_none;
    return found;
  }
  const auto n = static_cast<double>(found.n);
  Influenced number{static_cast<double>(found.k) / n, {}};
  for (const bool one : hits) number.influence.push_back(((one ? 1.0 : 0.0) - *number.value) / n);
  const UnitItems items = space.items(of_these);
  found.share = unit_estimate(space, {&items, &number}, level, 0, 1);
  if (found.share.interval && found.share.interval->low == found.share.interval->high) {
    found.share.interval.reset();
    found.share.why_no_interval = "the share is the same in every unit, so its error cannot be estimated";
  }
  return found;
}

Result<ScoredShortcut> scored_shortcut(const RunRecords& run, size_t corpus,
                                       const ShortcutCondition& condition, size_t model,
                                       const ShortcutSides& sides, double level, UnitSpace& space) {
  SF_ASSIGN(const ClassificationProfile* profile, shortcut_profile());
  ScoredShortcut scored;
  ShortcutEffect& row = scored.row;
  row.condition = condition.test;
  row.model = model;
  row.n = row.n_total = sides.size();
  const std::set<uint32_t> documents(sides.test.document.begin(), sides.test.document.end());
  row.documents = documents.size();
  row.not_planted = documents_not_planted(run, corpus, condition, model);
  row.unanswered_test = unanswered(sides.test);
  row.unanswered_original = unanswered(sides.original);
  row.unanswered_anti = unanswered(sides.anti);
  const std::vector<ItemUnits> units = item_units(run, corpus, sides.test);
  scored.items = space.items(units);
  const bool of_authors = classes_are_authors(sides.test);
  auto test = influences(*profile, sides.test.items(), of_authors),
       anti = influences(*profile, sides.anti.items(), of_authors),
       original = influences(*profile, sides.original.items(), of_authors);
  for (size_t m = 0; m < kShortcutMetrics.size(); ++m) {
    ShortcutMetric& metric = row.metrics[m];
    const auto score = [&](const Influenced& number) {
      return unit_estimate(space, {&scored.items, &number}, level, 0, 1);
    };
    metric.original = score(original[m]);
    metric.test = score(test[m]);
    metric.anti = score(anti[m]);
    metric.delta = unit_difference(space, {&scored.items, &test[m]}, {&scored.items, &anti[m]}, level, 1);
    metric.p_tail = tail_p(space, scored.items, test[m], anti[m], metric.delta);
    add_survival(sides, scored.items, space, level, kShortcutMetrics[m], metric);
    const Spread spread = spread_of_values(deltas_of(run, corpus, condition, model, kShortcutMetrics[m]));
    metric.sd_draws = spread.draws;
    metric.sd_fits = spread.fits;
    row.draws = std::max(row.draws, spread.seeds);
    row.most_fits = std::max(row.most_fits, spread.most_fits);
    row.all_fits = std::max(row.all_fits, spread.all_fits);
    scored.test[m] = std::move(test[m]);
    scored.anti[m] = std::move(anti[m]);
  }
  std::vector<bool> differs_from_test(sides.size()), differs_from_original(sides.size());
  for (size_t i = 0; i < sides.size(); ++i) {
    differs_from_test[i] = sides.anti.predicted[i] != sides.test.predicted[i];
    differs_from_original[i] = sides.anti.predicted[i] != sides.original.predicted[i];
  }
  const std::vector<bool> wrong_test = wrong_on(sides.test), wrong_original = wrong_on(sides.original),
                          wrong_anti = wrong_on(sides.anti);
  const std::vector<bool> suggestive = with_suggestion(sides.anti);
  const auto wrong_answers = [&](const std::vector<bool>& wrong, const PooledItems& of) {
    return both(both(wrong, answered(of)), suggestive);  // an item without an answer follows nothing
  };
  const bool any_suggestive = std::ranges::find(suggestive, true) != suggestive.end();
  const std::string none_right = "no answer is right",
                    none_wrong = any_suggestive ? "no wrong answer to a document whose cue goes with a class"
                                                : "the cue goes with no class in training";
  row.flipped_test = share_of_items(units, all_but(wrong_test), differs_from_test, level, space, none_right);
  row.flipped_original =
      share_of_items(units, all_but(wrong_original), differs_from_original, level, space, none_right);
  row.following = share_of_items(units, wrong_answers(wrong_anti, sides.anti),
                                 suggested_by_anti(sides.anti, sides.anti), level, space, none_wrong);
  row.following_without =
      share_of_items(units, wrong_answers(wrong_original, sides.original),
                     suggested_by_anti(sides.original, sides.anti), level, space, none_wrong);
  return scored;
}

void correct_deltas(std::vector<ShortcutEffect>& rows) {
  for (size_t m = 0; m < kShortcutMetrics.size(); ++m) {
    std::vector<double> p;
    for (const auto& row : rows)
      if (row.metrics[m].p_tail) p.push_back(*row.metrics[m].p_tail);
    const std::vector<double> corrected = holm(p);
    size_t next = 0;
    // A corrected p is never below the p beside it.
    for (auto& row : rows)
      if (row.metrics[m].p_tail)
        row.metrics[m].p_holm = std::max(corrected[next++], row.metrics[m].delta.p.value_or(0));
  }
}

namespace {

using ItemKey = std::tuple<uint64_t, uint32_t, uint32_t>;  // seed, fold, document

std::vector<ItemKey> keys_of(const PooledItems& items, const Folds& folds) {
  std::vector<ItemKey> keys;
  keys.reserve(items.size());
  for (size_t i = 0; i < items.size(); ++i) {
    const CellRecord& cell = *folds[items.cell[i]];
    keys.emplace_back(cell.seed, cell.fold, items.document[i]);
  }
  return keys;
}

// Puts the sides in the order of the first, and leaves out items that some side lacks.
void join_sides(std::vector<PooledItems*> sides, const std::vector<std::vector<ItemKey>>& keys) {
  std::vector<std::map<ItemKey, uint32_t>> places(sides.size());
  for (size_t s = 0; s < sides.size(); ++s)
    for (uint32_t i = 0; i < keys[s].size(); ++i) places[s].emplace(keys[s][i], i);
  std::vector<std::vector<uint32_t>> kept(sides.size());
  for (const ItemKey& key : keys.front()) {
    std::vector<uint32_t> found;
    for (const auto& of_side : places)
      if (const auto place = of_side.find(key); place != of_side.end()) found.push_back(place->second);
    if (found.size() != sides.size()) continue;
    for (size_t s = 0; s < sides.size(); ++s) kept[s].push_back(found[s]);
  }
  for (size_t s = 0; s < sides.size(); ++s) *sides[s] = chosen_items(*sides[s], kept[s]);
}

}  // namespace

std::vector<ShortcutCondition> shortcut_conditions(const RunRecords& run, size_t corpus) {
  std::vector<ShortcutCondition> all;
  for (size_t c = 0; c < run.conditions.size(); ++c) {
    if (!run.conditions[c].shortcut || run.conditions[c].side != kTestSide || !run.asks(corpus, c)) continue;
    ShortcutCondition sides{c, c, c};
    for (size_t k = 0; k < run.conditions.size(); ++k) {
      if (!run.conditions[k].of_planted_fold() || run.conditions[k].drawn() != run.conditions[c].name)
        continue;
      (run.conditions[k].side == kOriginalSide ? sides.original : sides.anti) = k;
    }
    all.push_back(sides);
  }
  return all;
}

ShortcutSides shortcut_sides(const RunRecords& run, const CellIndex& index, size_t corpus,
                             const ShortcutCondition& condition, size_t model) {
  ShortcutSides sides;
  std::vector<std::vector<ItemKey>> keys;
  const std::pair<size_t, PooledItems*> parts[] = {
      {condition.test, &sides.test}, {condition.original, &sides.original}, {condition.anti, &sides.anti}};
  for (const auto& [place, items] : parts) {
    const Folds& folds = index.folds(corpus, place, model);
    *items = pooled_items(run, corpus, folds);
    keys.push_back(keys_of(*items, folds));
  }
  if (keys[0] != keys[1] || keys[0] != keys[2]) join_sides({&sides.test, &sides.original, &sides.anti}, keys);
  return sides;
}

}  // namespace standfast::result
