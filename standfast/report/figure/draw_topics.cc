// Accuracy topic by topic: a panel per model, a row per topic, a dot per condition.
#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "standfast/report/figure/drawings.h"
#include "standfast/report/figure/svg_parts.h"

namespace standfast::report {
namespace {

// Pixels.
constexpr double kMargin = 12, kPlot = 280, kGap = 18, kTitle = 24, kAxis = 46, kMostRows = 1100;
constexpr size_t kMostOfName = 26, kMostColumns = 3;

struct Score {
  size_t condition, model, unit;
  double accuracy, n;
};

std::vector<Score> scores_of(const Json& classified) {
  std::vector<Score> scores;
  for (const Json& score : classified["scores"])
    scores.push_back(
        {score[0], score[1], score[2], score[3].get<double>() / score[4].get<double>(), score[4]});
  return scores;
}

// Units that have a score, hardest last, by the mean over everything that is drawn.
std::vector<size_t> hardest_last(const std::vector<Score>& scores, size_t units) {
  std::vector<double> sum(units, 0), n(units, 0);
  std::vector<size_t> order;
  for (const auto& score : scores) {
    if (n[score.unit] == 0) order.push_back(score.unit);
    sum[score.unit] += score.accuracy;
    ++n[score.unit];
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return sum[a] / n[a] > sum[b] / n[b]; });
  return order;
}

}  // namespace

std::string draw_topics(const Drawing& drawing) {
  const Json& classified = drawing.corpus["classified"];
  if (classified.is_null() || classified["scores"].empty()) return "";
  const auto scores = scores_of(classified);
  const Json& units = classified["units"];
  const auto order = hardest_last(scores, units.size());
  std::vector<double> place(units.size(), 0);
  for (size_t i = 0; i < order.size(); ++i) place[order[i]] = static_cast<double>(i);
  const double row = std::clamp(kMostRows / static_cast<double>(order.size()), 5.0, 18.0);
  const bool named = row >= 9;
  double left = kMargin, most = 0;
  for (const size_t unit : order)
    if (named) left = std::max(left, kMargin + svg_width(units[unit], kMostOfName, 10) + 8);
  for (const auto& score : scores) most = std::max(most, score.n);

  std::vector<size_t> models;
  for (size_t m = 0; m < drawing.corpus["models"].size(); ++m)
    if (std::any_of(scores.begin(), scores.end(), [&](const Score& score) { return score.model == m; }))
      models.push_back(m);
  const size_t columns = std::min(models.size(), kMostColumns);
  const double width = left + static_cast<double>(columns) * (kPlot + kGap) - kGap + kMargin;
  std::vector<SvgLegend> legend;
  for (const Json& name : drawing.corpus["conditions"])
    legend.push_back({name, svg_color(legend.size()), {}, SvgMark::dot});
  double head = 36;
  std::string out = svg_legend(legend, kMargin, head, width - 2 * kMargin, head);
  out += svg_label(kMargin, head + 10, "start", "larger dots: more documents", " font-size=\"10\"");
  head += 18;
  const double rows = row * static_cast<double>(order.size()), height = kTitle + rows + kAxis;
  for (size_t i = 0; i < models.size(); ++i) {
    const double x = left + (kPlot + kGap) * static_cast<double>(i % columns);
    const double y = head + height * static_cast<double>(i / columns) + kTitle;
    out += svg_label(x, y - 8, "start", svg_text(drawing.corpus["models"][models[i]], 38),
                     " font-weight=\"600\"");
    if (named && i % columns == 0)
      for (const size_t unit : order)
        out += svg_label(x - 6, y + row * (place[unit] + 0.5) + 3.5, "end",
                         svg_text(units[unit], kMostOfName), " font-size=\"10\"");
    if (named)
      for (size_t k = 0; k < order.size(); ++k) {
        const double at = y + row * (static_cast<double>(k) + 0.5);
        out += svg_segment(x, at, x + kPlot, at, " stroke-opacity=\"0.08\"");
      }
    for (const double tick : round_ticks(0, 1, 5)) {
      out += svg_segment(x + tick * kPlot, y, x + tick * kPlot, y + rows, " stroke-opacity=\"0.12\"");
      out += svg_label(x + tick * kPlot, y + rows + 15, "middle", fmt::format("{:g}", tick));
    }
    out += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" stroke=\"{}\" "
        "stroke-opacity=\"0.3\"/>\n",
        x, y, kPlot, rows, kInk);
    out += svg_label(x + kPlot / 2, y + rows + 32, "middle", "accuracy");
    for (const auto& score : scores)
      if (score.model == models[i])
        out += fmt::format(
            "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\" fill-opacity=\"0.5\" "
            "stroke=\"{}\"/>\n",
            x + score.accuracy * kPlot, y + row * (place[score.unit] + 0.5),
            2 + 4 * std::sqrt(score.n / most), svg_color(score.condition), svg_color(score.condition));
  }
  const auto lines = static_cast<double>((models.size() + columns - 1) / columns);
  return svg_document(drawing.title("Topic by topic"), width, head + lines * height + kMargin, out);
}

}  // namespace standfast::report
