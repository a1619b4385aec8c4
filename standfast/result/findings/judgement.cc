#include "standfast/result/findings/judgement.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "standfast/analysis/leak/design_checks.h"
#include "standfast/analysis/leak/run_checks.h"
#include "standfast/result/findings/learning.h"
#include "standfast/result/findings/trivial_scores.h"

namespace standfast::result {
namespace {

// Returns the share of test items that are flagged as near duplicates, over all folds; nothing if the study
// does not ask.
std::optional<double> near_share(const RunRecords& run, const std::string& corpus,
                                 const std::string& condition) {
  double flagged = 0, items = 0;
  for (const auto& near : run.near) {
    if (near.corpus != corpus || near.condition != condition) continue;
    for (const auto& fold : near.folds) {
      flagged += static_cast<double>(fold.flagged.size());
      items += static_cast<double>(fold.items);
    }
  }
  if (items == 0) return std::nullopt;
  return flagged / items;
}

StudyDesign design_of(const RunRecords& run, const Summary& summary) {
  StudyDesign design;
  design.classifies = run.the_task().traits().has_target;
  if (!run.target.empty()) design.target = run.target;
  design.metric = summary.metrics[summary.default_metric];
  for (size_t m = 0; m < run.models.size(); ++m)
    if (run.is_pretrained(m)) design.pretrained.push_back(run.models[m].name);
  for (size_t k = 0; k < run.corpora.size(); ++k) {
    const CorpusInfo& info = run.corpora[k];
    DesignCorpus corpus;
    corpus.name = info.name;
    corpus.has_topics = info.topics > 0;
    corpus.has_authors = info.authors > 0;
    corpus.odd_values = info.odd_values;
    for (const auto& side : info.sides)
      corpus.sides.push_back({side.name, side.documents, side.shared_texts});
    for (size_t place = 0; place < run.conditions.size(); ++place) {
      const ConditionInfo& c = run.conditions[place];
      if (!run.asks(k, place) || c.side != kTestSide) continue;  // other sides have the same folds
      corpus.conditions.push_back(outline_condition(c.name, c.sampler, c.splitter, c.reference, c.control_of,
                                                    design.classifies, c.splitter_options));
      corpus.conditions.back().block = c.block;
      corpus.conditions.back().planted = c.shortcut.has_value();
      corpus.conditions.back().near_share = near_share(run, info.name, c.name);
      corpus.conditions.back().reference_by_default = c.reference_by_default;
    }
    design.corpora.push_back(std::move(corpus));
  }
  for (const auto& drawn : run.designs) add_draw(design, drawn);
  return design;
}

// Adds the scores of a cell that serves as baseline, by the metric of guessing: over all items, and over the
// items on which conditions are compared.
void add_counted_from(const RunRecords& run, const Summary& summary, const CellSummary& cell, size_t m,
                      std::vector<ScoredCondition>& scores) {
  const auto add = [&](const Estimate& score, const std::optional<double>& guessing) -> ScoredCondition& {
    ScoredCondition one;
    one.corpus = run.corpora[cell.corpus].name;
    one.condition = run.conditions[cell.condition].name;
    one.model = run.models[cell.model].name;
    one.metric = summary.metrics[m];
    one.reference = true;
    one.score = score.value;
    if (score.interval) {
      one.low = score.interval->low;
      one.high = score.interval->high;
    }
    one.chance = guessing;
    return scores.emplace_back(std::move(one));
  };
  bool all_items = false, some_items = false;
  std::vector<std::vector<std::string>> said;  // columns
  for (size_t k = 0; k < run.conditions.size(); ++k) {
    if (summary.baseline[k] != cell.condition || !run.asks(cell.corpus, k)) continue;
    const auto& of = summary.cell(run, cell.corpus, k, cell.model).metrics[m].compared;
    if (!of || of->baseline_n == of->baseline_of) {
      all_items = true;
      continue;
    }
    some_items = true;
    if (std::ranges::find(said, of->columns) != said.end()) continue;
    said.push_back(of->columns);
    ScoredCondition& one = add(of->baseline_score, of->baseline_guessing);
    one.items = run.the_task().items();
    one.n = of->baseline_n;
    one.n_total = of->baseline_of;
    one.compared_with = run.conditions[k].name;
  }
  if (all_items || (summary.reference == cell.condition && !some_items))
    add(cell.metrics[m].score, cell.metrics[m].guessing);
}

std::vector<ScoredCondition> scores_of(const RunRecords& run, const Summary& summary) {
  // A metric with a score of guessing decides whether a score beats guessing.
  const size_t of_guessing = metric_of_guessing(run, summary);
  std::vector<ScoredCondition> scores;
  for (const auto& cell : summary.cells) {
    if (summary.chance_model == cell.model || !run.asks(cell.corpus, cell.condition)) continue;
    // The share of a side counts from another side of the same fit and says nothing about the reference.
    if (run.conditions[cell.condition].side == kTestSide) {
      const Estimate& survival = cell.metrics[summary.default_metric].survival;
      ScoredCondition one;
      one.corpus = run.corpora[cell.corpus].name;
      one.condition = run.conditions[cell.condition].name;
      one.model = run.models[cell.model].name;
      one.metric = summary.metrics[summary.default_metric];
      one.survival = survival.value;
      if (survival.interval) {
        one.survival_low = survival.interval->low;
        one.survival_high = survival.interval->high;
      }
      scores.push_back(std::move(one));
    }
    // A model that knows only topics should guess: pairs across topics are made for that.
    if (!run.topics_only(cell.model)) add_counted_from(run, summary, cell, of_guessing, scores);
  }
  return scores;
}

// Returns the scores that are not shown to be above the score of topic alone, by the metric that is shown
// first. A side has its condition's pairs.
std::vector<ScoredByTopic> topic_scores_of(const RunRecords& run, const Summary& summary) {
  std::vector<ScoredByTopic> found;
  for (size_t corpus = 0; corpus < run.corpora.size(); ++corpus)
    for (size_t condition = 0; condition < run.conditions.size(); ++condition) {
      if (!run.asks(corpus, condition)) continue;
      const size_t m = summary.default_metric;
      const auto level = topic_level(run, summary, corpus, condition, m);
      if (!level) continue;
      ScoredByTopic one{run.corpora[corpus].name,
                        run.conditions[condition].name,
                        run.models[level->model].name,
                        level->score,
                        level->interval.low,
                        level->interval.high,
                        level->guessing,
                        {}};
      for (size_t model = 0; model < run.models.size(); ++model) {
        const MetricSummary& numbers = summary.cell(run, corpus, condition, model).metrics[m];
        if (!at_level(*level, numbers)) continue;
        const Estimate& over = over_level(*level, numbers)->estimate;
        one.models.push_back({run.models[model].name, *numbers.score.value, *over.value});
        if (over.interval)
          one.models.back().low = over.interval->low, one.models.back().high = over.interval->high;
      }
      if (!one.models.empty()) found.push_back(std::move(one));
    }
  return found;
}

std::vector<UndecidedModel> undecided_of(const RunRecords& run, const Summary& summary) {
  std::vector<UndecidedModel> found;
  for (const auto& cell : summary.cells)
    if (summary.chance_model != cell.model && cell.hardly_answers())
      found.push_back({run.corpora[cell.corpus].name, run.conditions[cell.condition].name,
                       run.models[cell.model].name, cell.undecided, cell.answers});
  return found;
}

// Returns the planted conditions. Models share the folds of a condition, so the cells of one model are
// enough.
std::vector<PlantedCondition> planted_of(const RunRecords& run) {
  std::vector<PlantedCondition> planted;
  std::map<std::pair<std::string, std::string>, std::string> models;
  for (const auto& corpus : run.corpora)
    for (const auto& cell : run.cells)
      if (cell.ok && cell.shortcut && cell.corpus == corpus.name && cell.side == kTestSide && cell.fit == 0 &&
          models.emplace(std::pair{cell.corpus, cell.drawn}, cell.model).first->second == cell.model)
        add_planted(planted, corpus.name, cell.drawn, corpus.classes, *cell.shortcut);
  return planted;
}

// Returns the networks, each model with all its conditions, because a warning for each condition would say
// the same.
std::vector<TrainedNetwork> networks_of(const RunRecords& run, const Summary& summary) {
  const size_t metric = metric_of_guessing(run, summary);
  std::vector<TrainedNetwork> all;
  for (size_t k = 0; k < run.corpora.size(); ++k) {
    const std::string& corpus = run.corpora[k].name;
    const auto found = learning(run, k);
    const auto scores_above_guessing = [&](const Learning& part) {
      return !part.of_space &&
             is_above_guessing(summary.cell(run, k, part.condition, part.model).metrics[metric]);
    };
    const auto add = [](TrainedNetwork::Fits& some, const TrainingHistory& history) {
      ++some.count;
      some.loss += (history.loss_of_weights() - some.loss) / static_cast<double>(some.count);
      some.guessing += (history.guessing - some.guessing) / static_cast<double>(some.count);
    };
    const auto add_network = [&](const std::string& name, const auto& belongs) {
      TrainedNetwork one{.corpus = corpus, .name = name};
      uint64_t texts = 0, cut = 0;
      for (const Learning& part : found) {
        if (!belongs(part)) continue;
        one.fits += part.fits.size();
        texts += part.texts;
        cut += part.texts_cut;
        one.most_tokens = std::max(one.most_tokens, part.most_tokens);
        // A network that does better than guessing has learned, though its texts may say so little that its
        // loss hardly fell.
        const bool learned = scores_above_guessing(part);
        for (const LearnedFit& fit : part.fits) {
          const TrainingHistory& history = *fit.history;
          if (history.diverged()) {
            add(one.diverged, history);
          } else if (history.ends_at_guessing() && !learned) {
            add(one.at_guessing, history);
            one.updates = std::max(one.updates, history.updates);
            one.texts = std::max(one.texts, history.texts);
          }
        }
      }
      if (one.fits == 0) return;
      one.share_cut = texts > 0 ? static_cast<double>(cut) / static_cast<double>(texts) : 0;
      all.push_back(std::move(one));
    };
    for (size_t m = 0; m < run.models.size(); ++m) {
      add_network("model " + run.models[m].name,
                  [&](const Learning& part) { return !part.of_space && part.model == m; });
      double most = 0;
      for (const auto& cell : run.cells)
        if (cell.too_long && cell.corpus == corpus && cell.model == run.models[m].name)
          most = std::max(most, *cell.too_long);
      if (most > 0)
        all.push_back({.corpus = corpus, .name = "model " + run.models[m].name, .share_cut = most});
    }
    for (const Learning& space : found)
      if (space.of_space)
        add_network("the space of " + space.conditions,
                    [&](const Learning& part) { return &part == &space; });
  }
  return all;
}

}  // namespace

bool depends_on_draw(const RunRecords& run, size_t condition) {
  const ConditionInfo& c = run.conditions[condition];
  return outline_condition(c.name, c.sampler, c.splitter, c.reference, c.control_of,
                           run.the_task().traits().has_target, c.splitter_options)
      .drawn;
}

Result<Judgement> judge_run(const RunRecords& run, const Summary& summary,
                            const std::vector<std::string>& ignore) {
  auto codes = run.ignore;
  codes.insert(codes.end(), ignore.begin(), ignore.end());
  SF_ASSIGN(codes, known_codes(codes));
  Judgement judgement;
  judgement.warnings = check_design(design_of(run, summary));
  for (auto& warning : check_scores(scores_of(run, summary)))
    judgement.warnings.push_back(std::move(warning));
  for (auto& warning : check_topic_level(topic_scores_of(run, summary)))
    judgement.warnings.push_back(std::move(warning));
  for (auto& warning : check_undecided(undecided_of(run, summary)))
    judgement.warnings.push_back(std::move(warning));
  for (auto& warning : check_planted(planted_of(run))) judgement.warnings.push_back(std::move(warning));
  for (auto& warning : check_learning(networks_of(run, summary)))
    judgement.warnings.push_back(std::move(warning));
  judgement.ignored = leave_out(judgement.warnings, codes);
  return judgement;
}

}  // namespace standfast::result
