// ROC and reliability: a line per condition.
#include "standfast/report/figure/drawings.h"
#include "standfast/report/figure/svg_panels.h"

namespace standfast::report {
namespace {

std::string color_of(const Json& line) {
  return svg_color(line["c"].get<size_t>());
}

std::string dash_of(const Json& line) {
  return svg_dash(line["c"].get<size_t>());
}

std::vector<SvgLegend> conditions_legend(const Json& corpus) {
  std::vector<SvgLegend> legend;
  for (const Json& name : corpus["conditions"])
    legend.push_back({name, svg_color(legend.size()), svg_dash(legend.size())});
  return legend;
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

SvgPanels reliability_axes(const Drawing& drawing, const char* title) {
  SvgPanels figure;
  figure.title = drawing.title(title);
  figure.x_label = "mean score of the bin";
  figure.y_label = "share of same-author pairs";
  figure.diagonal = true;
  return figure;
}

}  // namespace

std::string draw_roc(const Drawing& drawing) {
  const Json& corpus = drawing.corpus;
  SvgPanels figure;
  figure.title = drawing.title("ROC curves");
  figure.x_label = "false positive rate";
  figure.y_label = "true positive rate";
  figure.diagonal = true;
  panel_per_model(corpus, corpus["roc"], figure, [](const Json& item, SvgPanel& panel) {
    SvgLine line{{}, color_of(item), dash_of(item)};
    for (const Json& point : item["points"]) line.points.emplace_back(point[0], point[1]);
    panel.lines.push_back(std::move(line));
  });
  return draw_svg(figure);
}

std::string draw_reliability(const Drawing& drawing) {
  const Json& corpus = drawing.corpus;
  SvgPanels figure = reliability_axes(drawing, "Reliability");
  panel_per_model(corpus, corpus["reliability"], figure, add_reliability);
  return draw_svg(figure);
}

std::string draw_topic_reliability(const Drawing& drawing) {
  const Json& corpus = drawing.corpus;
  SvgPanels figure = reliability_axes(drawing, "Reliability by topic");
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
  return draw_svg(figure);
}

}  // namespace standfast::report
