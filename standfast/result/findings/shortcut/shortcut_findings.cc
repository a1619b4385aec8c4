#include "standfast/result/findings/shortcut/shortcut_findings.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <map>
#include <optional>
#include <utility>

#include <fmt/ranges.h>

namespace standfast::result {
namespace {

// Lambdas of a series of which the model lacks folds, on any side.
std::vector<double> lacking_lambdas(const CellIndex& index, size_t corpus, size_t model,
                                    const ShortcutFindings& found, const std::string& series) {
  std::vector<double> lacking;
  for (const auto& one : found.conditions) {
    const auto& [test, original, anti] = one.condition;
    if (one.series == series && std::ranges::any_of(std::array{test, original, anti}, [&](size_t side) {
          return index.lacks_folds(corpus, side, model);
        }))
      lacking.push_back(one.shortcut.lambda);
  }
  std::ranges::sort(lacking);
  return lacking;
}

// The curves of one model. scored: its rows; curves name them by these numbers.
void add_curves(const RunRecords& run, const CellIndex& index, size_t corpus, const ShortcutFindings& found,
                size_t model, const std::map<size_t, ScoredShortcut>& scored, double level,
                const UnitSpace& space, std::vector<LambdaCurve>& curves) {
  std::vector<std::string> names;
  std::map<std::string, std::vector<size_t>> places;
  for (const auto& [place, one] : scored) {
    const std::string& series = found.of(one.row.condition).series;
    if (!places.contains(series)) names.push_back(series);
    places[series].push_back(place);
  }
  for (const auto& name : names) {
    auto& rows = places[name];
    const auto lambda = [&](size_t place) {
      return run.conditions[scored.at(place).row.condition].shortcut->lambda;
    };
    std::stable_sort(rows.begin(), rows.end(), [&](size_t a, size_t b) { return lambda(a) < lambda(b); });
    LambdaCurve curve{model, name, {}, 0, 0, {}};
    std::vector<const ScoredShortcut*> points;
    std::vector<double> lambdas;
    for (const size_t place : rows) {
      if (!lambdas.empty() && lambda(place) == lambdas.back())
        continue;  // the same condition under two names
      curve.rows.push_back(place);
      points.push_back(&scored.at(place));
      lambdas.push_back(lambda(place));
    }
    if (points.size() < 2) continue;
    curve.from = lambdas.front();
    curve.to = lambdas.back();
    const auto lacking = lacking_lambdas(index, corpus, model, found, name);
    if (lacking.empty())
      curve.area = area_under(points, lambdas, level, space);
    else  // then points rest on different documents
      for (auto& area : curve.area)
        area.estimate.why_not = fmt::format("folds have no answers at lambda {:g}", fmt::join(lacking, ", "));
    curves.push_back(std::move(curve));
  }
}

}  // namespace

const ShortcutOf& ShortcutFindings::of(size_t condition) const {
  const auto found = std::find_if(conditions.begin(), conditions.end(),
                                  [&](const ShortcutOf& one) { return one.condition.test == condition; });
  assert(found != conditions.end());
  return *found;
}

ShortcutFindings shortcut_findings(const RunRecords& run, const CellIndex& index, const Summary& summary,
                                   size_t corpus, double level) {
  ShortcutFindings found;
  const std::vector<ShortcutCondition> conditions = shortcut_conditions(run, corpus);
  const auto series = shortcut_series(run, conditions);
  for (const auto& condition : conditions) {
    found.conditions.push_back({condition, *run.conditions[condition.test].shortcut,
                                series.at(condition.test), cue_values(run, index, corpus, condition)});
    for (auto& share : planted_shares(run, index, corpus, condition, level)) found.planted.push_back(share);
  }
  // Units are numbered in one order, and the influences of one model are in memory at a time.
  UnitSpace space;
  struct Placed {
    ShortcutEffect row;
    std::vector<ShortcutGroup> groups;
  };
  const size_t models = run.models.size();
  std::vector<std::optional<Placed>> made(conditions.size() * models);
  for (size_t m = 0; m < models; ++m) {
    std::map<size_t, ScoredShortcut> scored;
    for (size_t c = 0; c < conditions.size(); ++c) {
      const ShortcutSides sides = shortcut_sides(run, index, corpus, conditions[c], m);
      if (sides.size() == 0) continue;
      auto one = scored_shortcut(run, corpus, conditions[c], m, sides, level, space);
      if (!one) continue;  // only without the metrics of this version, which it has
      one->row.n_total =
          std::max(one->row.n,
                   summary.cell(run, corpus, conditions[c].test, m).metrics[summary.default_metric].n_total);
      made[c * models + m] = {one->row, shortcut_groups(run, corpus, conditions[c], m, sides,
                                                        found.conditions[c].values.size(), level, space)};
      scored.emplace(c * models + m, std::move(*one));
    }
    add_curves(run, index, corpus, found, m, scored, level, space, found.curves);
  }
  std::vector<size_t> place(made.size());
  for (size_t i = 0; i < made.size(); ++i) {
    auto& placed = made[i];
    if (!placed) continue;
    place[i] = found.rows.size();
    found.rows.push_back(std::move(placed->row));
    for (auto& group : placed->groups) found.groups.push_back(std::move(group));
  }
  for (auto& curve : found.curves)
    for (size_t& row : curve.rows) row = place[row];
  correct_deltas(found.rows);
  return found;
}

}  // namespace standfast::result
