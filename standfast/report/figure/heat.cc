#include "standfast/report/figure/heat.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "standfast/report/figure/svg_parts.h"

namespace standfast::report {

namespace {

using Stops = std::array<std::array<double, 3>, 5>;

std::string color_between(const Stops& stops, double share) {
  const double place = std::clamp(share, 0.0, 1.0) * static_cast<double>(stops.size() - 1);
  const auto k = std::min(stops.size() - 2, static_cast<size_t>(place));
  const double part = place - static_cast<double>(k);
  const auto mixed = [&](size_t c) {
    return static_cast<int>(std::lround(stops[k][c] + part * (stops[k + 1][c] - stops[k][c])));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", mixed(0), mixed(1), mixed(2));
}

}  // namespace

std::string heat_color(double share) {
  constexpr Stops kStops = {{{0, 52, 110}, {66, 79, 107}, {124, 123, 120}, {188, 174, 108}, {254, 232, 56}}};
  return color_between(kStops, share);
}

std::string share_color(double share) {
  constexpr Stops kStops = {
      {{247, 251, 255}, {198, 219, 239}, {107, 174, 214}, {33, 113, 181}, {8, 48, 107}}};
  return color_between(kStops, share);
}

SvgFragment heat_bar(const std::string& low, const std::string& high, std::string (*color)(double)) {
  constexpr int kSteps = 40;
  constexpr double kWidth = 3;
  const double left = svg_width(low, low.size()) + 6;
  std::string body = svg_label(0, 12, "start", escape_xml(low));
  // Each step is a little wider than its place, because renderers leave thin gaps between neighbours.
  for (int i = 0; i < kSteps; ++i)
    body += fmt::format("<path d=\"M{},3h3.4v10h-3.4z\" fill=\"{}\"/>\n", tenth(left + kWidth * i),
                        color((i + 0.5) / kSteps));
  body += svg_label(left + kWidth * kSteps + 7, 12, "start", escape_xml(high));
  return {left + kWidth * kSteps + 7 + svg_width(high, high.size()), 18, std::move(body)};
}

namespace {

// Joins the names as lines in one attribute.
std::string lines_of(const std::vector<std::string>& names) {
  std::string out;
  for (const auto& name : names) {
    std::string line = name;
    std::replace(line.begin(), line.end(), '\n', ' ');
    out += (out.empty() ? "" : "&#10;") + escape_xml(line);
  }
  return out;
}

}  // namespace

std::string draw_heat(const HeatMap& map) {
  const double columns = static_cast<double>(map.columns.size()), rows = static_cast<double>(map.rows.size());
  // Leaves half a pixel between cells, if they are large enough.
  const double gap = std::min(map.width, map.height) > 6 ? 0.5 : 0;
  const std::string shape =
      fmt::format("h{0:.3g}v{1:.3g}h-{0:.3g}z", 1 - gap / map.width, 1 - gap / map.height);
  std::map<std::string, std::string> paths;  // by colour
  std::vector<std::string> values(map.rows.size() * map.columns.size());
  for (const auto& cell : map.cells) {
    paths[cell.color] += fmt::format("M{},{}{}", cell.column, cell.row, shape);
    values[cell.row * map.columns.size() + cell.column] = cell.value;
  }
  std::string cells;
  for (const auto& [color, path] : paths) cells += fmt::format("<path d=\"{}\" fill=\"{}\"/>\n", path, color);
  std::string words;
  for (size_t i = 0; i < values.size(); ++i) words += (i == 0 ? "" : "|") + values[i];
  return svg_group(
             fmt::format(" class=\"heat\" transform=\"translate({},{}) scale({:g},{:g})\" data-rows=\"{}\" "
                         "data-columns=\"{}\" data-values=\"{}\" data-tips=\"{}\"",
                         tenth(map.x), tenth(map.y), map.width, map.height, lines_of(map.rows),
                         lines_of(map.columns), escape_xml(words), escape_xml(map.tip)),
             cells) +
         svg_frame(map.x, map.y, columns * map.width, rows * map.height);
}

}  // namespace standfast::report
