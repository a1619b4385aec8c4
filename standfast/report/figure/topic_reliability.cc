// Reliability on the largest topics: a line of panels for each model, a panel for each topic, a line for each
// condition.
#include <algorithm>

#include "standfast/report/figure/catalog.h"
#include "standfast/report/figure/grouping.h"
#include "standfast/report/figure/reliability_panels.h"

namespace standfast::report {
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
