#include "standfast/report/figure_svgs.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "standfast/report/svg_panels.h"
#include "standfast/report/table.h"

namespace standfast::report {
namespace {

using Json = nlohmann::ordered_json;

// As in web/src/style.ts.
constexpr std::array kColors = {"#2f7bc0", "#d0670a", "#1b8f6e", "#b8559a",
                                "#8f742f", "#64748b", "#c0443f", "#5b8f1b"};
constexpr std::array kDashes = {"", "7 3", "2 3", "8 3 2 3", "12 4", "4 2", "1 4", "10 2 2 2 2 2"};
constexpr const char *kSame = "#2f7bc0", *kDifferent = "#d0670a";

std::string name_of(const Json& corpus, const char* list, const Json& item, const char* key) {
  return corpus[list][item[key].get<size_t>()];
}

std::string color_of(const Json& item) {
  return kColors[item["c"].get<size_t>() % kColors.size()];
}
std::string dash_of(const Json& item) {
  return kDashes[item["c"].get<size_t>() % kDashes.size()];
}

std::vector<SvgLegend> conditions_legend(const Json& corpus) {
  std::vector<SvgLegend> legend;
  for (const Json& name : corpus["conditions"])
    legend.push_back(
        {name, kColors[legend.size() % kColors.size()], kDashes[legend.size() % kDashes.size()]});
  return legend;
}

std::vector<SvgLegend> truth_legend() {
  return {{"same author", kSame}, {"different authors", kDifferent, "4 2"}};
}

// Panels in rows of models, columns of conditions.
std::vector<Json> by_model(const Json& items) {
  std::vector<Json> ordered(items.begin(), items.end());
  std::stable_sort(ordered.begin(), ordered.end(), [](const Json& a, const Json& b) {
    return std::pair(a["m"].get<size_t>(), a["c"].get<size_t>()) <
           std::pair(b["m"].get<size_t>(), b["c"].get<size_t>());
  });
  return ordered;
}

std::string panel_title(const Json& corpus, const Json& item) {
  return name_of(corpus, "models", item, "m") + " · " + name_of(corpus, "conditions", item, "c");
}

// A panel per model, a line per condition.
template <class AddLines>
void panel_per_model(const Json& corpus, const Json& items, SvgPanels& figure, const AddLines& add) {
  figure.legend = conditions_legend(corpus);
  figure.columns = 3;
  for (size_t m = 0; m < corpus["models"].size(); ++m) {
    SvgPanel panel;
    panel.title = corpus["models"][m];
    for (const Json& item : items)
      if (item["m"].get<size_t>() == m) add(item, panel);
    if (!panel.lines.empty()) figure.panels.push_back(std::move(panel));
  }
}

void add_reliability(const Json& line, SvgPanel& panel) {
  SvgLine curve{{}, color_of(line), dash_of(line)};
  for (const Json& bin : line["bins"]) {
    curve.points.emplace_back(bin["score"], bin["share"]);
    panel.lines.push_back({{{bin["score"], bin["low"]}, {bin["score"], bin["high"]}}, color_of(line), {}});
  }
  panel.lines.push_back(std::move(curve));
}

SvgPanels roc(const Json& corpus) {
  SvgPanels figure;
  figure.title = "ROC curves";
  figure.x_label = "false positive rate";
  figure.y_label = "true positive rate";
  figure.diagonal = true;
  panel_per_model(corpus, corpus["roc"], figure, [](const Json& item, SvgPanel& panel) {
    SvgLine line{{}, color_of(item), dash_of(item)};
    for (const Json& point : item["points"]) line.points.emplace_back(point[0], point[1]);
    panel.lines.push_back(std::move(line));
  });
  return figure;
}

SvgPanels reliability_axes(const char* title) {
  SvgPanels figure;
  figure.title = title;
  figure.x_label = "mean score of the bin";
  figure.y_label = "share of same-author pairs";
  figure.diagonal = true;
  return figure;
}

SvgPanels reliability(const Json& corpus) {
  SvgPanels figure = reliability_axes("Reliability");
  panel_per_model(corpus, corpus["reliability"], figure, add_reliability);
  return figure;
}

SvgPanels topic_reliability(const Json& corpus) {
  SvgPanels figure = reliability_axes("Reliability by topic");
  figure.legend = conditions_legend(corpus);
  figure.columns = static_cast<int>(corpus["reliability_topics"].size());
  for (size_t m = 0; m < corpus["models"].size(); ++m)
    for (size_t t = 0; t < corpus["reliability_topics"].size(); ++t) {
      SvgPanel panel;
      panel.title =
          corpus["models"][m].get<std::string>() + " · " + corpus["reliability_topics"][t].get<std::string>();
      for (const Json& line : corpus["topic_reliability"])
        if (line["m"].get<size_t>() == m && line["t"].get<size_t>() == t) add_reliability(line, panel);
      if (!panel.lines.empty()) figure.panels.push_back(std::move(panel));
    }
  return figure;
}

// A panel per model and condition on a log10 LR axis that all share.
SvgPanels llr_axes(const Json& corpus, const char* title, const char* y_label) {
  SvgPanels figure;
  figure.title = title;
  figure.x_label = "log10 LR";
  figure.y_label = y_label;
  figure.percent = figure.zero = true;
  figure.x_low = -0.5;
  figure.x_high = 0.5;
  figure.columns = static_cast<int>(corpus["conditions"].size());
  figure.legend = truth_legend();
  return figure;
}

SvgPanels tippett(const Json& corpus) {
  SvgPanels figure = llr_axes(corpus, "Tippett plots", "pairs with at least x");
  for (const Json& curve : corpus["tippett"])
    for (const char* truth : {"same", "different"})
      for (const Json& step : curve[truth]) {
        figure.x_low = std::min(figure.x_low, step[0].get<double>());
        figure.x_high = std::max(figure.x_high, step[0].get<double>());
      }
  for (const Json& curve : by_model(corpus["tippett"])) {
    SvgPanel panel;
    panel.title = panel_title(corpus, curve);
    size_t first = 1;  // of the band's ends
    for (const auto& [truth, color, dash] :
         {std::tuple{"same", kSame, ""}, std::tuple{"different", kDifferent, "4 2"}}) {
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
  return figure;
}

SvgPanels llr(const Json& corpus) {
  SvgPanels figure = llr_axes(corpus, "Likelihood ratios of the two kinds of pairs (filled in: misleading)",
                              "share of pairs");
  figure.y_high = 0.01;
  for (const Json& item : by_model(corpus["llr"])) {
    SvgPanel panel;
    panel.title = panel_title(corpus, item);
    const double from = item["from"], step = item["step"];
    figure.x_low = std::min(figure.x_low, from);
    for (const auto& [truth, color, dash] :
         {std::tuple{"different", kDifferent, "4 2"}, std::tuple{"same", kSame, ""}}) {
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
  return figure;
}

SvgPanels ece(const Json& corpus) {
  SvgPanels figure;
  figure.title = "Empirical cross-entropy";
  figure.x_label = "prior log10 odds of one author";
  figure.y_label = "bits";
  figure.zero = true;
  figure.x_low = -2.5;
  figure.x_high = 2.5;
  figure.y_high = 1.05;
  figure.columns = static_cast<int>(corpus["conditions"].size());
  figure.legend = {
      {"the LRs", kSame}, {"after PAV", kDifferent, "6 3"}, {"neutral: LR 1", "#1a1a1a", "1.5 3"}};
  for (const Json& curve : by_model(corpus["ece"])) {
    SvgPanel panel;
    panel.title = panel_title(corpus, curve);
    SvgBand band{{}, kSame};
    SvgLine system{{}, kSame}, pav{{}, kDifferent, "6 3"}, neutral{{}, "#1a1a1a", "1.5 3"};
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
  return figure;
}

// Dark to light, through a few stops of cividis (Nuñez, Anderton, Renslow 2018).
std::string heat_color(double share) {
  constexpr std::array<std::array<double, 3>, 5> kStops = {
      {{0, 52, 110}, {66, 79, 107}, {124, 123, 120}, {188, 174, 108}, {254, 232, 56}}};
  const double place = std::clamp(share, 0.0, 1.0) * (kStops.size() - 1);
  const auto k = std::min(kStops.size() - 2, static_cast<size_t>(place));
  const double part = place - static_cast<double>(k);
  const auto mixed = [&](size_t c) {
    return static_cast<int>(std::lround(kStops[k][c] + part * (kStops[k + 1][c] - kStops[k][c])));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", mixed(0), mixed(1), mixed(2));
}

std::string topic_map(const Json& map) {
  const size_t n = map["topics"].size();
  constexpr double kCell = 13, kNames = 170, kTop = 50, kTree = 160;
  double low = 1, high = -1;
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j)
      if (i != j) {
        low = std::min(low, map["rows"][i][j].get<double>());
        high = std::max(high, map["rows"][i][j].get<double>());
      }
  if (!(high > low)) high = low + 0.01;
  const double side = kCell * static_cast<double>(n), width = kNames + side + kTree + 30,
               height = kTop + side + 40;
  std::string out = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
      "width=\"{0:.0f}\" "
      "height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\" font-size=\"10\" "
      "fill=\"#1a1a1a\">\n<title>Topic similarity</title>\n<rect width=\"100%\" height=\"100%\" "
      "fill=\"#fff\"/>\n"
      "<text x=\"12\" y=\"20\" font-size=\"14\" font-weight=\"600\">Topic similarity</text>\n"
      "<text x=\"12\" y=\"38\">cosine {2:.2f} (dark) to {3:.2f} (light); tree of average linkage on 1 - "
      "cosine</text>\n",
      width, height, low, high);
  for (size_t i = 0; i < n; ++i) {
    out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", kNames - 5,
                       kTop + kCell * (static_cast<double>(i) + 0.75),
                       svg_text(map["topics"][i].get<std::string>(), 26));
    for (size_t j = 0; j < n; ++j)
      out += fmt::format(
          "<rect x=\"{0:.1f}\" y=\"{1:.1f}\" width=\"{2:.1f}\" height=\"{2:.1f}\" fill=\"{3}\"/>\n",
          kNames + kCell * static_cast<double>(j), kTop + kCell * static_cast<double>(i), kCell - 0.5,
          heat_color((map["rows"][i][j].get<double>() - low) / (high - low)));
  }
  double highest = 1e-9;
  for (const Json& join : map["joins"]) highest = std::max(highest, join[2].get<double>());
  std::vector<std::pair<double, double>> at;
  for (size_t i = 0; i < n; ++i) at.emplace_back(0.0, kCell * (static_cast<double>(i) + 0.5));
  out += fmt::format("<g transform=\"translate({:.1f},{:.1f})\" fill=\"none\" stroke=\"#1a1a1a\">\n",
                     kNames + side + 6, kTop);
  for (const Json& join : map["joins"]) {
    const auto a = at[join[0].get<size_t>()], b = at[join[1].get<size_t>()];
    const double x = std::max(0.0, join[2].get<double>()) / highest * kTree;
    out += fmt::format("<path d=\"M{:.1f},{:.1f}H{:.1f}V{:.1f}H{:.1f}\"/>\n", a.first, a.second, x, b.second,
                       b.first);
    at.emplace_back(x, (a.second + b.second) / 2);
  }
  out += "</g>\n";
  out += fmt::format(
      "<text x=\"{:.1f}\" y=\"{:.1f}\">0</text><text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">1 - "
      "cosine: "
      "{:.2f}</text>\n</svg>\n",
      kNames + side + 6, kTop + side + 16, kNames + side + 6 + kTree, kTop + side + 16, highest);
  return out;
}

struct Figure {
  const char* name;
  SvgPanels (*panels)(const Json&);
};

constexpr Figure kFigures[] = {
    {"roc", roc}, {"reliability", reliability}, {"topic-reliability", topic_reliability},
    {"llr", llr}, {"tippett", tippett},         {"ece", ece}};

}  // namespace

std::vector<SvgFile> figure_svgs(const Json& corpus) {
  std::vector<SvgFile> files;
  const std::string name = corpus["name"];
  for (const auto& figure : kFigures) {
    SvgPanels panels = figure.panels(corpus);
    panels.title += ", " + name;
    if (!panels.panels.empty())
      files.push_back({file_name_of(std::string(figure.name) + "-" + name), draw_svg(panels)});
  }
  if (!corpus["similarity"].is_null() && !corpus["similarity"]["topics"].empty())
    files.push_back({file_name_of("similarity-" + name), topic_map(corpus["similarity"])});
  return files;
}

}  // namespace standfast::report
