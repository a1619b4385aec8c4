#include "standfast/report/figure/row_marks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace standfast::report {
namespace {

// Pixels. A name stands above its marks, so that it can be long and the plot still wide on a telephone.
constexpr double kWidth = 760, kGroupTitle = 22, kRow = 30, kName = 11, kMarks = 20, kAxis = 40;
constexpr size_t kMostOfName = 60;

class Axis {
 public:
  Axis(const std::vector<MarkGroup>& groups, bool zero) {
    if (zero) low_ = high_ = 0;
    for (const auto& group : groups)
      for (const auto& row : group.rows)
        for (const auto& mark : row.marks) {
          low_ = std::min({low_, mark.from, mark.to});
          high_ = std::max({high_, mark.from, mark.to});
        }
    const double room = high_ > low_ ? 0.03 * (high_ - low_) : 0.01;
    if (!zero || low_ < 0) low_ -= room;
    if (!zero || high_ > 0 || low_ == 0) high_ += room;
  }
  std::vector<double> ticks() const { return round_ticks(low_, high_, 7); }
  double share(double value) const { return 100 * (value - low_) / (high_ - low_); }
  std::string x(double value) const { return fmt::format("{:.2f}%", share(value)); }

 private:
  double low_ = std::numeric_limits<double>::infinity(), high_ = -low_;
};

std::string line_at(const std::string& x1, double y1, const std::string& x2, double y2, const char* width,
                    const std::string& color, const std::string& more = "") {
  return fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"{}\"{}/>\n",
                     x1, tenth(y1), x2, tenth(y2), color, width, more);
}

std::string draw_row(const Axis& axis, const MarkRow& row, double top) {
  using Kind = RowMark::Kind;
  std::string out = line_at("0", 0, "100%", 0, "1", kInk, " stroke-opacity=\"0.12\"");
  std::string round;  // the dots or rings of one colour so far
  for (size_t i = 0; i < row.marks.size(); ++i) {
    const RowMark& mark = row.marks[i];
    const std::string from = axis.x(mark.from), to = axis.x(mark.to);
    switch (mark.kind) {
      case Kind::bar:
        out += fmt::format(
            "<rect class=\"bar\" x=\"{}\" y=\"-5.5\" width=\"{:.2f}%\" height=\"11\" fill=\"{}\" "
            "fill-opacity=\"0.7\">{}</rect>\n",
            mark.from < mark.to ? from : to, std::abs(axis.share(mark.to) - axis.share(mark.from)),
            mark.color, svg_tip(mark.tip));
        break;
      case Kind::line:
        out += line_at(from, 0, to, 0, "2", mark.color);
        break;
      case Kind::tick:
        out += line_at(from, -7, from, 7, "3", mark.color);
        break;
      case Kind::dot:
      case Kind::ring:
        round += svg_dot(from, 0, mark.tip, mark.kind == Kind::ring ? 3.5 : 3);
        if (i + 1 < row.marks.size() && row.marks[i + 1].kind == mark.kind &&
            row.marks[i + 1].color == mark.color)
          break;
        out += mark.kind == Kind::ring ? svg_rings(mark.color, round) : svg_dots(mark.color, round);
        round.clear();
    }
  }
  return svg_label(0, top + kName, "start", svg_text(row.name, kMostOfName)) +
         svg_group(fmt::format(" transform=\"translate(0,{})\"", tenth(top + kMarks)), out);
}

SvgFragment draw_group(const Axis& axis, const MarkGroup& group, bool zero) {
  const double height = kGroupTitle + kRow * static_cast<double>(group.rows.size());
  std::string body = svg_title(group.title, kWidth);
  for (const double tick : axis.ticks())
    body += line_at(axis.x(tick), kGroupTitle, axis.x(tick), height, "1", kInk, " stroke-opacity=\"0.12\"");
  if (zero) body += line_at(axis.x(0), kGroupTitle, axis.x(0), height, "1", kInk, " stroke-opacity=\"0.5\"");
  for (size_t r = 0; r < group.rows.size(); ++r)
    body += draw_row(axis, group.rows[r], kGroupTitle + kRow * static_cast<double>(r));
  return {kWidth, height, std::move(body), true};
}

SvgFragment draw_axis(const Axis& axis, const std::string& label) {
  std::string body = line_at("0", 1, "100%", 1, "1", kInk, " stroke-opacity=\"0.3\"");
  for (const double tick : axis.ticks()) {
    const double share = axis.share(tick);
    body += line_at(axis.x(tick), 1, axis.x(tick), 5, "1", kInk);
    // A number centred at the edge would be cut off.
    body += fmt::format("<text x=\"{}\" y=\"17\" text-anchor=\"{}\">{:g}</text>\n", axis.x(tick),
                        share < 3 ? "start" : (share > 97 ? "end" : "middle"), tick);
  }
  body += fmt::format("<text x=\"50%\" y=\"33\" text-anchor=\"middle\">{}</text>\n", svg_text(label, 60));
  return {kWidth, kAxis, std::move(body), true};
}

}  // namespace

std::vector<std::vector<SvgFragment>> row_fragments(const std::vector<MarkGroup>& groups,
                                                    const std::string& x_label, bool zero) {
  const bool any = std::any_of(groups.begin(), groups.end(), [](const MarkGroup& group) {
    return std::any_of(group.rows.begin(), group.rows.end(),
                       [](const MarkRow& row) { return !row.marks.empty(); });
  });
  if (!any) return {};
  const Axis axis(groups, zero);
  std::vector<std::vector<SvgFragment>> lines;
  for (const auto& group : groups) lines.push_back({draw_group(axis, group, zero)});
  lines.push_back({draw_axis(axis, x_label)});
  return lines;
}

Drawing drawing_from_zero(std::string title, const std::vector<MarkGroup>& groups, const std::string& x_label,
                          double level, const std::vector<SvgLegend>& more) {
  Drawing drawing{std::move(title), row_fragments(groups, x_label, true)};
  if (drawing.empty()) return drawing;
  std::vector<SvgLegend> legend = {{fmt::format("{:g} % interval", 100 * level), kInk}};
  legend.insert(legend.end(), more.begin(), more.end());
  drawing.lines.insert(drawing.lines.begin(), legend_fragments(legend));
  return drawing;
}

}  // namespace standfast::report
