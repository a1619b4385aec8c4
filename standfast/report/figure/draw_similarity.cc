// The map of topics by cosine, and its tree of average linkage.
#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "standfast/report/figure/drawings.h"
#include "standfast/report/figure/svg_heat.h"
#include "standfast/report/figure/svg_parts.h"

namespace standfast::report {
namespace {

// Pixels.
constexpr double kCell = 13, kNames = 170, kTop = 50, kTree = 160;

double middle_of(size_t row) {
  return kCell * (static_cast<double>(row) + 0.5);
}

// Lowest and highest cosine of two different topics.
std::pair<double, double> range_of(const Json& map) {
  double low = 1, high = -1;
  for (size_t i = 0; i < map["topics"].size(); ++i)
    for (size_t j = 0; j < map["topics"].size(); ++j)
      if (i != j) {
        low = std::min(low, map["rows"][i][j].get<double>());
        high = std::max(high, map["rows"][i][j].get<double>());
      }
  return {low, high > low ? high : low + 0.01};
}

std::string draw_cells(const Json& map, double low, double high) {
  std::string out;
  for (size_t i = 0; i < map["topics"].size(); ++i) {
    out += svg_label(kNames - 5, kTop + kCell * (static_cast<double>(i) + 0.75), "end",
                     svg_text(map["topics"][i].get<std::string>(), 26), " font-size=\"10\"");
    for (size_t j = 0; j < map["topics"].size(); ++j)
      out += fmt::format(
          "<rect x=\"{0:.1f}\" y=\"{1:.1f}\" width=\"{2:.1f}\" height=\"{2:.1f}\" fill=\"{3}\"/>\n",
          kNames + kCell * static_cast<double>(j), kTop + kCell * static_cast<double>(i), kCell - 0.5,
          heat_color((map["rows"][i][j].get<double>() - low) / (high - low)));
  }
  return out;
}

// Leaves at the rows of the map, heights to the right.
std::string draw_tree(const Json& map, double side) {
  double highest = 1e-9;
  for (const Json& join : map["joins"]) highest = std::max(highest, join[2].get<double>());
  std::vector<std::pair<double, double>> at;
  for (size_t i = 0; i < map["topics"].size(); ++i) at.emplace_back(0.0, middle_of(i));
  std::string out = fmt::format("<g transform=\"translate({:.1f},{:.1f})\" fill=\"none\" stroke=\"{}\">\n",
                                kNames + side + 6, kTop, kInk);
  for (const Json& join : map["joins"]) {
    const auto a = at[join[0].get<size_t>()], b = at[join[1].get<size_t>()];
    const double x = std::max(0.0, join[2].get<double>()) / highest * kTree;
    out += fmt::format("<path d=\"M{:.1f},{:.1f}H{:.1f}V{:.1f}H{:.1f}\"/>\n", a.first, a.second, x, b.second,
                       b.first);
    at.emplace_back(x, (a.second + b.second) / 2);
  }
  const double left = kNames + side + 6;
  return out + "</g>\n" + svg_label(left, kTop + side + 16, "start", "0") +
         svg_label(left + kTree, kTop + side + 16, "end", fmt::format("1 - cosine: {:.2f}", highest));
}

}  // namespace

std::string draw_similarity(const Drawing& drawing) {
  const Json& map = drawing.corpus["similarity"];
  if (map.is_null() || map["topics"].empty()) return "";
  const double side = kCell * static_cast<double>(map["topics"].size());
  const auto [low, high] = range_of(map);
  const std::string body =
      svg_label(12, 38, "start",
                fmt::format("cosine {:.2f} (dark) to {:.2f} (light); tree of average linkage on 1 - cosine",
                            low, high),
                " font-size=\"10\"") +
      draw_cells(map, low, high) + draw_tree(map, side);
  return svg_document(drawing.title("Topic similarity"), std::max(kNames + side + kTree + 30, 420.0),
                      kTop + side + 40, body);
}

}  // namespace standfast::report
