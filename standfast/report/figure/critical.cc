// Critical-difference diagrams as Demsar draws them (2006, figure 1); a panel for each condition. Average
// ranks are on an axis, with names on both sides. Thick bars join models that cannot be told apart. The
// critical difference is drawn above.
#include <algorithm>

#include <fmt/format.h>

#include "standfast/report/figure/catalog.h"
#include "standfast/report/figure/svg_parts.h"

namespace standfast::report {
namespace critical_parts {
namespace {

// Pixels.
constexpr double kLeastAxis = 160, kMostAxis = 320, kOfModel = 40, kRankWidth = 44, kAxisAt = 72, kBar = 11,
                 kLevel = 20, kFeet = 12;
constexpr size_t kMostOfName = 24;

using Diagram = FoldRanks::Diagram;

std::string caption(const CorpusFindings& found) {
  return fmt::format(
      "Average rank of each model over the folds of a condition, best on the left. A bar joins models "
      "whose average ranks are closer than the critical difference (drawn above the axis): they cannot "
      "be told apart (Nemenyi's test at {:g}; Demsar 2006). Folds share training data, so true "
      "critical differences are longer.",
      found.alpha);
}

std::vector<Rows> rows(const CorpusFindings& found) {
  Rows rows("critical",
            {"metric", "condition", "model", "average_rank", "folds", "critical_difference", "groups"},
            found);
  if (!found.ranks) return {rows};
  for (const auto& diagram : found.ranks->diagrams) {
    const auto& critical = diagram.critical;
    for (size_t place = 0; place < critical.order.size(); ++place) {
      const size_t k = critical.order[place];
      std::string groups;  // numbers of the bars over this model
      for (size_t g = 0; g < critical.groups.size(); ++g)
        if (critical.groups[g].first <= place && place <= critical.groups[g].last)
          groups += (groups.empty() ? "" : " ") + std::to_string(g + 1);
      rows.add({found.metrics[diagram.metric], found.conditions[diagram.condition],
                found.models[found.ranks->models[k]], rounded(critical.rank[k], 5), diagram.folds,
                rounded(critical.difference, 5), groups});
    }
  }
  return {rows};
}

struct Layout {
  const CriticalDifference& critical;
  double left;  // left end of the axis
  double axis;  // its width

  size_t models() const { return critical.rank.size(); }
  double x(double rank) const {
    const auto n = static_cast<double>(models());
    return left + (models() > 1 ? (rank - 1) / (n - 1) * axis : 0);
  }
  double rank(size_t place) const { return critical.rank[critical.order[place]]; }
  size_t levels() const { return (models() + 1) / 2; }
  double names_at() const { return kAxisAt + 12 + kBar * static_cast<double>(critical.groups.size()) + 8; }
  double height() const { return names_at() + kLevel * static_cast<double>(levels()) + kFeet; }
};

// Draws the scale of ranks and, above it, the critical difference from rank 1 on. Its end is open where it is
// wider than the scale.
std::string draw_scale(const Layout& layout, uint32_t folds) {
  const double left = layout.left, right = left + layout.axis;
  std::string out = svg_segment(left, kAxisAt, right, kAxisAt, " stroke-width=\"1.4\"");
  for (size_t rank = 1; rank <= layout.models(); ++rank) {
    const double x = layout.x(static_cast<double>(rank));
    out += svg_segment(x, kAxisAt - 7, x, kAxisAt, " stroke-width=\"1.2\"");
    out += svg_label(x, kAxisAt - 11, "middle", std::to_string(rank));
  }
  const double difference = layout.critical.difference, end = std::min(right, layout.x(1 + difference));
  constexpr double kY = 46;
  out += svg_label(left, kY - 8, "start",
                   fmt::format("critical difference {:.2f}, {} folds", difference, folds));
  out += svg_segment(left, kY, end, kY, " stroke-width=\"2\"") +
         svg_segment(left, kY - 4, left, kY + 4, " stroke-width=\"2\"");
  if (end < right) out += svg_segment(end, kY - 4, end, kY + 4, " stroke-width=\"2\"");
  return out;
}

std::string draw_groups(const Layout& layout) {
  std::string out;
  double y = kAxisAt + 12;
  for (const auto& group : layout.critical.groups) {
    out += svg_segment(layout.x(layout.rank(group.first)) - 4, y, layout.x(layout.rank(group.last)) + 4, y,
                       " class=\"group\" stroke-width=\"5\" stroke-opacity=\"0.75\"");
    y += kBar;
  }
  return out;
}

// Draws the names. The better half is on the left, the best model on top; the worse half is on the right, the
// worst on top. So no two lines cross.
std::string draw_names(const Layout& layout, const std::vector<std::string>& names) {
  std::string out;
  for (size_t place = 0; place < layout.models(); ++place) {
    const size_t k = layout.critical.order[place];
    const bool left = place < layout.levels();
    const size_t level = left ? place : layout.models() - 1 - place;
    const double x = layout.x(layout.rank(place)),
                 end = left ? layout.left - 8 : layout.left + layout.axis + 8;
    const double y = layout.names_at() + kLevel * static_cast<double>(level);
    out += fmt::format("<path d=\"M{},{}V{}H{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.4\"/>\n",
                       tenth(x), tenth(kAxisAt), tenth(y), tenth(end), kInk);
    out += svg_label(left ? end - 4 : end + 4, y + 4, left ? "end" : "start",
                     fmt::format("{} {:.2f}", svg_text(names[k], kMostOfName), layout.rank(place)));
  }
  return out;
}

Drawing draw(const CorpusFindings& found, size_t metric) {
  if (!found.ranks) return {};
  std::vector<std::string> names;
  for (const size_t m : found.ranks->models) names.push_back(found.models[m]);
  const double beside = widest(names, kMostOfName) + kRankWidth;
  const double axis = std::clamp(kOfModel * static_cast<double>(names.size()), kLeastAxis, kMostAxis);
  std::vector<SvgFragment> fragments;
  for (const Diagram& diagram : found.ranks->diagrams) {
    if (diagram.metric != metric) continue;
    const Layout layout{diagram.critical, beside, axis};
    const double width = 2 * beside + axis;
    fragments.push_back({width, layout.height(),
                         svg_title(found.conditions[diagram.condition], width) + draw_names(layout, names) +
                             draw_scale(layout, diagram.folds) + draw_groups(layout)});
  }
  if (fragments.empty()) return {};
  return {title_of(("Average ranks by " + found.metrics[metric]).c_str(), found), {std::move(fragments)}};
}

}  // namespace
}  // namespace critical_parts

Figure critical_figure() {
  using namespace critical_parts;
  return {"critical", "Critical differences", Part::ranking, caption, rows, draw, true};
}

}  // namespace standfast::report
