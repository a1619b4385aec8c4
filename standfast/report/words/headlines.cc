#include "standfast/report/words/headlines.h"

#include <cmath>

#include <fmt/format.h>

#include "standfast/report/table/table.h"
#include "standfast/split/splitter.h"

namespace standfast::report {

std::string lost_in_words(const Estimate& lost, double level) {
  const bool gained = *lost.value < 0;
  std::string text = fmt::format("{:.3f} {}", std::abs(*lost.value), gained ? "gained" : "lost");
  if (lost.interval)
    text += fmt::format(" ({} interval {:+.3f} to {:+.3f})", percent(level),
                        gained ? -lost.interval->high : lost.interval->low,
                        gained ? -lost.interval->low : lost.interval->high);
  return text;
}

namespace {

// A score of some folds is that of their items alone.
std::string on_some_folds(const CellSummary& cell, size_t metric) {
  const uint32_t used = cell.metrics[metric].folds_used, all = cell.folds + cell.failed + cell.missing;
  return used < all ? fmt::format(" on {} of {} folds", used, all) : "";
}

}  // namespace

std::vector<std::string> headlines(const RunRecords& run, const Summary& summary, double level) {
  std::vector<std::string> sentences;
  if (!summary.reference)
    return {
        "No condition of this study is marked as the reference, so conditions are not compared with each other."};
  const size_t m = summary.default_metric;
  const std::string& metric = summary.metrics[m];
  const ConditionInfo& of_reference = run.conditions[*summary.reference];
  const auto splitter = splitters().find(of_reference.splitter);
  const bool splits_topics =  // nobody knows that of sides that a user gives
      splitter && !(*splitter)->traits.as_given &&
      !keeps_apart((*splitter)->traits, of_reference.splitter_options, Role::topic);
  for (size_t corpus = 0; corpus < run.corpora.size(); ++corpus)
    for (size_t model = 0; model < run.models.size(); ++model) {
      if (summary.chance_model == model) continue;
      const CellSummary& of_iid = summary.cell(run, corpus, *summary.reference, model);
      const auto& iid = of_iid.metrics[m];
      std::string sentence = run.corpora.size() > 1
                                 ? fmt::format("{}, {}: ", run.corpora[corpus].name, run.models[model].name)
                                 : run.models[model].name + ": ";
      const char* const kind_of_reference =
          splits_topics && run.corpora[corpus].topics > 1 ? "seen topics" : "reference";
      const bool compared = run.asks(corpus, *summary.reference);
      sentence += !compared         ? fmt::format("{} is the reference and is not asked of this corpus",
                                                  run.conditions[*summary.reference].name)
                  : iid.score.value ? fmt::format("{} {:.2f} under {} ({}){}", metric, *iid.score.value,
                                                  run.conditions[*summary.reference].name, kind_of_reference,
                                                  on_some_folds(of_iid, m))
                                    : fmt::format("no {} under {} ({})", metric,
                                                  run.conditions[*summary.reference].name, iid.score.why_not);
      for (size_t condition = 0; condition < run.conditions.size(); ++condition) {
        if (condition == *summary.reference || !run.asks(corpus, condition)) continue;
        if (run.conditions[condition].shortcut) continue;  // the report says it beside their table
        const CellSummary& cell = summary.cell(run, corpus, condition, model);
        const auto& shifted = cell.metrics[m];
        const auto& name = run.conditions[condition].name;
        if (!shifted.score.value) {
          sentence += fmt::format("; {}: no score ({})", name, shifted.score.why_not);
          continue;
        }
        sentence += fmt::format("; {:.2f} under {}{}", *shifted.score.value, name, on_some_folds(cell, m));
        if (!compared) continue;
        sentence += ": ";
        if (const auto& share = shifted.survival; share.value) {
          sentence += percent(*share.value) + " survives";
          if (share.interval)
            sentence += fmt::format(" ({} interval {} to {})", percent(level), percent(share.interval->low),
                                    percent(share.interval->high));
          if (summary.baseline[condition] != summary.reference)
            sentence += fmt::format(" of {}", run.conditions[*summary.baseline[condition]].name);
        } else if (const auto& lost = shifted.lost.estimate; lost.value) {
          sentence += lost_in_words(lost, level);
        } else {
          sentence += "no comparison, " + lost.why_not;
        }
      }
      sentences.push_back(sentence + ".");
    }
  return sentences;
}

}  // namespace standfast::report
