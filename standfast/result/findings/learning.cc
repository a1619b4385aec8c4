#include "standfast/result/findings/learning.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/model/classify/classifier.h"

namespace standfast::result {
namespace {

void name_options(const std::string& model, const Options& options, Learning& out) {
  if (const auto found = options.values().find("checkpoint"); found != options.values().end())
    out.checkpoint = to_string(found->second);
  const auto info = classifiers().info(model);
  if (!info) return;
  std::vector<OptionSpec> others;
  for (const OptionSpec& spec : *info->options)
    if (spec.name != "checkpoint" && spec.name != kDigestOption) others.push_back(spec);
  out.options = options_changed(options, others);
  if (!out.options.empty()) out.options.erase(0, 1);
}

void sum_up(Learning& out) {
  const auto n = static_cast<double>(out.fits.size());
  uint64_t guessed = 0;
  double loss = 0, accuracy = 0, update = 0;
  out.least_texts = out.least_updates = UINT64_MAX;
  for (const LearnedFit& fit : out.fits) {
    const TrainingHistory& history = *fit.history;
    out.digest = history.model;
    out.texts += history.texts;
    out.texts_cut += history.texts_cut;
    out.most_tokens = std::max(out.most_tokens, history.most_tokens);
    out.least_texts = std::min(out.least_texts, history.texts);
    out.most_texts = std::max(out.most_texts, history.texts);
    out.least_updates = std::min(out.least_updates, history.updates);
    out.most_updates = std::max(out.most_updates, history.updates);
    out.ended_early += history.updates < history.updates_planned ? 1 : 0;
    out.validation_texts = std::max(out.validation_texts, history.validation_texts);
    guessed += history.guessing > 0 ? 1 : 0;
    out.guessing += history.guessing;
    out.first += history.first / n;
    out.last += history.last / n;
    double lowest = history.last;
    for (const auto& point : history.losses) lowest = std::min(lowest, point.loss);
    out.lowest += lowest / n;
    out.at_guessing += history.ends_at_guessing() ? 1 : 0;
    out.diverged += history.diverged() ? 1 : 0;
    if (!history.best) continue;
    const auto& best = history.validations[*history.best];
    ++out.chosen;
    loss += best.loss;
    accuracy += best.accuracy;
    update += static_cast<double>(best.update);
  }
  out.guessing = guessed > 0 ? out.guessing / static_cast<double>(guessed) : 0;
  if (out.chosen == 0) return;
  const auto chosen = static_cast<double>(out.chosen);
  out.validation_loss = loss / chosen;
  out.validation_accuracy = accuracy / chosen;
  out.best_update = update / chosen;
}

}  // namespace

std::vector<Learning> learning(const RunRecords& run, size_t corpus) {
  const std::string& name = run.corpora[corpus].name;
  std::vector<Learning> all;
  for (size_t c = 0; c < run.conditions.size(); ++c) {
    if (run.conditions[c].side != kTestSide) continue;  // other sides have the same fits
    for (size_t m = 0; m < run.models.size(); ++m) {
      Learning one;
      one.condition = c;
      one.model = m;
      for (const auto* cells : {&run.cells, &run.refits})
        for (const CellRecord& cell : *cells)
          if (cell.history && cell.side == kTestSide && cell.corpus == name &&
              cell.condition == run.conditions[c].name && cell.model == run.models[m].name)
            one.fits.push_back({cell.seed, cell.fold, cell.fit, cell.history});
      if (one.fits.empty()) continue;
      std::ranges::sort(one.fits, {},
                        [](const LearnedFit& fit) { return std::tuple(fit.seed, fit.fold, fit.fit); });
      name_options(run.models[m].model, run.models[m].options, one);
      sum_up(one);
      all.push_back(std::move(one));
    }
  }
  for (const SpaceFitInfo& fit : run.space_fits) {
    if (fit.corpus != name) continue;
    Learning one;
    one.of_space = true;
    std::vector<std::string> conditions;
    for (size_t c = 0; c < run.conditions.size(); ++c) {
      const ConditionInfo& condition = run.conditions[c];
      if (condition.side != kTestSide || !condition.space || condition.space->fit != fit.fit) continue;
      if (conditions.empty()) {
        one.condition = c;
        one.validation = condition.space->validation;
        name_options(condition.space->maker, condition.space->options, one);
      }
      conditions.push_back(condition.name);
    }
    if (conditions.empty()) continue;
    one.conditions = fmt::format("{}", fmt::join(conditions, ", "));
    one.fits.push_back({0, 0, 0, std::make_shared<const TrainingHistory>(fit.history)});
    sum_up(one);
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace standfast::result
