// Reliability diagrams, of all pairs and on the largest topics.
#include "standfast/metric/evidence/reliability.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/report/figure/catalog.h"
#include "standfast/report/figure/grouping.h"
#include "standfast/report/figure/panels.h"
#include "standfast/report/table/table.h"

namespace standfast::report {
namespace {

// Adds the bins to a panel: a line through them, with an upright bar for the interval of each. of: subject of
// the bins, for tooltips; most: pairs of the largest dot, 0 for dots of one size.
void add_reliability(const CorpusFindings& found, const std::vector<ReliabilityBin>& bins, size_t condition,
                     const std::string& of, uint64_t most, Panel& panel) {
  const std::string color = condition_color(found, condition);
  PanelLine curve{{}, color, svg_dash(condition), of};
  for (const auto& bin : bins) {
    curve.points.emplace_back(bin.score, bin.share);
    panel.lines.push_back(
        {{{bin.score, bin.interval.low}, {bin.score, bin.interval.high}}, color, {}, {}, 1.5, 0.45});
    const double part = most == 0 ? 0 : std::sqrt(static_cast<double>(bin.n) / static_cast<double>(most));
    panel.dots.push_back({bin.score, bin.share, color,
                          fmt::format("{}: {} of {} at a mean score of {:.2f}", of, percent(bin.share),
                                      counted(bin.n, "pair"), bin.score),
                          most == 0 ? 2 : 1.5 + 4.5 * part});
  }
  panel.lines.push_back(std::move(curve));
}

}  // namespace

// Reliability diagrams: they show whether a score of 0.8 means 80 %. A panel for each model, a line for each
// condition.
namespace reliability_parts {
namespace {

std::string caption(const CorpusFindings& found) {
  return fmt::format(
      "The share of pairs by one author, among the pairs with a score around x. On the diagonal you can "
      "read a score as a probability. Larger dots have more pairs; bars are {} intervals that take pairs as "
      "independent. {}.",
      percent(found.level), n_of(found));
}

std::vector<Rows> rows(const CorpusFindings& found) {
  Rows rows("reliability", {"model", "condition", "mean_score", "share_same", "low", "high", "pairs"}, found);
  for (const auto& curves : found.pair_curves)
    for (const auto& bin : curves.bins)
      rows.add({found.models[curves.model], found.conditions[curves.condition], rounded(bin.score),
                rounded(bin.share), rounded(bin.interval.low), rounded(bin.interval.high), bin.n});
  return {rows};
}

Drawing draw(const CorpusFindings& found, size_t) {
  PanelAxes axes;
  axes.x_label = "mean score of the bin";
  axes.y_label = "share of same-author pairs";
  axes.diagonal = true;
  axes.square = true;
  uint64_t most = 1;
  for (const auto& curves : found.pair_curves)
    for (const auto& bin : curves.bins) most = std::max(most, bin.n);
  const auto panels = panel_per_model(found, found.pair_curves, [&](const PairCurves& curves, Panel& panel) {
    if (!curves.bins.empty())
      add_reliability(found, curves.bins, curves.condition, found.conditions[curves.condition], most, panel);
  });
  return panel_drawing(title_of("Reliability", found), conditions_legend(found), axes, {panels});
}

}  // namespace
}  // namespace reliability_parts

Figure reliability_figure() {
  using namespace reliability_parts;
  return {"reliability", "Reliability", Part::scores, caption, rows, draw};
}

// Reliability on the largest topics: a line of panels for each model, a panel for each topic, a line for each
// condition.
namespace topic_reliability_parts {
namespace {

constexpr size_t kTopicsDrawn = 6;  // the topics with most pairs

std::string caption(const CorpusFindings&) {
  return "As above, topic by topic, in five bins of equal count. Where the lines of one model differ from "
         "topic to topic, one threshold or one probability does not fit all topics. A pair on two topics "
         "counts "
         "for both.";
}

std::vector<Rows> rows(const CorpusFindings& found) {
  Rows rows("topic-reliability",
            {"topic", "model", "condition", "mean_score", "share_same", "low", "high", "pairs"}, found);
  const auto topics = first_topics(found.topic_reliability, kTopicsDrawn);
  for (const auto& row : found.topic_reliability) {
    if (std::find(topics.begin(), topics.end(), row.topic) == topics.end()) continue;
    for (const auto& bin : row.bins.bins)
      rows.add({found.tested_topics[row.topic], found.models[row.model], found.conditions[row.condition],
                rounded(bin.score), rounded(bin.share), rounded(bin.interval.low), rounded(bin.interval.high),
                bin.n});
  }
  return {rows};
}

Drawing draw(const CorpusFindings& found, size_t) {
  PanelAxes axes;
  axes.x_label = "mean score";
  axes.y_label = "share of same";
  axes.diagonal = true;
  axes.width = 171;  // six in a line of the page, two on a telephone
  axes.square = true;
  std::vector<std::vector<Panel>> lines;
  for (size_t m = 0; m < found.models.size(); ++m) {
    std::vector<Panel> line;
    for (const auto topic : first_topics(found.topic_reliability, kTopicsDrawn)) {
      Panel panel;
      panel.title = found.tested_topics[topic];
      panel.note = found.models[m];
      for (const auto& row : found.topic_reliability)
        if (row.model == m && row.topic == topic)
          add_reliability(found, row.bins.bins, row.condition, found.conditions[row.condition], 0, panel);
      if (!panel.empty()) line.push_back(std::move(panel));
    }
    lines.push_back(std::move(line));
  }
  return panel_drawing(title_of("Reliability by topic", found), conditions_legend(found), axes, lines, false);
}

}  // namespace
}  // namespace topic_reliability_parts

Figure topic_reliability_figure() {
  using namespace topic_reliability_parts;
  return {"topic-reliability", "Reliability by topic", Part::by_topic, caption, rows, draw};
}

}  // namespace standfast::report
