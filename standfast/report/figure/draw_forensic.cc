// What scores are worth as evidence: Tippett plots, densities of likelihood ratios, empirical cross-entropy.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "standfast/report/figure/drawings.h"
#include "standfast/report/figure/pair_panels.h"
#include "standfast/report/figure/svg_panels.h"

namespace standfast::report {
namespace {

// A panel per model and condition on a log10 LR axis that all share.
SvgPanels llr_axes(const Drawing& drawing, const char* title, const char* y_label) {
  SvgPanels figure;
  figure.title = drawing.title(title);
  figure.x_label = "log10 LR";
  figure.y_label = y_label;
  figure.percent = figure.zero = true;
  figure.x_low = -0.5;
  figure.x_high = 0.5;
  figure.columns = static_cast<int>(drawing.corpus["conditions"].size());
  figure.legend = truth_legend();
  return figure;
}

}  // namespace

std::string draw_tippett(const Drawing& drawing) {
  const Json& corpus = drawing.corpus;
  SvgPanels figure = llr_axes(drawing, "Tippett plots", "pairs with at least x");
  for (const Json& curve : corpus["tippett"])
    for (const char* truth : {"same", "different"})
      for (const Json& step : curve[truth]) {
        figure.x_low = std::min(figure.x_low, step[0].get<double>());
        figure.x_high = std::max(figure.x_high, step[0].get<double>());
      }
  for (const Json& curve : by_model(corpus["tippett"])) {
    SvgPanel panel;
    panel.title = panel_title(drawing, curve);
    size_t first = 1;  // of the band's ends
    for (const auto& [truth, color, dash] :
         {std::tuple{"same", kSameColor, ""}, std::tuple{"different", kDifferentColor, "4 2"}}) {
      SvgBand band{{}, color};
      for (const Json& at : curve["band"])
        if (!at[first].is_null()) band.at.push_back({at[0], at[first], at[first + 1]});
      panel.bands.push_back(std::move(band));
      // The share of a step holds from the step before up to and with its place.
      SvgLine line{{{figure.x_low, 1}}, color, dash};
      for (const Json& step : curve[truth]) {
        line.points.emplace_back(line.points.back().first, step[1]);
        line.points.emplace_back(step[0], step[1]);
      }
      line.points.emplace_back(line.points.back().first, 0);
      line.points.emplace_back(figure.x_high, 0);
      panel.lines.push_back(std::move(line));
      first = 3;
    }
    figure.panels.push_back(std::move(panel));
  }
  return draw_svg(figure);
}

std::string draw_llr(const Drawing& drawing) {
  const Json& corpus = drawing.corpus;
  SvgPanels figure = llr_axes(drawing, "Likelihood ratios of the two kinds of pairs (filled in: misleading)",
                              "share of pairs");
  figure.y_high = 0.01;
  for (const Json& item : by_model(corpus["llr"])) {
    SvgPanel panel;
    panel.title = panel_title(drawing, item);
    const double from = item["from"], step = item["step"];
    figure.x_low = std::min(figure.x_low, from);
    for (const auto& [truth, color, dash] :
         {std::tuple{"different", kDifferentColor, "4 2"}, std::tuple{"same", kSameColor, ""}}) {
      const bool same = std::string(truth) == "same";
      double total = item[std::string("neutral_") + truth];
      for (const Json& count : item[truth]) total += count.get<double>();
      SvgLine line{{}, color, dash};
      SvgBand misleading{{}, color, 0.6};
      for (size_t i = 0; i < item[truth].size(); ++i) {
        const double left = from + step * static_cast<double>(i), right = left + step;
        const double share = item[truth][i].get<double>() / std::max(1.0, total);
        line.points.emplace_back(left, share);
        line.points.emplace_back(right, share);
        if (same ? right < step / 2 : left > -step / 2) {
          misleading.at.push_back({left, 0, share});
          misleading.at.push_back({right, 0, share});
        }
        figure.y_high = std::max(figure.y_high, share * 1.05);
        figure.x_high = std::max(figure.x_high, right);
      }
      panel.bands.push_back(std::move(misleading));
      panel.lines.push_back(std::move(line));
    }
    figure.panels.push_back(std::move(panel));
  }
  return draw_svg(figure);
}

std::string draw_ece(const Drawing& drawing) {
  const Json& corpus = drawing.corpus;
  SvgPanels figure;
  figure.title = drawing.title("Empirical cross-entropy");
  figure.x_label = "prior log10 odds of one author";
  figure.y_label = "bits";
  figure.zero = true;
  figure.x_low = -2.5;
  figure.x_high = 2.5;
  figure.y_high = 1.05;
  figure.columns = static_cast<int>(corpus["conditions"].size());
  figure.legend = {
      {"the LRs", kSameColor}, {"after PAV", kDifferentColor, "6 3"}, {"neutral: LR 1", kInk, "1.5 3"}};
  for (const Json& curve : by_model(corpus["ece"])) {
    SvgPanel panel;
    panel.title = panel_title(drawing, curve);
    SvgBand band{{}, kSameColor};
    SvgLine system{{}, kSameColor}, pav{{}, kDifferentColor, "6 3"}, neutral{{}, kInk, "1.5 3"};
    for (const Json& at : curve["points"]) {
      if (!at[2].is_null()) band.at.push_back({at[0], at[2], at[3]});
      system.points.emplace_back(at[0], at[1]);
      pav.points.emplace_back(at[0], at[4]);
      neutral.points.emplace_back(at[0], at[5]);
      figure.y_high = std::clamp(at[1].get<double>() * 1.05, figure.y_high, 2.0);
    }
    panel.bands.push_back(std::move(band));
    panel.lines = {std::move(neutral), std::move(pav), std::move(system)};
    figure.panels.push_back(std::move(panel));
  }
  return draw_svg(figure);
}

}  // namespace standfast::report
