#include "standfast/report/summary.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "standfast/report/cell_scores.h"
#include "standfast/report/table.h"
#include "standfast/split/splitter.h"

namespace standfast::report {
namespace {

// Counts cells, and the test pairs of those without a score. All models of a condition are tested on the same
// pairs, so a cell that has not run has the folds and the counts of the other models' cells.
void count_records(const RunRecords& run, Summary& summary, std::vector<uint64_t>& lost_items) {
  using Fold = std::pair<uint64_t, uint32_t>;  // seed, number
  for (size_t i = 0; i < summary.cells.size(); i += run.models.size()) {
    std::map<Fold, uint64_t> planned;
    std::vector<std::map<Fold, bool>> done(run.models.size());
    for (const auto& record : run.cells) {
      if (record.corpus != run.corpora[summary.cells[i].corpus].name ||
          record.condition != run.conditions[summary.cells[i].condition].name)
        continue;
      uint64_t& pairs = planned[{record.seed, record.fold}];
      pairs = std::max(pairs, record.n_test);
      for (size_t m = 0; m < run.models.size(); ++m)
        if (record.model == run.models[m].name) done[m][{record.seed, record.fold}] = record.ok;
    }
    for (const auto& missing : run.missing)
      if (missing.corpus == run.corpora[summary.cells[i].corpus].name &&
          missing.condition == run.conditions[summary.cells[i].condition].name)
        planned.try_emplace({missing.seed, missing.fold}, 0);
    for (size_t m = 0; m < run.models.size(); ++m)
      for (const auto& [fold, pairs] : planned) {
        const auto found = done[m].find(fold);
        auto& cell = summary.cells[i + m];
        if (found != done[m].end() && found->second) {
          ++cell.folds;
          continue;
        }
        ++(found == done[m].end() ? cell.missing : cell.failed);
        lost_items[i + m] += pairs;
      }
  }
}

// A loss survives like a score: what counts is the way from chance to the reference, whichever is lower.
Estimate survival_of(const RunMetric& metric, const Replicated& score, const Replicated& iid,
                     const Replicated& chance, const Replicated& chance_iid, double level) {
  if (metric.higher_is_better) return survival(score, iid, chance, chance_iid, level);
  const auto negated = [](Replicated loss) {
    if (loss.value) loss.value = -*loss.value;
    for (double& replicate : loss.replicates) replicate = -replicate;
    return loss;
  };
  return survival(negated(score), negated(iid), negated(chance), negated(chance_iid), level);
}

}  // namespace

Result<Summary> study_outline(const RunRecords& run) {
  Summary summary;
  SF_ASSIGN(summary.profile, run_profile(run));
  summary.metrics = summary.profile.names();
  summary.default_metric = summary.profile.main;
  for (size_t m = 0; m < run.models.size(); ++m)
    if (run.models[m].model == "prior" && !summary.chance_model) summary.chance_model = m;
  for (size_t c = 0; c < run.conditions.size(); ++c)
    if (run.conditions[c].reference && !summary.reference) summary.reference = c;
  return summary;
}

Result<Summary> summarise(const RunRecords& run, const ReportOptions& options, Sink& sink) {
  SF_ASSIGN(Summary summary, study_outline(run));
  if (!options.metric.empty()) {
    SF_ASSIGN(summary.default_metric, summary.profile.place_of(options.metric));
  }
  for (size_t corpus = 0; corpus < run.corpora.size(); ++corpus)
    for (size_t condition = 0; condition < run.conditions.size(); ++condition)
      for (size_t model = 0; model < run.models.size(); ++model)
        summary.cells.push_back({corpus, condition, model, 0, 0, 0, options.level,
                                 std::vector<MetricSummary>(summary.metrics.size())});
  std::vector<uint64_t> lost_items(summary.cells.size());
  count_records(run, summary, lost_items);

  const auto resamples = static_cast<uint32_t>(options.resamples);
  const ResampleOptions resampling{resamples, run.seeds.empty() ? 0 : run.seeds.front(), options.threads};
  SF_ASSIGN(const CellScores scores, run.classifies()
                                         ? classification_cell_scores(run, summary, resampling, sink)
                                         : verification_cell_scores(run, summary, resampling, sink));

  for (size_t i = 0; i < summary.cells.size(); ++i) {
    auto& cell = summary.cells[i];
    // The place of the same corpus under another condition or model.
    const auto at = [&](size_t condition, size_t model) {
      return (cell.corpus * run.conditions.size() + condition) * run.models.size() + model;
    };
    for (size_t m = 0; m < summary.metrics.size(); ++m) {
      auto& metric = cell.metrics[m];
      metric.n_total = lost_items[i];
      if (scores[i].empty()) {
        metric.score.why_not = cell.failed > 0 ? "every cell failed" : "no cell has run";
        metric.survival.why_not = metric.score.why_not;
        continue;
      }
      const Replicated& score = scores[i][m];
      metric.score = estimate(score, cell.confidence);
      metric.n_used = score.n_used;
      metric.n_total += score.n_total;
      metric.folds_used = score.folds_used;
      const auto chance_at = [&](size_t condition) -> std::optional<Replicated> {
        if (summary.chance_model) {
          const auto& prior = scores[at(condition, *summary.chance_model)];
          return prior.empty() ? std::nullopt : std::optional(prior[m]);
        }
        if (summary.metrics[m] == "auc") return constant(0.5, resamples);
        return std::nullopt;
      };
      const auto chance = chance_at(cell.condition);
      if (chance) metric.chance = chance->value;
      if (!summary.reference) {
        metric.survival.why_not = "no condition of the study is marked as the reference";
      } else if (summary.chance_model == cell.model) {
        metric.survival.why_not = "this model is the chance level";
      } else if (*summary.reference != cell.condition) {
        const auto& iid = scores[at(*summary.reference, cell.model)];
        const auto chance_iid = chance_at(*summary.reference);
        if (iid.empty())
          metric.survival.why_not = "the reference has no score of this model";
        else if (!chance || !chance_iid)
          metric.survival.why_not = summary.chance_model
                                        ? "the prior model has no score here, so chance is unknown"
                                        : "the study has no prior model, so chance is unknown";
        else
          metric.survival =
              survival_of(summary.profile.metrics[m], score, iid[m], *chance, *chance_iid, cell.confidence);
      }
    }
  }
  return summary;
}

std::vector<std::string> headlines(const RunRecords& run, const Summary& summary, double level) {
  std::vector<std::string> sentences;
  if (!summary.reference)
    return {"No condition of this study is marked as the reference, so no survival is computed."};
  const size_t m = summary.default_metric;
  const std::string& metric = summary.metrics[m];
  const auto splitter = splitters().find(run.conditions[*summary.reference].splitter);
  const char* kind_of_reference = splitter && !(*splitter)->traits.novel_topics ? "seen topics" : "reference";
  for (size_t corpus = 0; corpus < run.corpora.size(); ++corpus)
    for (size_t model = 0; model < run.models.size(); ++model) {
      if (summary.chance_model == model) continue;
      const auto& iid = summary.cell(run, corpus, *summary.reference, model).metrics[m];
      std::string sentence = run.corpora.size() > 1
                                 ? fmt::format("{}, {}: ", run.corpora[corpus].name, run.models[model].name)
                                 : run.models[model].name + ": ";
      sentence += iid.score.value ? fmt::format("{} {:.2f} under {} ({})", metric, *iid.score.value,
                                                run.conditions[*summary.reference].name, kind_of_reference)
                                  : fmt::format("no {} under {} ({})", metric,
                                                run.conditions[*summary.reference].name, iid.score.why_not);
      for (size_t condition = 0; condition < run.conditions.size(); ++condition) {
        if (condition == *summary.reference) continue;
        const auto& shifted = summary.cell(run, corpus, condition, model).metrics[m];
        const auto& name = run.conditions[condition].name;
        if (!shifted.score.value) {
          sentence += fmt::format("; {}: no score ({})", name, shifted.score.why_not);
        } else if (shifted.survival.value) {
          sentence += fmt::format("; {:.2f} under {}: {} survives", *shifted.score.value, name,
                                  percent(*shifted.survival.value));
          if (const auto& interval = shifted.survival.interval)
            sentence += fmt::format(" ({} interval {} to {})", percent(level), percent(interval->low),
                                    percent(interval->high));
        } else {
          sentence += fmt::format("; {:.2f} under {}: survival undefined, {}", *shifted.score.value, name,
                                  shifted.survival.why_not);
        }
      }
      sentences.push_back(sentence + ".");
    }
  return sentences;
}

}  // namespace standfast::report
