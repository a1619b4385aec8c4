// Share of documents whose token of largest share is planted, beside random rankings: a group for each
// condition and side, a row for each model. The CSV has the other measures too.
#include <algorithm>

#include <fmt/format.h>

#include "standfast/report/figure/catalog.h"
#include "standfast/report/figure/grouping.h"

namespace standfast::report {
namespace attribution_ranking_parts {
namespace {

constexpr const char* kDrawn = "precision-at-1";

std::string caption(const CorpusFindings& found) {
  return fmt::format(
      "Dots: in how many of the documents the token with the largest share of any class is a planted one, with {} "
      "intervals over documents (none where all agree). Rings: random rankings of the same documents. A model that ignores the cue is no fault of "
      "the attribution: look at its anti-test.",
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
  std::string tip = fmt::format("{} of {}, at random {}", shown(*of.mean), plural(of.documents, "document"),
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
