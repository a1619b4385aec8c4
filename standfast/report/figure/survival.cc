// The survival chart: a panel for each condition that is compared, a row for each model. A point with its
// interval is the score, a ring the score that it is compared with, a tick the score of guessing, a dashed
// tick the score of topic alone. The share that survives is at the end of a row.
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "standfast/report/figure/catalog.h"
#include "standfast/report/figure/svg_parts.h"
#include "standfast/report/words/phrases.h"

namespace standfast::report {
namespace survival_parts {
namespace {

// Pixels: three panels fill the text column, and one fits a telephone. A name stands above its marks and may
// be long.
constexpr double kWidth = 368, kPlot = 292, kTitle = 36, kRow = 30, kName = 11, kMarks = 20, kAxis = 40;
constexpr size_t kMostOfName = 58;

// Returns the baseline of the condition, or nothing if it has no scores on this corpus, which need not be
// asked for the reference.
std::optional<size_t> compared_with(const CorpusFindings& found, size_t condition) {
  if (condition >= found.baselines.size() || !found.baselines[condition]) return std::nullopt;
  const size_t baseline = *found.baselines[condition];
  const bool asked = std::ranges::any_of(
      found.scores, [&](const CellValue& score) { return score.condition == baseline && score.value; });
  return asked ? std::optional(baseline) : std::nullopt;
}

// Returns the conditions with a panel: those with a baseline or, if nothing is compared, all.
std::vector<size_t> panels_of(const CorpusFindings& found) {
  std::vector<size_t> compared, all;
  for (const auto& score : found.scores) {
    const size_t c = score.condition;
    if (std::ranges::find(all, c) != all.end()) continue;
    all.push_back(c);
    if (compared_with(found, c)) compared.push_back(c);
  }
  return compared.empty() ? all : compared;
}

const CellValue* cell_of(const CorpusFindings& found, size_t condition, size_t model, size_t metric) {
  for (const auto& score : found.scores)
    if (score.condition == condition && score.model == model && score.metric == metric && score.value)
      return &score;
  return nullptr;
}

// Returns the score that the cell is compared with.
const CellValue* baseline_of(const CorpusFindings& found, const CellValue& cell) {
  if (cell.condition >= found.baselines.size() || !found.baselines[cell.condition]) return nullptr;
  return cell_of(found, *found.baselines[cell.condition], cell.model, cell.metric);
}

std::string caption(const CorpusFindings& found) {
  std::string text = fmt::format(
      "Each point is the score of a model under the condition of the panel, the line its {} interval{}.",
      percent(found.level), anew_in_words(found.nested));
  if (std::ranges::any_of(found.scores, [&](const auto& score) {
        return compared_with(found, score.condition).has_value();
      })) {
    text +=
        " The ring is the score of the same model under the condition after \"against\". The share of the "
        "lead over guessing that survives stands on the right, or the points lost where there is no share "
        "or it is beyond 0 to 110 %. A ring inside the line does not say that nothing is lost: the table "
        "has the interval of the ";
    text += found.nested ? "points lost." : "share.";
  }
  text += " Each condition has its colour in all figures. The grey tick is the score of guessing.";
  if (std::ranges::any_of(found.scores, [](const auto& score) { return score.topic_alone.has_value(); }))
    text +=
        " The dashed tick is the score of topic alone: read scores from there. The table says which scores "
        "are shown to be above it.";
  return text;
}

std::vector<Rows> rows(const CorpusFindings& found) {
  Rows rows("survival",
            {"metric", "condition", "model", "score", "low", "high", "guessing", "against", "against_score",
             "lost", "survives", "topic_alone"},
            found);
  for (const size_t c : panels_of(found))
    for (const auto& cell : found.scores) {
      if (cell.condition != c || !cell.value) continue;
      const CellValue* baseline = baseline_of(found, cell);
      rows.add({found.metrics[cell.metric], found.conditions[c], found.models[cell.model], cell.value,
                low_of(cell.interval), high_of(cell.interval), cell.guessing,
                baseline != nullptr ? found.conditions[baseline->condition] : std::string(),
                baseline != nullptr ? baseline->value : std::nullopt, cell.lost, cell.survives,
                cell.topic_alone});
    }
  return {rows};
}

// The scale from scores to pixels: one for all panels of a metric.
class Scale {
 public:
  void add(const CorpusFindings& found, const CellValue& cell) {
    add(*cell.value);
    if (cell.interval) {
      add(cell.interval->low);
      add(cell.interval->high);
    }
    if (cell.guessing) add(*cell.guessing);
    if (cell.topic_alone) add(*cell.topic_alone);
    if (const CellValue* baseline = baseline_of(found, cell)) add(*baseline->value);
  }
  std::vector<double> ticks() const { return round_ticks(low_, high_, 4); }
  double x(double value) const {
    return high_ > low_ ? 6 + (kPlot - 12) * (value - low_) / (high_ - low_) : kPlot / 2;
  }

