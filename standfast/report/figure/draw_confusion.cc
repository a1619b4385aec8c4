// Who is taken for whom: shares of the row, a panel per model and condition.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "standfast/report/figure/drawings.h"
#include "standfast/report/figure/svg_heat.h"
#include "standfast/report/figure/svg_parts.h"

namespace standfast::report {
namespace {

// Pixels.
constexpr double kMargin = 12, kSide = 280, kLeastNamed = 14, kMostCell = 30, kTitle = 24, kAxisName = 18,
                 kGap = 16, kMostWidth = 1600;
constexpr size_t kMostNamed = 20, kMostOfName = 14;
constexpr double kSlope = 0.866;  // answers are written upwards at 60 degrees

struct Layout {
  const Json& classes;
  bool named;
  double cell, names;  // width of the longest name, 0 where there are none
  double side() const { return cell * static_cast<double>(classes.size()); }
  double left() const { return kAxisName + names; }
  double width() const { return left() + side() + kGap; }
  double height() const { return kTitle + side() + kSlope * names + 10 + kAxisName; }
};

Layout layout_of(const Json& classes) {
  const auto n = static_cast<double>(classes.size());
  Layout layout{classes, classes.size() <= kMostNamed, std::min(kSide / n, kMostCell), 0};
  if (!layout.named) return layout;
  layout.cell = std::max(layout.cell, kLeastNamed);
  for (const Json& name : classes)
    layout.names = std::max(layout.names, svg_width(name, kMostOfName, 10) + 6);
  return layout;
}

std::string draw_names(const Layout& layout) {
  std::string out;
  for (size_t i = 0; layout.named && i < layout.classes.size(); ++i) {
    const double at = layout.cell * (static_cast<double>(i) + 0.5);
    const std::string name = svg_text(layout.classes[i], kMostOfName);
    out += svg_label(layout.left() - 5, kTitle + at + 3.5, "end", name, " font-size=\"10\"");
    out += fmt::format(
        "<text transform=\"translate({:.1f},{:.1f}) rotate(-60)\" text-anchor=\"end\" "
        "font-size=\"10\">{}</text>\n",
        layout.left() + at + 4, kTitle + layout.side() + 10, name);
  }
  return out;
}

std::string draw_panel(const Layout& layout, const std::string& title, const Json& cells, double x,
                       double y) {
  std::vector<double> totals(layout.classes.size(), 0);
  for (const Json& cell : cells) totals[cell[0].get<size_t>()] += cell[2].get<double>();
  const double side = layout.side(), inset = layout.cell > 6 ? 0.5 : 0;
  std::string out = fmt::format("<g class=\"panel\" transform=\"translate({:.1f},{:.1f})\">\n", x, y);
  // Bold letters; the title may begin over the names.
  out += svg_label(0, kTitle - 8, "start", svg_text(title, static_cast<size_t>((layout.width() - kGap) / 7)),
                   " font-weight=\"600\"");
  for (const Json& cell : cells)
    out += fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"{}\"/>\n",
                       layout.left() + layout.cell * cell[1].get<double>() + inset,
                       kTitle + layout.cell * cell[0].get<double>() + inset, layout.cell - 2 * inset,
                       layout.cell - 2 * inset,
                       share_color(cell[2].get<double>() / totals[cell[0].get<size_t>()]));
  out += draw_names(layout);
  out += fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" stroke=\"{}\" "
      "stroke-opacity=\"0.3\"/>\n",
      layout.left(), kTitle, side, side, kInk);
  out += svg_label(layout.left() + side / 2, layout.height() - 8, "middle", "answer");
  out += fmt::format(
      "<text transform=\"translate(10,{:.1f}) rotate(-90)\" text-anchor=\"middle\">truth</text>\n",
      kTitle + side / 2);
  return out + "</g>\n";
}

}  // namespace

std::string draw_confusion(const Drawing& drawing) {
  const Json& classified = drawing.corpus["classified"];
  if (classified.is_null() || classified["confusion"].empty() || classified["classes"].empty()) return "";
  const Layout layout = layout_of(classified["classes"]);
  const Json& matrices = classified["confusion"];
  std::set<size_t> conditions;
  for (const Json& matrix : matrices) conditions.insert(matrix["c"].get<size_t>());
  // A row per model, if the conditions have room.
  const size_t columns =
      std::clamp(static_cast<size_t>(kMostWidth / layout.width()), size_t{1}, conditions.size());
  std::string out = heat_bar(kMargin, 34, "share of the row: 0", "1", share_color);
  constexpr double kTop = 56;
  for (size_t i = 0; i < matrices.size(); ++i) {
    const Json& matrix = matrices[i];
    out += draw_panel(layout, drawing.model(matrix) + " · " + drawing.condition(matrix), matrix["cells"],
                      kMargin + layout.width() * static_cast<double>(i % columns),
                      kTop + layout.height() * static_cast<double>(i / columns));
  }
  const auto lines = static_cast<double>((matrices.size() + columns - 1) / columns);
  return svg_document(drawing.title("Confusion"),
                      std::max(2 * kMargin + layout.width() * static_cast<double>(columns) - kGap, 400.0),
                      kTop + lines * layout.height() + kMargin, out);
}

}  // namespace standfast::report
