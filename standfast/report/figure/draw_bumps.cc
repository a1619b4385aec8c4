// Ranks of the models fold by fold, a panel per condition; every line has its model's name at both ends.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "standfast/report/figure/drawings.h"
#include "standfast/report/figure/svg_parts.h"

namespace standfast::report {
namespace {

// Pixels.
constexpr double kMargin = 12, kPlotWidth = 480, kRank = 28, kHead = 36, kFeet = 44, kLine = 13;
constexpr size_t kMostOfName = 24;

struct Fold {
  uint64_t seed, number;
  double x;
  std::vector<double> ranks;  // by place in ranking["models"]
};

// The folds of a condition that have a ranking, in order, a gap between seeds.
std::vector<Fold> folds_of(const Drawing& drawing, size_t condition) {
  std::vector<Fold> folds;
  double x = 0;
  for (const Json& fold : drawing.corpus["ranking"]["folds"]) {
    const Json& ranks = fold["r"][drawing.metric];
    if (fold["c"].get<size_t>() != condition || ranks.is_null()) continue;
    if (!folds.empty() && folds.back().seed != fold["seed"].get<uint64_t>()) x += 0.8;
    folds.push_back({fold["seed"], fold["fold"], x, ranks});
    x += 1;
  }
  const double last = folds.empty() || folds.back().x == 0 ? 1 : folds.back().x;
  for (auto& fold : folds) fold.x *= kPlotWidth / last;
  return folds;
}

// Heights of the names beside a fold: at their rank; those of one rank below each other. A rank that n models
// share stands for n ranks, so names of different ranks keep apart.
std::vector<double> name_heights(const std::vector<double>& ranks) {
  std::map<double, std::pair<int, int>> of_rank;  // models of the rank: all, seen
  for (const double rank : ranks) ++of_rank[rank].first;
  std::vector<double> heights;
  for (const double rank : ranks) {
    auto& [all, seen] = of_rank[rank];
    heights.push_back(kRank * rank + kLine * (seen++ - (all - 1) / 2.0));
  }
  return heights;
}

std::string draw_names(const Drawing& drawing, const Fold& fold, double x, const char* anchor) {
  const Json& models = drawing.corpus["ranking"]["models"];
  const auto heights = name_heights(fold.ranks);
  std::string out;
  for (size_t k = 0; k < heights.size(); ++k) {
    const std::string name = drawing.corpus["models"][models[k].get<size_t>()];
    out += svg_label(x, heights[k] + 4, anchor, svg_text(name, kMostOfName),
                     fmt::format(" fill=\"{}\"", svg_color(k)));
  }
  return out;
}

// Flat at the folds, so that a rank can be read where a line meets its dot.
std::string draw_model(const std::vector<Fold>& folds, size_t k) {
  std::string path, dots;
  for (size_t f = 0; f < folds.size(); ++f) {
    const double x = folds[f].x, y = kRank * folds[f].ranks[k];
    if (f == 0 || folds[f].seed != folds[f - 1].seed) {
      path += fmt::format("M{:.1f},{:.1f}", x, y);
    } else {
      const double middle = (folds[f - 1].x + x) / 2;
      path += fmt::format("C{0:.1f},{1:.1f},{0:.1f},{2:.1f},{3:.1f},{2:.1f}", middle,
                          kRank * folds[f - 1].ranks[k], y, x);
    }
    dots += svg_dot(x, y, svg_color(k));
  }
  const std::string dash = svg_dash(k);
  return fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.2\"{}/>\n", path,
                     svg_color(k), dash.empty() ? "" : " stroke-dasharray=\"" + dash + "\"") +
         dots;
}

// Numbers of the folds where there is room, and the seeds below them.
std::string draw_folds_axis(const std::vector<Fold>& folds, double y) {
  const double apart = folds.size() > 1 ? folds[1].x - folds[0].x : kPlotWidth;
  std::string out;
  double begin = folds.front().x;
  for (size_t f = 0; f < folds.size(); ++f) {
    out += svg_segment(folds[f].x, y, folds[f].x, y + 4);
    if (apart >= 15) out += svg_label(folds[f].x, y + 15, "middle", std::to_string(folds[f].number));
    const bool last = f + 1 == folds.size() || folds[f + 1].seed != folds[f].seed;
    if (!last) continue;
    out +=
        svg_label((begin + folds[f].x) / 2, y + 29, "middle", fmt::format("folds of seed {}", folds[f].seed));
    if (f + 1 < folds.size()) begin = folds[f + 1].x;
  }
  return out;
}

}  // namespace

std::string draw_bumps(const Drawing& drawing) {
  const Json& ranking = drawing.corpus["ranking"];
  if (ranking.is_null()) return "";
  const size_t models = ranking["models"].size();
  double names = 0;
  for (const Json& m : ranking["models"])
    names =
        std::max(names, svg_width(drawing.corpus["models"][m.get<size_t>()].get<std::string>(), kMostOfName));
  const double left = kMargin + 34 + names + 10;
  const double panel_height = kHead + kRank * static_cast<double>(models) + kFeet;
  double y = 36;
  std::string out;
  for (size_t c = 0; c < drawing.corpus["conditions"].size(); ++c) {
    const auto folds = folds_of(drawing, c);
    if (folds.empty()) continue;
    // Rank 1 stands one rank below the origin.
    out += fmt::format("<g class=\"panel\" transform=\"translate({:.1f},{:.1f})\">\n", left,
                       y + kHead - kRank / 2);
    out += svg_label(kMargin - left, kRank / 2 - 14, "start", svg_text(drawing.corpus["conditions"][c], 80),
                     " font-weight=\"600\"");
    for (size_t rank = 1; rank <= models; ++rank) {
      const double at = kRank * static_cast<double>(rank);
      out += svg_segment(0, at, kPlotWidth, at, " stroke-opacity=\"0.12\"");
      out += svg_label(kMargin - left + 28, at + 4, "end", std::to_string(rank));
    }
    out += fmt::format(
        "<text transform=\"translate({:.1f},{:.1f}) rotate(-90)\" text-anchor=\"middle\">rank</text>\n",
        kMargin - left + 8, kRank * (static_cast<double>(models) + 1) / 2);
    for (size_t k = 0; k < models; ++k) out += draw_model(folds, k);
    out += draw_names(drawing, folds.front(), -10, "end");
    out += draw_names(drawing, folds.back(), kPlotWidth + 10, "start");
    out += draw_folds_axis(folds, kRank * (static_cast<double>(models) + 0.6)) + "</g>\n";
    y += panel_height;
  }
  if (out.empty()) return "";
  return svg_document(drawing.title("Ranks by " + drawing.metric_name + ", fold by fold"),
                      left + kPlotWidth + 10 + names + kMargin, y + kMargin, out);
}

}  // namespace standfast::report
