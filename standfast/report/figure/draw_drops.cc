// What a drop is made of: bars of all of it and of its parts (data, blocks, topic), with intervals; a panel
// per condition.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "standfast/report/figure/drawings.h"
#include "standfast/report/figure/svg_parts.h"

namespace standfast::report {
namespace {

// Pixels.
constexpr double kMargin = 12, kPlot = 560, kTitle = 24, kBar = 16, kBetween = 10, kAxis = 46;
constexpr size_t kMostOfName = 30;

bool drawn(const Json& part) {
  return !part["v"].is_null();
}

// The names of the parts of all drops, each in the order in which it is first met; a name has a colour.
std::vector<std::string> names_of_parts(const Json& drops) {
  std::vector<std::string> names;
  for (const Json& drop : drops)
    for (const Json& part : drop["parts"])
      if (std::find(names.begin(), names.end(), part["name"].get<std::string>()) == names.end())
        names.push_back(part["name"].get<std::string>());
  return names;
}

// All of a drop, its first part.
const Json& all_of(const Json& drop) {
  return drop["parts"][0];
}

double end_of(const Json& part, const char* end) {
  return part[end].is_null() ? part["v"] : part[end];
}

struct Axis {
  double left, low = 0, high = 0;
  void add(const Json& part) {
    low = std::min({low, part["v"].get<double>(), end_of(part, "low")});
    high = std::max({high, part["v"].get<double>(), end_of(part, "high")});
  }
  void widen() {
    const double room = high > low ? 0.03 * (high - low) : 0.01;
    if (low < 0) low -= room;
    if (high > 0 || low == 0) high += room;
  }
  double x(double value) const { return left + (value - low) / (high - low) * kPlot; }
};

std::string draw_part(const Axis& axis, const Json& part, size_t k, double y) {
  const double value = axis.x(part["v"]), zero = axis.x(0);
  std::string out = fmt::format(
      "<rect class=\"bar\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\" "
      "fill-opacity=\"0.7\"/>\n",
      std::min(value, zero), y + 2, std::abs(value - zero), kBar - 4, svg_color(k));
  if (!part["low"].is_null())
    out += svg_segment(axis.x(part["low"]), y + kBar / 2, axis.x(part["high"]), y + kBar / 2,
                       " stroke-width=\"1.5\"");
  return out;
}

// The models that have a drop, by their places.
std::vector<size_t> models_of(const Json& drops) {
  std::vector<size_t> models;
  for (const Json& drop : drops) {
    const auto m = drop["m"].get<size_t>();
    if (drawn(all_of(drop)) && std::find(models.begin(), models.end(), m) == models.end())
      models.push_back(m);
  }
  return models;
}

}  // namespace

std::string draw_drops(const Drawing& drawing) {
  const Json& classified = drawing.corpus["classified"];
  if (classified.is_null()) return "";
  const Json& drops = classified["drops"];
  const auto models = models_of(drops);
  if (models.empty()) return "";
  const std::vector<std::string> names = names_of_parts(drops);
  double parts = 0, widest = 0;
  for (const auto& name : names) parts = std::max(parts, svg_width(name, kMostOfName));
  for (const size_t m : models)
    widest = std::max(widest, svg_width(drawing.corpus["models"][m], kMostOfName));
  Axis axis{kMargin + parts + 8};
  for (const Json& drop : drops)
    for (const Json& part : drop["parts"])
      if (drawn(part)) axis.add(part);
  axis.widen();
  const double right = axis.left + kPlot;
  const auto ticks = round_ticks(axis.low, axis.high, 8);

  double y = 36;
  std::string out = svg_legend({{fmt::format("{:g} % interval", 100 * drawing.level), kInk}}, kMargin, y,
                               right - kMargin, y);
  for (size_t c = 0; c < drawing.corpus["conditions"].size(); ++c) {
    std::string bars;
    const double begin = y + kTitle;
    double at = begin;
    for (const size_t m : models)
      for (const Json& drop : drops) {
        if (drop["c"].get<size_t>() != c || drop["m"].get<size_t>() != m || !drawn(all_of(drop))) continue;
        if (at > begin) bars += svg_segment(axis.left, at, right, at, " stroke-opacity=\"0.15\"");
        double top = at + kBetween / 2;
        for (const Json& part : drop["parts"]) {
          if (!drawn(part)) continue;
          const auto k =
              std::find(names.begin(), names.end(), part["name"].get<std::string>()) - names.begin();
          bars += svg_label(axis.left - 6, top + 12, "end", svg_text(part["name"], kMostOfName));
          bars += draw_part(axis, part, static_cast<size_t>(k), top);
          top += kBar;
        }
        const double end = top + kBetween / 2;
        bars += svg_label(right + 6, (at + end) / 2 + 4, "start",
                          svg_text(drawing.corpus["models"][m], kMostOfName));
        at = end;
      }
    if (bars.empty()) continue;
    out += svg_label(axis.left, y + kTitle - 7, "start", svg_text(drawing.corpus["conditions"][c], 70),
                     " font-weight=\"600\"");
    for (const double tick : ticks) {
      out += svg_segment(axis.x(tick), begin, axis.x(tick), at, " stroke-opacity=\"0.12\"");
      out += svg_label(axis.x(tick), at + 16, "middle", fmt::format("{:g}", tick));
    }
    out += bars;
    out += svg_segment(axis.x(0), begin, axis.x(0), at, " stroke-opacity=\"0.5\"");
    out += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" stroke=\"{}\" "
        "stroke-opacity=\"0.3\"/>\n",
        axis.left, begin, kPlot, at - begin, kInk);
    out += svg_label((axis.left + right) / 2, at + 33, "middle", "accuracy lost");
    y = at + kAxis;
  }
  return svg_document(drawing.title("What the drop is made of"), right + 6 + widest + kMargin, y + kMargin,
                      out);
}

}  // namespace standfast::report
