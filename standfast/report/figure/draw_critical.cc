// Critical-difference diagrams as Demsar draws them (2006, figure 1): average ranks on an axis, names on both
// sides, thick bars over models that cannot be told apart, the critical difference above. A panel per
// condition.
#include <algorithm>

#include <fmt/format.h>

#include "standfast/report/figure/drawings.h"
#include "standfast/report/figure/svg_parts.h"

namespace standfast::report {
namespace {

// Pixels.
constexpr double kMargin = 12, kAxisWidth = 380, kAxisAt = 66, kBar = 11, kLevel = 19, kFeet = 18;
constexpr size_t kMostOfName = 30;

struct Diagram {
  const Json& data;  // of ranking["critical"]
  size_t models;

  double x(double rank) const {
    return models > 1 ? (rank - 1) / (static_cast<double>(models) - 1) * kAxisWidth : 0;
  }
  double rank(size_t place) const { return data["rank"][data["order"][place].get<size_t>()]; }
  size_t levels() const { return (models + 1) / 2; }
  double names_at() const { return kAxisAt + 12 + kBar * static_cast<double>(data["groups"].size()) + 8; }
  double height() const { return names_at() + kLevel * static_cast<double>(levels()) + kFeet; }
};

// The scale of ranks and, above it, the critical difference from rank 1 on, open where it is wider than the
// scale.
std::string draw_scale(const Diagram& diagram) {
  std::string out = svg_segment(0, kAxisAt, kAxisWidth, kAxisAt, " stroke-width=\"1.4\"");
  for (size_t rank = 1; rank <= diagram.models; ++rank) {
    const double x = diagram.x(static_cast<double>(rank));
    out += svg_segment(x, kAxisAt - 7, x, kAxisAt, " stroke-width=\"1.2\"");
    out += svg_label(x, kAxisAt - 11, "middle", std::to_string(rank));
  }
  const double difference = diagram.data["difference"], end = std::min(kAxisWidth, diagram.x(1 + difference));
  constexpr double kY = 32;
  out += svg_segment(0, kY, end, kY, " stroke-width=\"2\"") +
         svg_segment(0, kY - 4, 0, kY + 4, " stroke-width=\"2\"");
  if (end < kAxisWidth) out += svg_segment(end, kY - 4, end, kY + 4, " stroke-width=\"2\"");
  return out + svg_label(end + 8, kY + 4, "start",
                         fmt::format("critical difference {:.2f}, {} folds", difference,
                                     diagram.data["folds"].get<uint64_t>()));
}

std::string draw_groups(const Diagram& diagram) {
  std::string out;
  double y = kAxisAt + 12;
  for (const Json& group : diagram.data["groups"]) {
    out += svg_segment(diagram.x(diagram.rank(group[0])) - 4, y, diagram.x(diagram.rank(group[1])) + 4, y,
                       " class=\"group\" stroke-width=\"5\"");
    y += kBar;
  }
  return out;
}

// The better half hangs on the left, best on top; the worse half on the right, worst on top: so no two lines
// cross.
std::string draw_names(const Drawing& drawing, const Diagram& diagram) {
  const Json& models = drawing.corpus["ranking"]["models"];
  std::string out;
  for (size_t place = 0; place < diagram.models; ++place) {
    const auto k = diagram.data["order"][place].get<size_t>();
    const bool left = place < diagram.levels();
    const size_t level = left ? place : diagram.models - 1 - place;
    const double x = diagram.x(diagram.rank(place)), end = left ? -8 : kAxisWidth + 8;
    const double y = diagram.names_at() + kLevel * static_cast<double>(level);
    const std::string name = drawing.corpus["models"][models[k].get<size_t>()];
    out += fmt::format(
        "<path d=\"M{:.1f},{:.1f}V{:.1f}H{:.1f}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.4\"/>\n", x,
        kAxisAt, y, end, svg_color(k));
    out += svg_label(left ? end - 4 : end + 4, y + 4, left ? "end" : "start",
                     fmt::format("{} {:.2f}", svg_text(name, kMostOfName), diagram.rank(place)),
                     fmt::format(" fill=\"{}\"", svg_color(k)));
  }
  return out;
}

}  // namespace

std::string draw_critical(const Drawing& drawing) {
  const Json& ranking = drawing.corpus["ranking"];
  if (ranking.is_null()) return "";
  double names = 0;
  for (const Json& m : ranking["models"])
    names =
        std::max(names, svg_width(drawing.corpus["models"][m.get<size_t>()].get<std::string>(), kMostOfName));
  const double left = kMargin + names + svg_width(" 00.00", 6) + 12;
  double y = 40;
  std::string out;
  for (const Json& data : ranking["critical"]) {
    if (data["metric"].get<size_t>() != drawing.metric) continue;
    const Diagram diagram{data, ranking["models"].size()};
    out += fmt::format("<g class=\"panel\" transform=\"translate({:.1f},{:.1f})\">\n", left, y);
    out +=
        svg_label(kMargin - left, 12, "start", svg_text(drawing.condition(data), 80), " font-weight=\"600\"");
    out += draw_names(drawing, diagram) + draw_scale(diagram) + draw_groups(diagram) + "</g>\n";
    y += diagram.height();
  }
  if (out.empty()) return "";
  return svg_document(drawing.title("Average ranks by " + drawing.metric_name), 2 * left + kAxisWidth, y,
                      out);
}

}  // namespace standfast::report
