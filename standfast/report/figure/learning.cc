// Training of networks: the training loss of each fit over its updates, and the loss on validation documents;
// a panel for each model under each condition, and for each space.
#include <algorithm>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/report/figure/catalog.h"
#include "standfast/report/figure/grouping.h"

namespace standfast::report {
namespace learning_parts {
namespace {

std::string name_of(const CorpusFindings& found, const Learning& one) {
  return one.of_space ? "space · " + one.conditions
                      : found.models[one.model] + " · " + found.conditions[one.condition];
}

std::string caption(const CorpusFindings& found) {
  size_t fits = 0;
  for (const auto& one : found.learning) fits += one.fits.size();
  return fmt::format(
      "A line is the training loss of one fit (cross-entropy in nats, means over equal parts of its "
      "updates); a dashed line with dots is its loss on validation documents, and the large dot the moment "
      "whose weights the model has. The flat line is the loss of guessing by the frequencies of the classes. "
      "A line that stays there has learned little, or its texts say little about the classes; one that falls "
      "while the dots rise may be memorising its texts. n: {}.",
      counted(fits, "fit"));
}

std::vector<Rows> rows(const CorpusFindings& found) {
  Rows rows(
      "learning",
      {"condition", "network", "seed", "fold", "fit", "documents", "update", "loss", "accuracy", "chosen"},
      found);
  for (const auto& one : found.learning) {
    const std::string condition = one.of_space ? one.conditions : found.conditions[one.condition];
    const std::string network = one.of_space ? "the space" : found.models[one.model];
    for (const auto& fit : one.fits) {
      for (const auto& point : fit.history->losses)
        rows.add({condition, network, fit.seed, fit.fold, fit.fit, "training", point.update,
                  rounded(point.loss, 6), "", ""});
      for (size_t i = 0; i < fit.history->validations.size(); ++i) {
        const auto& checked = fit.history->validations[i];
        rows.add({condition, network, fit.seed, fit.fold, fit.fit, "validation", checked.update,
                  rounded(checked.loss, 6), rounded(checked.accuracy, 6),
                  fit.history->best == i ? "yes" : "no"});
      }
    }
  }
  return {rows};
}

Panel panel_of(const CorpusFindings& found, const Learning& one) {
  Panel panel;
  panel.title = name_of(found, one);
  const std::string color = condition_color(found, one.condition);
  double most = one.guessing, end = 0;
  for (const auto& fit : one.fits) {
    const TrainingHistory& history = *fit.history;
    const std::string who = one.of_space
                                ? std::string("fit of the space")
                                : fmt::format("seed {}, fold {}, fit {}", fit.seed, fit.fold, fit.fit);
    PanelLine training{{}, color, {}, who, 1.4, 0.75};
    for (const auto& point : history.losses) {
      training.points.emplace_back(static_cast<double>(point.update), point.loss);
      most = std::max(most, point.loss);
      end = std::max(end, static_cast<double>(point.update));
    }
    panel.lines.push_back(std::move(training));
    if (history.validations.empty()) continue;
    PanelLine validation{{}, color, "4 3", who + ", validation", 1.2, 0.9};
    for (size_t i = 0; i < history.validations.size(); ++i) {
      const auto& checked = history.validations[i];
      const auto update = static_cast<double>(checked.update);
      validation.points.emplace_back(update, checked.loss);
      most = std::max(most, checked.loss);
      panel.dots.push_back(
          {update, checked.loss, color,
           fmt::format("{}: loss {:.3f}, accuracy {:.3f} on validation documents after {} updates", who,
                       checked.loss, checked.accuracy, checked.update),
           history.best == i ? 4.5 : 2.0});
    }
    panel.lines.push_back(std::move(validation));
  }
  if (one.guessing > 0)
    panel.lines.push_back({{{0, one.guessing}, {end, one.guessing}}, kInk, "1 3", "guessing", 1.0, 0.8});
  panel.y_high = most > 0 ? 1.05 * most : 1;
  return panel;
}

Drawing draw(const CorpusFindings& found, size_t) {
  std::vector<Panel> panels;
  PanelAxes axes;
  axes.x_label = "updates";
  axes.y_label = "loss";
  for (const auto& one : found.learning) {
    panels.push_back(panel_of(found, one));
    axes.y_high = std::max(axes.y_high, *panels.back().y_high);
    axes.x_high = std::max(axes.x_high, static_cast<double>(one.most_updates));
  }
  if (panels.empty()) return {};
  return panel_drawing(title_of("How networks learned", found),
                       {{"training", kInk}, {"validation", kInk, "4 3"}, {"guessing", kInk, "1 3"}}, axes,
                       {panels});
}

}  // namespace
}  // namespace learning_parts

Figure learning_figure() {
  using namespace learning_parts;
  return {"learning", "How networks learned", Part::learning, caption, rows, draw};
}

}  // namespace standfast::report
