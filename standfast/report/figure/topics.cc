// Accuracy by topic: a panel for each model, a row for each topic, a dot for each condition.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/report/figure/catalog.h"
#include "standfast/report/figure/grouping.h"

namespace standfast::report {
namespace topics_parts {
namespace {

// Pixels.
constexpr double kWidth = 350, kTitle = 22, kAxis = 40, kMostRows = 1100, kRight = 8;
constexpr size_t kMostOfName = 20;

double accuracy_of(const TopicAccuracy& score) {
  return static_cast<double>(score.right) / static_cast<double>(score.n);
}

std::string caption(const CorpusFindings&) {
  return "Accuracy on the test documents of each topic, hardest topic last; the larger the dot, the more "
         "documents. If large dots of a topic lie far apart, the model may know this topic only when it has "
         "seen it.";
}

std::vector<Rows> rows(const CorpusFindings& found) {
  Rows rows("topics", {"condition", "model", "topic", "n", "accuracy"}, found);
  for (const auto& score : found.topic_accuracy)
    rows.add({found.conditions[score.condition], found.models[score.model], found.tested_topics[score.topic],
              score.n, accuracy_of(score)});
  return {rows};
}

// Returns the topics that have a score, the hardest last, ordered by the mean over everything that is drawn.
std::vector<size_t> hardest_last(const CorpusFindings& found) {
  const size_t topics = found.tested_topics.size();
  std::vector<double> sum(topics, 0), n(topics, 0);
  std::vector<size_t> order;
  for (const auto& score : found.topic_accuracy) {
    if (n[score.topic] == 0) order.push_back(score.topic);
    sum[score.topic] += accuracy_of(score);
    ++n[score.topic];
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return sum[a] / n[a] > sum[b] / n[b]; });
  return order;
}

struct Layout {
  std::vector<size_t> order;  // of topics
  std::vector<double> place;  // the place of each topic in it
  double row, left, most;     // height of a row; left end of the plot; answers of the largest dot
  bool named() const { return row >= 9; }
  double plot() const { return kWidth - left - kRight; }
  double bottom() const { return kTitle + row * static_cast<double>(order.size()); }
  double middle(size_t topic) const { return kTitle + row * (place[topic] + 0.5); }
};

Layout layout_of(const CorpusFindings& found) {
  Layout layout{hardest_last(found), std::vector<double>(found.tested_topics.size(), 0), 0, 12, 1};
  for (size_t i = 0; i < layout.order.size(); ++i) layout.place[layout.order[i]] = static_cast<double>(i);
  layout.row = std::clamp(kMostRows / static_cast<double>(layout.order.size()), 5.0, 18.0);
  for (const size_t topic : layout.order)
    if (layout.named())
      layout.left = std::max(layout.left, svg_width(found.tested_topics[topic], kMostOfName, 10) + 8);
  for (const auto& score : found.topic_accuracy)
    layout.most = std::max(layout.most, static_cast<double>(score.n));
  return layout;
}

std::string draw_axes(const CorpusFindings& found, const Layout& layout) {
  const double left = layout.left, right = left + layout.plot(), bottom = layout.bottom();
  std::string names, lines;
  for (const size_t topic : layout.order) {
    if (!layout.named()) break;
    const double y = layout.middle(topic);
    names += svg_label(left - 6, y + 3.5, "end", svg_text(found.tested_topics[topic], kMostOfName));
    lines += fmt::format("M{},{}H{}", tenth(left), tenth(y), tenth(right));
  }
  std::string out = svg_group(" font-size=\"10\"", names);
  for (const double tick : round_ticks(0, 1, 5)) {
    const double x = left + tick * layout.plot();
    lines += fmt::format("M{},{}V{}", tenth(x), tenth(kTitle), tenth(bottom));
    out += svg_label(x, bottom + 15, "middle", fmt::format("{:g}", tick));
  }
  return out + fmt::format("<path d=\"{}\" stroke=\"{}\" stroke-opacity=\"0.12\"/>\n", lines, kInk) +
         svg_frame(left, kTitle, layout.plot(), bottom - kTitle) +
         svg_label((left + right) / 2, bottom + 32, "middle", "accuracy");
}

Drawing draw(const CorpusFindings& found, size_t) {
  if (found.topic_accuracy.empty()) return {};
  const Layout layout = layout_of(found);
  std::vector<SvgFragment> fragments;
  for (size_t m = 0; m < found.models.size(); ++m) {
    std::string dots;
    for (size_t c = 0; c < found.conditions.size(); ++c) {
      std::string same;  // dots of one condition
      for (const auto& score : found.topic_accuracy)
        if (score.model == m && score.condition == c)
          same += svg_dot(tenth(layout.left + accuracy_of(score) * layout.plot()), layout.middle(score.topic),
                          fmt::format("{}, {}: {:.3f} of {}", found.tested_topics[score.topic],
                                      found.conditions[c], accuracy_of(score), counted(score.n, "answer")),
                          2 + 4 * std::sqrt(static_cast<double>(score.n) / layout.most));
      dots += svg_dots(condition_color(found, c), same);
    }
    if (!dots.empty())
      fragments.push_back({kWidth, layout.bottom() + kAxis,
                           svg_title(found.models[m], kWidth) + draw_axes(found, layout) + dots});
  }
  std::vector<SvgFragment> legend = legend_fragments(conditions_legend(found, SvgMark::dot));
  legend.push_back(word_fragment("larger dots: more documents"));
  return {title_of("Topic by topic", found), {std::move(legend), std::move(fragments)}};
}

}  // namespace
}  // namespace topics_parts

Figure topics_figure() {
  using namespace topics_parts;
  return {"topics", "Topic by topic", Part::by_topic, caption, rows, draw};
}

}  // namespace standfast::report