 private:
  void add(double value) {
    low_ = std::min(low_, value);
    high_ = std::max(high_, value);
  }
  double low_ = std::numeric_limits<double>::infinity(), high_ = -low_;
};

std::string kept(const CellValue& cell) {
  if (cell.survives && is_share(*cell.survives)) return percent(*cell.survives);
  if (!cell.lost) return "";
  if (std::abs(*cell.lost) < 0.0005) return "same score";
  return fmt::format("{:.3f} {}", std::abs(*cell.lost), *cell.lost < 0 ? "gained" : "lost");
}

std::string draw_row(const CorpusFindings& found, const CellValue& cell, const Scale& scale, double top) {
  const double y = top + kMarks;
  const std::string color = condition_color(found, cell.condition);
  std::string tip = fmt::format("{} under {}: {:.3f}", found.models[cell.model],
                                found.conditions[cell.condition], *cell.value);
  if (cell.interval) tip += fmt::format(" [{:.3f}, {:.3f}]", cell.interval->low, cell.interval->high);
  std::string out = svg_label(0, top + kName, "start", svg_name(found.models[cell.model], kMostOfName));
  out += svg_segment(0, y, kPlot, y, " stroke-opacity=\"0.12\"");
  if (cell.guessing)
    out += svg_segment(scale.x(*cell.guessing), y - 6, scale.x(*cell.guessing), y + 6,
                       " stroke-width=\"2\" stroke-opacity=\"0.35\"");
  if (cell.topic_alone)
    out += svg_segment(scale.x(*cell.topic_alone), y - 8, scale.x(*cell.topic_alone), y + 8,
                       " stroke-width=\"2\" stroke-dasharray=\"3 2\"");
  if (cell.interval)
    out += svg_segment(scale.x(cell.interval->low), y, scale.x(cell.interval->high), y, " stroke-width=\"2\"",
                       color);
  if (const CellValue* baseline = baseline_of(found, cell)) {
    const std::string of_baseline = fmt::format("{} under {}: {:.3f}", found.models[cell.model],
                                                found.conditions[baseline->condition], *baseline->value);
    out += svg_rings(condition_color(found, baseline->condition),
                     svg_dot(tenth(scale.x(*baseline->value)), y, of_baseline, 4.5));
  }
  out += svg_dots(color, svg_dot(tenth(scale.x(*cell.value)), y, tip, 3.5));
  return out + svg_label(kWidth, y + 4, "end", escape_xml(kept(cell)));
}

SvgFragment draw_panel(const CorpusFindings& found, size_t condition, size_t metric, const Scale& scale) {
  std::vector<const CellValue*> cells;
  for (size_t m = 0; m < found.models.size(); ++m)
    if (const CellValue* cell = cell_of(found, condition, m, metric)) cells.push_back(cell);
  if (cells.empty()) return {};
  std::string body = svg_title(found.conditions[condition], kWidth);
  if (const auto baseline = compared_with(found, condition))
    body += svg_label(0, 28, "start", svg_text("against " + found.conditions[*baseline], 46));
  if (std::ranges::any_of(cells, [](const CellValue* cell) { return cell->survives.has_value(); }))
    body += svg_label(kWidth, 28, "end", "survives");
  const double bottom = kTitle + kRow * static_cast<double>(cells.size());
  for (const double tick : scale.ticks())
    body += svg_segment(scale.x(tick), kTitle, scale.x(tick), bottom, " stroke-opacity=\"0.12\"");
  for (size_t r = 0; r < cells.size(); ++r)
    body += draw_row(found, *cells[r], scale, kTitle + kRow * static_cast<double>(r));
  body += svg_segment(0, bottom, kPlot, bottom, " stroke-opacity=\"0.3\"");
  for (const double tick : scale.ticks()) {
    const double x = scale.x(tick);
    body += svg_label(x, bottom + 14, x < 20 ? "start" : "middle", fmt::format("{:g}", tick));
  }
  body += svg_label(kPlot / 2, bottom + 30, "middle", svg_text(found.metrics[metric], 40));
  return {kWidth, bottom + kAxis, std::move(body)};
}

Drawing draw(const CorpusFindings& found, size_t metric) {
  const auto panels = panels_of(found);
  Scale scale;
  for (const auto& cell : found.scores)
    if (cell.metric == metric && cell.value && std::ranges::find(panels, cell.condition) != panels.end())
      scale.add(found, cell);
  Drawing drawing{title_of("What survives", found), {}};
  std::vector<SvgFragment> fragments;
  bool rings = false, guessing = false, topic = false;
  for (const size_t c : panels) {
    SvgFragment fragment = draw_panel(found, c, metric, scale);
    if (fragment.body.empty()) continue;
    fragments.push_back(std::move(fragment));
    for (const auto& cell : found.scores)
      if (cell.condition == c && cell.metric == metric && cell.value) {
        rings |= baseline_of(found, cell) != nullptr;
        guessing |= cell.guessing.has_value();
        topic |= cell.topic_alone.has_value();
      }
  }
  if (fragments.empty()) return drawing;
  std::vector<SvgLegend> legend = {{"score", kInk, {}, SvgMark::dot},
                                   {fmt::format("{} interval", percent(found.level)), kInk}};
  if (rings) legend.push_back({"score that it is compared with", kInk, {}, SvgMark::ring});
  drawing.lines.push_back(legend_fragments(legend));
  if (guessing) drawing.lines.back().push_back(word_fragment("short grey tick: guessing"));
  if (topic) drawing.lines.back().push_back(word_fragment("dashed tick: topic alone"));
  drawing.lines.push_back(std::move(fragments));
  return drawing;
}

}  // namespace
}  // namespace survival_parts

Figure survival_figure() {
  using namespace survival_parts;
  return {"survival", "What survives", Part::survival, caption, rows, draw, true};
}

}  // namespace standfast::report
