// Scores fold by fold, and the thresholds of calibration: a group per model, a row per condition.
#include <algorithm>

#include <fmt/format.h>

#include "standfast/report/figure/drawings.h"
#include "standfast/report/figure/svg_rows.h"

namespace standfast::report {
namespace {

using Kind = SvgRowMark::Kind;

SvgRows rows_of_conditions(const Json& corpus) {
  SvgRows figure;
  for (const Json& name : corpus["conditions"]) figure.rows.push_back(name);
  return figure;
}

// Adds the models for which `used` holds; their places among the groups by model.
template <class Used>
std::vector<size_t> add_groups(const Json& corpus, SvgRows& figure, const Used& used) {
  std::vector<size_t> place(corpus["models"].size());
  for (size_t m = 0; m < place.size(); ++m) {
    if (!used(m)) continue;
    place[m] = figure.groups.size();
    figure.groups.push_back(corpus["models"][m]);
  }
  return place;
}

}  // namespace

std::string draw_folds(const Drawing& drawing) {
  const Json& corpus = drawing.corpus;
  SvgRows figure = rows_of_conditions(corpus);
  figure.title = drawing.title("Scores fold by fold");
  figure.x_label = drawing.metric_name + " of a fold";
  figure.legend = {
      {"one fold", svg_color(0), {}, SvgMark::dot},
      {fmt::format("score and {:g} % interval", 100 * drawing.level), svg_color(0), {}, SvgMark::interval}};
  const auto place = add_groups(corpus, figure, [&](size_t m) {
    return std::any_of(corpus["folds"].begin(), corpus["folds"].end(),
                       [&](const Json& fold) { return fold["m"].get<size_t>() == m; });
  });
  const auto add = [&](const Json& item, const Json& from, const Json& to, Kind kind) {
    const auto c = item["c"].get<size_t>();
    figure.marks.push_back({place[item["m"].get<size_t>()], c, from, to, svg_color(c), kind});
  };
  for (const Json& fold : corpus["folds"])
    if (const Json& value = fold["v"][drawing.metric]; !value.is_null()) add(fold, value, value, Kind::dot);
  for (const Json& cell : corpus["cells"]) {
    if (cell["metric"].get<size_t>() != drawing.metric || cell["v"].is_null()) continue;
    if (!cell["low"].is_null()) add(cell, cell["low"], cell["high"], Kind::line);
    add(cell, cell["v"], cell["v"], Kind::tick);
  }
  return draw_svg(figure);
}

std::string draw_thresholds(const Drawing& drawing) {
  const Json& corpus = drawing.corpus;
  SvgRows figure = rows_of_conditions(corpus);
  figure.title = drawing.title("Thresholds of calibration, fold by fold");
  figure.x_label = "raw score";
  figure.legend = {{"p1: answers \"different\" up to here", svg_color(0), {}, SvgMark::ring},
                   {"p2: answers \"same\" from here", svg_color(0), {}, SvgMark::dot}};
  const auto place = add_groups(corpus, figure, [&](size_t m) {
    return std::any_of(corpus["distributions"].begin(), corpus["distributions"].end(), [&](const Json& item) {
      return item["m"].get<size_t>() == m && !item["thresholds"].empty();
    });
  });
  for (const Json& item : corpus["distributions"])
    for (const Json& fold : item["thresholds"]) {
      const auto c = item["c"].get<size_t>(), group = place[item["m"].get<size_t>()];
      const double p1 = fold["p1"], p2 = fold["p2"];
      figure.marks.push_back({group, c, p1, p2, svg_color(c), Kind::line});
      figure.marks.push_back({group, c, p1, p1, svg_color(c), Kind::ring});
      figure.marks.push_back({group, c, p2, p2, svg_color(c), Kind::dot});
    }
  return draw_svg(figure);
}

}  // namespace standfast::report
