// Confusion matrices: shares of the row, a panel for each model and condition.
#include <algorithm>

#include <fmt/format.h>

#include "standfast/report/figure/catalog.h"
#include "standfast/report/figure/grouping.h"
#include "standfast/report/figure/heat.h"

namespace standfast::report {
namespace confusion_parts {
namespace {

// Pixels.
constexpr double kSide = 250, kLeastNamed = 14, kMostCell = 30, kTitle = 22, kAxisName = 18,
                 kLeastWidth = 200;
constexpr size_t kMostNamed = 20, kMostOfName = 14;
constexpr double kSlope = 0.866;  // answers are written upwards at 60 degrees

using Matrix = AnswerMatrices::Matrix;

std::string caption(const CorpusFindings& found) {
  return fmt::format(
      "Confusion matrix: rows are the true classes, columns the answers, cells shares of the row. All "
      "folds and seeds are pooled. {}.",
      n_of(found));
}

std::vector<Rows> rows(const CorpusFindings& found) {
  Rows rows("confusion", {"condition", "model", "truth", "answer", "n"}, found);
  const auto& classes = found.answers_given.classes;
  for (const auto& matrix : found.answers_given.matrices)
    for (const auto& cell : matrix.cells)
      rows.add({found.conditions[matrix.condition], found.models[matrix.model], classes[cell.truth],
                classes[cell.answer], cell.n});
  return {rows};
}

struct Layout {
  const std::vector<std::string>& classes;
  bool named;
  double cell, names;  // width of the longest name, 0 if there are none
  double side() const { return cell * static_cast<double>(classes.size()); }
  double left() const { return kAxisName + names; }
  double width() const { return std::max(left() + side() + 2, kLeastWidth); }
  double height() const { return kTitle + side() + kSlope * names + 10 + kAxisName; }
};

Layout layout_of(const std::vector<std::string>& classes) {
  Layout layout{classes, classes.size() <= kMostNamed,
                std::min(kSide / static_cast<double>(classes.size()), kMostCell), 0};
  if (!layout.named) return layout;
  layout.cell = std::max(layout.cell, kLeastNamed);
  layout.names = widest(classes, kMostOfName, 10) + 6;
  return layout;
}

std::string draw_names(const Layout& layout) {
  std::string out;
  for (size_t i = 0; layout.named && i < layout.classes.size(); ++i) {
    const double at = layout.cell * (static_cast<double>(i) + 0.5);
    const std::string name = svg_text(layout.classes[i], kMostOfName);
    out += svg_label(layout.left() - 5, kTitle + at + 3.5, "end", name);
    out += fmt::format("<text transform=\"translate({},{}) rotate(-60)\" text-anchor=\"end\">{}</text>\n",
                       tenth(layout.left() + at + 4), tenth(kTitle + layout.side() + 10), name);
  }
  return svg_group(" font-size=\"10\"", out);
}

SvgFragment draw_panel(const CorpusFindings& found, const Layout& layout, const Matrix& matrix) {
  std::vector<uint64_t> totals(layout.classes.size(), 0);
  for (const auto& cell : matrix.cells) totals[cell.truth] += cell.n;
  HeatMap map{layout.left(),
              kTitle,
              layout.cell,
              layout.cell,
              layout.classes,
              layout.classes,
              "{row} taken for {column}: {value}",
              {}};
  for (const auto& cell : matrix.cells) {
    const double share = static_cast<double>(cell.n) / static_cast<double>(totals[cell.truth]);
    map.cells.push_back(
        {cell.truth, cell.answer, share_color(share), fmt::format("{} ({:.1f} %)", cell.n, 100 * share)});
  }
  std::string body = svg_title(panel_title(found, matrix), layout.width());
  // A cell without answers is a share of 0. It has that colour also on dark ground.
  body +=
      fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", tenth(layout.left()),
                  tenth(kTitle), tenth(layout.side()), tenth(layout.side()), share_color(0));
  body += draw_heat(map) + draw_names(layout);
  body += svg_label(layout.left() + layout.side() / 2, layout.height() - 6, "middle", "answer");
  body += svg_upright(10, kTitle + layout.side() / 2, "truth");
  return {layout.width(), layout.height(), std::move(body)};
}

Drawing draw(const CorpusFindings& found, size_t) {
  const auto& given = found.answers_given;
  if (given.matrices.empty() || given.classes.empty()) return {};
  const Layout layout = layout_of(given.classes);
  Drawing drawing{title_of("Confusion", found), {{heat_bar("share of the row: 0", "1", share_color)}}};
  // The panels of one model are in one line.
  for (size_t i = 0; i < given.matrices.size(); ++i) {
    if (i == 0 || given.matrices[i].model != given.matrices[i - 1].model) drawing.lines.emplace_back();
    drawing.lines.back().push_back(draw_panel(found, layout, given.matrices[i]));
  }
  return drawing;
}

}  // namespace
}  // namespace confusion_parts

Figure confusion_figure() {
  using namespace confusion_parts;
  return {"confusion", "Confusion", Part::answers, caption, rows, draw};
}

}  // namespace standfast::report
