#include "standfast/report/figure/svg_rows.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace standfast::report {
namespace {

// Pixels.
constexpr double kMargin = 12, kPlotWidth = 560, kRow = 20, kGroupHead = 24, kAxis = 44;
constexpr size_t kMostOfName = 30;

struct Axis {
  double low, high, left;
  double x(double value) const { return left + (value - low) / (high - low) * kPlotWidth; }
};

Axis axis_over(const std::vector<SvgRowMark>& marks, double left) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const auto& mark : marks) {
    low = std::min({low, mark.from, mark.to});
    high = std::max({high, mark.from, mark.to});
  }
  const double room = high > low ? 0.03 * (high - low) : 0.01;
  return {low - room, high + room, left};
}

std::string draw_mark(const Axis& axis, const SvgRowMark& mark, double y) {
  switch (mark.kind) {
    case SvgRowMark::Kind::dot:
    case SvgRowMark::Kind::ring:
      return svg_dot(axis.x(mark.from), y, mark.color, mark.kind == SvgRowMark::Kind::ring);
    case SvgRowMark::Kind::line:
      return svg_segment(axis.x(mark.from), y, axis.x(mark.to), y, " stroke-width=\"2\"", mark.color);
    case SvgRowMark::Kind::tick:
      break;
  }
  return svg_segment(axis.x(mark.from), y - 7, axis.x(mark.from), y + 7, " stroke-width=\"3\"", mark.color);
}

}  // namespace

std::string draw_svg(const SvgRows& figure) {
  if (figure.marks.empty()) return "";
  double names = 0;
  for (const auto& row : figure.rows) names = std::max(names, svg_width(row, kMostOfName));
  const Axis axis = axis_over(figure.marks, kMargin + names + 8);
  const double left = axis.left, right = left + kPlotWidth;
  double y = 36;
  std::string out = svg_legend(figure.legend, kMargin, y, right - kMargin, y);
  const double top = y, group_height = kGroupHead + kRow * static_cast<double>(figure.rows.size());
  const auto ticks = round_ticks(axis.low, axis.high, 8);
  for (const auto& group : figure.groups) {
    out += svg_label(left, y + kGroupHead - 7, "start", svg_text(group, 70), " font-weight=\"600\"");
    const double begin = y + kGroupHead, end = y + group_height;
    for (const double tick : ticks)
      out += svg_segment(axis.x(tick), begin, axis.x(tick), end, " stroke-opacity=\"0.12\"");
    out += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" stroke=\"{}\" "
        "stroke-opacity=\"0.3\"/>\n",
        left, begin, kPlotWidth, end - begin, kInk);
    for (size_t r = 0; r < figure.rows.size(); ++r)
      out += svg_label(left - 6, begin + kRow * static_cast<double>(r) + 14, "end",
                       svg_text(figure.rows[r], kMostOfName));
    y = end;
  }
  for (const double tick : ticks) {
    out += svg_segment(axis.x(tick), y, axis.x(tick), y + 4);
    out += svg_label(axis.x(tick), y + 16, "middle", fmt::format("{:g}", tick));
  }
  out += svg_label((left + right) / 2, y + 34, "middle", svg_text(figure.x_label, 90));
  for (const auto& mark : figure.marks)
    out += draw_mark(axis, mark,
                     top + group_height * static_cast<double>(mark.group) + kGroupHead +
                         kRow * (static_cast<double>(mark.row) + 0.5));
  return svg_document(figure.title, right + kMargin + 8, y + kAxis + kMargin, out);
}

}  // namespace standfast::report
