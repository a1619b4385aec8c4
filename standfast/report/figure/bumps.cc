// Ranks of the models, fold by fold; a panel for each condition. The model's name is at the end of its line.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/report/figure/catalog.h"
#include "standfast/report/figure/svg_parts.h"

namespace standfast::report {
namespace bumps_parts {
namespace {

// Pixels.
constexpr double kLeft = 36, kLeastPlot = 180, kFold = 28, kMostPlot = 940, kRank = 28, kHead = 22,
                 kFeet = 42, kLine = 13;
constexpr size_t kMostOfName = 22;

std::string caption(const CorpusFindings& found) {
  const uint64_t folds = found.ranks ? found.ranks->all_folds : 0;
  return fmt::format(
      "One line for each model, one step for each fold, folds of a seed side by side; 1 is best. Lines that "
      "do not cross are a ranking that all folds drawn share. Where they cross, folds disagree. n: {}{}.",
      counted(folds, "fold"),
      folds > kMostFoldsDrawn ? fmt::format(", at most {} drawn of each condition", kMostFoldsDrawn) : "");
}

std::vector<Rows> rows(const CorpusFindings& found) {
  Rows rows("bumps", {"metric", "condition", "seed", "fold", "model", "rank"}, found);
  if (!found.ranks) return {rows};
  for (size_t m = 0; m < found.metrics.size(); ++m)
    for (const auto& fold : found.ranks->folds)
      for (size_t k = 0; k < fold.ranks[m].size(); ++k)
        rows.add({found.metrics[m], found.conditions[fold.condition], fold.seed, fold.fold,
                  found.models[found.ranks->models[k]], fold.ranks[m][k]});
  return {rows};
}

struct Step {
  uint64_t seed;
  uint32_t fold;
  double x;
  std::vector<double> ranks;  // by place in FoldRanks::models
};

// Returns the folds of a condition that have a ranking, in order, with a gap between seeds. width: of all of
// them.
std::vector<Step> steps_of(const FoldRanks& ranking, size_t condition, size_t metric, double& width) {
  std::vector<Step> steps;
  double x = 0;
  for (const auto& fold : ranking.folds) {
    if (fold.condition != condition || fold.ranks[metric].empty()) continue;
    if (!steps.empty() && steps.back().seed != fold.seed) x += 0.8;
    steps.push_back({fold.seed, fold.fold, x, fold.ranks[metric]});
    x += 1;
  }
  const double last = steps.empty() || steps.back().x == 0 ? 1 : steps.back().x;
  width = std::clamp(kFold * last, kLeastPlot, kMostPlot);
  for (auto& step : steps) step.x = kLeft + step.x * width / last;
  return steps;
}

double height_of(double rank) {
  return kHead + kRank * (rank - 0.5);
}

// Computes the heights of the names beside a fold. A name stands at its rank; names of one rank stand below
// each other. A rank that n models share has the room of n ranks, so names of different ranks keep apart.
std::vector<double> name_heights(const std::vector<double>& ranks) {
  std::map<double, std::pair<int, int>> of_rank;  // models of the rank: all, and those seen
  for (const double rank : ranks) ++of_rank[rank].first;
  std::vector<double> heights;
  for (const double rank : ranks) {
    auto& [all, seen] = of_rank[rank];
    heights.push_back(height_of(rank) + kLine * (seen++ - (all - 1) / 2.0));
  }
  return heights;
}

// Draws the line of a model, flat at the folds, so that a rank can be read where the line meets its dot.
std::string draw_model(const std::vector<Step>& steps, size_t k, const std::string& name) {
  std::string path, dots;
  for (size_t f = 0; f < steps.size(); ++f) {
    const double x = steps[f].x, y = height_of(steps[f].ranks[k]);
    if (f == 0 || steps[f].seed != steps[f - 1].seed) {
      path += fmt::format("M{},{}", tenth(x), tenth(y));
    } else {
      const double middle = (steps[f - 1].x + x) / 2;
      path += fmt::format("C{0},{1},{0},{2},{3},{2}", tenth(middle), tenth(height_of(steps[f - 1].ranks[k])),
                          tenth(y), tenth(x));
    }
    dots +=
        svg_dot(tenth(x), y,
                fmt::format("rank {:g}, seed {}, fold {}", steps[f].ranks[k], steps[f].seed, steps[f].fold));
  }
  const std::string dash = svg_dash(k);
  return svg_group(
      "", svg_tip(name) +
              fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.2\"{}/>\n", path, kInk,
                          dash.empty() ? "" : " stroke-dasharray=\"" + dash + "\"") +
              svg_dots(kInk, dots));
}

// Draws the numbers of the folds where there is room, and the seeds below them.
std::string draw_axis(const std::vector<Step>& steps, double y) {
  const double apart = steps.size() > 1 ? steps[1].x - steps[0].x : kLeastPlot;
  std::string out;
  double begin = steps.front().x;
  for (size_t f = 0; f < steps.size(); ++f) {
    out += svg_segment(steps[f].x, y, steps[f].x, y + 4);
    if (apart >= 15) out += svg_label(steps[f].x, y + 15, "middle", std::to_string(steps[f].fold));
    const bool last = f + 1 == steps.size() || steps[f + 1].seed != steps[f].seed;
    if (!last) continue;
    // If there are many seeds, they are too close for words.
    const bool wide = steps[f].x - begin > 90 || f + 1 == steps.size();
    out += svg_label((begin + steps[f].x) / 2, y + 30, "middle",
                     fmt::format("{}{}", wide ? "folds of seed " : "", steps[f].seed));
    if (f + 1 < steps.size()) begin = steps[f + 1].x;
  }
  return out;
}

SvgFragment draw_condition(const CorpusFindings& found, size_t condition, const std::vector<Step>& steps,
                           double plot, double names) {
  const auto& models = found.ranks->models;
  const auto n = static_cast<double>(models.size());
  const double width = kLeft + plot + 12 + names;
  std::string body = svg_title(found.conditions[condition], width);
  for (size_t rank = 1; rank <= models.size(); ++rank) {
    const double y = height_of(static_cast<double>(rank));
    body += svg_segment(kLeft, y, kLeft + plot, y, " stroke-opacity=\"0.12\"");
    body += svg_label(kLeft - 8, y + 4, "end", std::to_string(rank));
  }
  body += svg_upright(10, kHead + kRank * n / 2, "rank");
  for (size_t k = 0; k < models.size(); ++k) body += draw_model(steps, k, found.models[models[k]]);
  const auto heights = name_heights(steps.back().ranks);
  for (size_t k = 0; k < models.size(); ++k)
    body +=
        svg_label(kLeft + plot + 9, heights[k] + 4, "start", svg_text(found.models[models[k]], kMostOfName));
  body += draw_axis(steps, kHead + kRank * n + 2);
  return {width, kHead + kRank * n + kFeet, std::move(body)};
}

Drawing draw(const CorpusFindings& found, size_t metric) {
  if (!found.ranks) return {};
  std::vector<std::string> names;
  std::vector<SvgLegend> legend;
  for (const size_t m : found.ranks->models) {
    legend.push_back({found.models[m], kInk, svg_dash(legend.size())});
    names.push_back(found.models[m]);
  }
  Drawing drawing{title_of(("Ranks by " + found.metrics[metric] + ", fold by fold").c_str(), found), {}};
  std::vector<SvgFragment> fragments;
  for (size_t c = 0; c < found.conditions.size(); ++c) {
    double plot = 0;
    const auto steps = steps_of(*found.ranks, c, metric, plot);
    if (!steps.empty())
      fragments.push_back(draw_condition(found, c, steps, plot, widest(names, kMostOfName)));
  }
  if (!fragments.empty()) drawing.lines = {legend_fragments(legend), std::move(fragments)};
  return drawing;
}

}  // namespace
}  // namespace bumps_parts

Figure bumps_figure() {
  using namespace bumps_parts;
  return {"bumps", "Ranks fold by fold", Part::ranking, caption, rows, draw, true};
}

}  // namespace standfast::report
