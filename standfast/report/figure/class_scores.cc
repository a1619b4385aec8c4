// F1 of each class with its interval: a panel for each model, a row for each condition; recall as a ring.
#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/report/figure/catalog.h"
#include "standfast/report/figure/svg_parts.h"
#include "standfast/report/words/phrases.h"

namespace standfast::report {
namespace class_scores_parts {
namespace {

// Pixels.
constexpr double kScorePanel = 364, kPlotLeft = 122, kPlotRight = 282, kScoreHead = 22, kClassLine = 19,
                 kScoreRow = 14, kScoreAxis = 36;
constexpr size_t kMostScored = 12, kMostOfCondition = 18;

double place_of(double score) {
  return kPlotLeft + score * (kPlotRight - kPlotLeft);
}

// Returns the classes that are drawn: the classes with most test documents, in the order of the labels.
std::vector<size_t> classes_drawn(const CorpusFindings& found) {
  std::vector<uint64_t> sizes(found.classes.size(), 0);
  for (const auto& one : found.scores_by_class)
    for (size_t k = 0; k < one.f1.size() && k < sizes.size(); ++k) sizes[k] += one.classes[k].support;
  std::vector<size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::erase_if(order, [&](size_t k) { return sizes[k] == 0; });
  std::ranges::stable_sort(order, [&](size_t a, size_t b) { return sizes[a] > sizes[b]; });
  order.resize(std::min(order.size(), kMostScored));
  std::ranges::sort(order);
  return order;
}

std::string caption(const CorpusFindings& found) {
  const size_t drawn = classes_drawn(found).size();
  return fmt::format(
      "F1 of each class against all others (dot, with its {} interval) and its recall (ring), condition by "
      "condition. All folds and seeds pooled; n: answers to documents of the class. Each interval holds by "
      "itself ({}). {}The CSV has recall with its interval, and precision.{}",
      percent(found.level), shared_in_words("documents", found.authors, found.topics),
      drawn < found.classes.size()
          ? fmt::format("The figure shows {} of {} classes, the ones with most test documents. ", drawn,
                        found.classes.size())
          : "",
      of_fitted_models(found.nested));
}

// Returns the rows of the classes that are drawn.
std::vector<Rows> rows(const CorpusFindings& found) {
  Rows rows("class-scores",
            {"condition", "model", "class", "n", "answered", "precision", "recall", "recall_low",
             "recall_high", "f1", "f1_low", "f1_high"},
            found);
  for (const auto& one : found.scores_by_class)
    for (const size_t k : classes_drawn(found)) {
      if (k >= one.f1.size() || !one.f1[k].value) continue;
      const auto& scores = one.classes[k];
      rows.add({found.conditions[one.condition], found.models[one.model], found.classes[k], scores.support,
                scores.predicted,
                scores.predicted > 0 ? std::optional(rounded(scores.precision)) : std::nullopt,
                rounded(one.recall[k].value), rounded(low_of(one.recall[k].interval)),
                rounded(high_of(one.recall[k].interval)), rounded(one.f1[k].value),
                rounded(low_of(one.f1[k].interval)), rounded(high_of(one.f1[k].interval))});
    }
  return {rows};
}

std::string row_of(const CorpusFindings& found, const ScoresByClass& one, size_t k, double y) {
  const Estimate& f1 = one.f1[k];
  const std::string colour = condition_color(found, one.condition);
  const std::string& condition = found.conditions[one.condition];
  std::string tip = fmt::format("{}, {}: F1 {:.3f}", condition, found.classes[k], *f1.value);
  std::string out = svg_label(kPlotLeft - 6, y + 3.5, "end", svg_text(condition, kMostOfCondition));
  out += svg_segment(kPlotLeft, y, kPlotRight, y, " stroke-opacity=\"0.1\"");
  if (f1.interval) {
    tip += fmt::format(" [{:.3f}, {:.3f}]", f1.interval->low, f1.interval->high);
    out += svg_segment(place_of(f1.interval->low), y, place_of(f1.interval->high), y, " stroke-width=\"2\"",
                       colour);
  }
  tip += fmt::format(", recall {:.3f}, n {}", *one.recall[k].value, grouped(one.classes[k].support));
  out += svg_rings(colour, svg_dot(tenth(place_of(*one.recall[k].value)), y, tip, 4.5));
  out += svg_dots(colour, svg_dot(tenth(place_of(*f1.value)), y, tip));
  return out + svg_label(kScorePanel, y + 3.5, "end",
                         fmt::format("{:.2f} · n {}", *f1.value, grouped(one.classes[k].support)));
}

SvgFragment panel(const CorpusFindings& found, size_t model, const std::vector<size_t>& classes) {
  std::string body;
  double y = kScoreHead;
  for (const size_t k : classes) {
    std::string of_class;
    double below = y + kClassLine;
    for (const auto& one : found.scores_by_class) {
      if (one.model != model || k >= one.f1.size() || !one.f1[k].value) continue;
      of_class += row_of(found, one, k, below + kScoreRow / 2);
      below += kScoreRow;
    }
    if (of_class.empty()) continue;
    body += svg_label(0, y + 13, "start", svg_text(found.classes[k], 40),
                      " font-size=\"11\" font-weight=\"600\"");
    body += of_class;
    y = below;
  }
  if (body.empty()) return {};
  std::string grid;
  for (const double tick : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    grid += svg_segment(place_of(tick), kScoreHead, place_of(tick), y + 3, " stroke-opacity=\"0.15\"");
    body += svg_label(place_of(tick), y + 15, "middle", fmt::format("{:g}", tick));
  }
  body += svg_label(place_of(0.5), y + 30, "middle", "F1 (dot), recall (ring)");
  return {kScorePanel, y + kScoreAxis,
          svg_title(found.models[model], kScorePanel) + grid + svg_group(" font-size=\"10\"", body)};
}

Drawing draw(const CorpusFindings& found, size_t) {
  const auto classes = classes_drawn(found);
  Drawing drawing{title_of("Score per class", found), {{}}};
  for (size_t m = 0; m < found.models.size(); ++m)
    if (SvgFragment fragment = panel(found, m, classes); !fragment.body.empty())
      drawing.lines.back().push_back(std::move(fragment));
  if (drawing.lines.back().empty()) return {};
  return drawing;
}

}  // namespace
}  // namespace class_scores_parts

Figure class_scores_figure() {
  using namespace class_scores_parts;
  return {"class-scores", "Score per class", Part::answers, caption, rows, draw};
}

}  // namespace standfast::report
