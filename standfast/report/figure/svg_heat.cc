#include "standfast/report/figure/svg_heat.h"

#include <algorithm>
#include <array>
#include <cmath>

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

std::string heat_bar(double x, double y, const std::string& low, const std::string& high,
                     std::string (*color)(double)) {
  constexpr int kSteps = 40;
  constexpr double kWidth = 3;
  const double left = x + svg_width(low, low.size()) + 6;
  std::string out = svg_label(x, y + 9, "start", low);
  // A little wider than a step: renderers leave hair lines between neighbours.
  for (int i = 0; i < kSteps; ++i)
    out += fmt::format("<path d=\"M{:.1f},{:.1f}h{:.1f}v10h-{:.1f}z\" fill=\"{}\"/>\n", left + kWidth * i, y,
                       kWidth + 0.4, kWidth + 0.4, color((i + 0.5) / kSteps));
  return out + svg_label(left + kWidth * kSteps + 7, y + 9, "start", high);
}

}  // namespace standfast::report
