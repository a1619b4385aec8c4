// Figures of attributions: contributions and ranks of planted tokens.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/report/figure/catalog.h"
#include "standfast/report/figure/grouping.h"

namespace standfast::report {

// Mean contribution of planted tokens to the answer: a group for each condition and side, a row for each
// model and value of the cue, for the class to which its tokens add or take most. The CSV has every class.
namespace attribution_shares_parts {
namespace {

std::string output_of(const CorpusFindings& found) {
  return found.attributions.empty() ? "answer" : found.attributions.front().output;
}

std::string caption(const CorpusFindings& found) {
  return fmt::format(
      "Bars: the mean contribution of a planted token to the {} of a class, with {} intervals over "
      "documents. Rings: the mean contribution of another token of the same documents. Only the class with "
      "the longest bar is drawn; the table has all classes.",
      output_of(found), percent(found.level));
}

std::string named(const std::string& value) {
  return value.empty() ? "planted" : value;
}

std::vector<Rows> rows(const CorpusFindings& found) {
  Rows rows("attribution-shares",
            {"condition", "model", "planted", "class", "token_mean", "token_low", "token_high", "other_mean",
             "other_low", "other_high", "documents"},
            found);
  for (const auto& one : found.attributions)
    for (const auto& shares : one.shares)
      rows.add({found.conditions[one.condition], found.models[one.model], named(shares.value),
                found.classes[shares.output], shares.planted.mean, low_of(shares.planted.interval),
                high_of(shares.planted.interval), shares.others.mean, low_of(shares.others.interval),
                high_of(shares.others.interval), shares.planted.documents});
  return {rows};
}

double strength(const PlantedShares& shares) {
  return std::abs(shares.planted.mean.value_or(0));
}

MarkRow row_of(const CorpusFindings& found, const AttributionFinding& one, const PlantedShares& shares) {
  using Kind = RowMark::Kind;
  const std::string& name = found.classes[shares.output];
  MarkRow row{fmt::format("{}: \"{}\" for {}", found.models[one.model], named(shares.value), name), {}};
  const ClusteredMean &planted = shares.planted, &others = shares.others;
  std::string tip = fmt::format("{} of a planted token", signed_shown(*planted.mean));
  if (planted.interval)
    tip +=
        fmt::format(" [{}, {}]", signed_shown(planted.interval->low), signed_shown(planted.interval->high));
  row.marks.push_back({0, *planted.mean, kInk, Kind::bar, std::move(tip)});
  if (planted.interval)
    row.marks.push_back({planted.interval->low, planted.interval->high, kInk, Kind::line});
  if (others.mean)
    row.marks.push_back({*others.mean, *others.mean, kInk, Kind::ring,
                         fmt::format("{} of another token", signed_shown(*others.mean))});
  return row;
}

Drawing draw(const CorpusFindings& found, size_t) {
  const auto add = [&](const AttributionFinding& one, MarkGroup& group) {
    // Entries go by value, then class.
    for (auto at = one.shares.begin(); at != one.shares.end();) {
      const auto end = std::find_if(at, one.shares.end(),
                                    [&](const PlantedShares& other) { return other.value != at->value; });
      const auto most = std::ranges::max_element(at, end, {}, strength);
      if (most->planted.mean) group.rows.push_back(row_of(found, one, *most));
      at = end;
    }
  };
  return drawing_from_zero(title_of("Contribution of planted tokens", found),
                           rows_by_condition(found, found.attributions, add),
                           fmt::format("added to the {}", output_of(found)), found.level,
                           {{"another token", kInk, {}, SvgMark::ring}});
}

}  // namespace
}  // namespace attribution_shares_parts

Figure attribution_shares_figure() {
  using namespace attribution_shares_parts;
  return {"attribution-shares", "Contribution of planted tokens", Part::attributions, caption, rows, draw};
}

// Share of documents whose token of largest share is planted, beside random rankings: a group for each
// condition and side, a row for each model. The CSV has the other measures too.
namespace attribution_ranking_parts {
namespace {

constexpr const char* kDrawn = "precision-at-1";

std::string caption(const CorpusFindings& found) {
  return fmt::format(
      "Dots: the proportion of documents in which the token with the largest share of any class is "
      "planted, with {} intervals over documents (none where all agree). Rings: random rankings of the "
      "same documents. A model that ignores the cue is no fault of the attribution: look at its anti-test.",
      percent(found.level));
}

std::vector<Rows> rows(const CorpusFindings& found) {
  Rows rows("attribution-ranking",
            {"condition", "model", "measure", "mean", "low", "high", "random", "best", "documents"}, found);
  for (const auto& one : found.attributions)
    for (const auto& measure : one.ranking) {
      const ClusteredMean& of = measure.found;
      if (!of.mean) continue;
      rows.add({found.conditions[one.condition], found.models[one.model], measure.name, of.mean,
                low_of(of.interval), high_of(of.interval), measure.random, measure.best, of.documents});
    }
  return {rows};
}

MarkRow row_of(const std::string& name, const RankingMeasure& measure, const std::string& color) {
  using Kind = RowMark::Kind;
  const ClusteredMean& of = measure.found;
  MarkRow row{name,
              {{measure.random, measure.random, kInk, Kind::ring,
                fmt::format("{} at random", shown(measure.random))}}};
  std::string tip = fmt::format("{} of {}, at random {}", shown(*of.mean), counted(of.documents, "document"),
                                shown(measure.random));
  if (of.interval) {
    row.marks.push_back({of.interval->low, of.interval->high, color, Kind::line});
    tip += fmt::format(" [{}, {}]", shown(of.interval->low), shown(of.interval->high));
  }
  row.marks.push_back({*of.mean, *of.mean, color, Kind::dot, std::move(tip)});
  return row;
}

Drawing draw(const CorpusFindings& found, size_t) {
  const auto add = [&](const AttributionFinding& one, MarkGroup& group) {
    const auto measure = std::ranges::find(one.ranking, kDrawn, &RankingMeasure::name);
    if (measure != one.ranking.end() && measure->found.mean)
      group.rows.push_back(row_of(found.models[one.model], *measure, kInk));
  };
  return drawing_from_zero(title_of("Ranks of planted tokens", found),
                           rows_by_condition(found, found.attributions, add),
                           "documents whose strongest token is planted", found.level,
                           {{"random rankings", kInk, {}, SvgMark::ring}});
}

}  // namespace
}  // namespace attribution_ranking_parts

Figure attribution_ranking_figure() {
  using namespace attribution_ranking_parts;
  return {"attribution-ranking", "Ranks of planted tokens", Part::attributions, caption, rows, draw};
}

}  // namespace standfast::report
