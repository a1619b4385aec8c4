// The score of every fold against how alike its train and test topics are, a panel and a line per model.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "standfast/report/figure/drawings.h"
#include "standfast/report/figure/svg_panels.h"

namespace standfast::report {
namespace {

struct Range {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  double room() const { return 0.04 * (high > low ? high - low : 0.1); }
};

std::string tenth(const Json& slope) {
  return fmt::format("{}{:.3f}", slope.get<double>() < 0 ? "−" : "+", std::abs(slope.get<double>() / 10));
}

}  // namespace

std::string draw_dose(const Drawing& drawing) {
  const Json& dose = drawing.corpus["dose"];
  if (dose.is_null()) return "";
  const auto shown = [&](const Json& item) { return item["metric"].get<size_t>() == drawing.metric; };
  // Where similarity does not vary there is no line, and nothing to see.
  if (std::none_of(dose["lines"].begin(), dose["lines"].end(), shown)) return "";
  Range x, y;
  std::set<size_t> conditions;
  for (const Json& point : dose["points"]) {
    if (!shown(point)) continue;
    x.add(point["x"]);
    y.add(point["y"]);
    conditions.insert(point["c"].get<size_t>());
  }
  SvgPanels figure;
  figure.title = drawing.title("Dose and response");
  figure.x_label = "mean cosine of train and test topics";
  figure.y_label = drawing.metric_name;
  figure.x_low = x.low - x.room();
  figure.x_high = x.high + x.room();
  figure.y_low = y.low - y.room();
  figure.y_high = y.high + y.room();
  figure.columns = 3;
  for (const size_t c : conditions)
    figure.legend.push_back({drawing.corpus["conditions"][c], svg_color(c), {}, SvgMark::dot});
  for (size_t m = 0; m < drawing.corpus["models"].size(); ++m) {
    SvgPanel panel;
    panel.title = drawing.corpus["models"][m];
    for (const Json& point : dose["points"])
      if (shown(point) && point["m"].get<size_t>() == m)
        panel.dots.push_back({point["x"], point["y"], svg_color(point["c"].get<size_t>())});
    for (const Json& line : dose["lines"]) {
      if (!shown(line) || line["m"].get<size_t>() != m) continue;
      const double slope = line["slope"], intercept = line["intercept"];
      panel.lines.push_back(
          {{{x.low, intercept + slope * x.low}, {x.high, intercept + slope * x.high}}, kInk});
      panel.note = tenth(line["slope"]) + " per 0.1";
      if (!line["low"].is_null())
        panel.note += fmt::format(" [{}, {}]", tenth(line["low"]), tenth(line["high"]));
    }
    if (!panel.dots.empty()) figure.panels.push_back(std::move(panel));
  }
  return draw_svg(figure);
}

}  // namespace standfast::report
