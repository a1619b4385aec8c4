#include "standfast/result/findings/corpus_findings.h"

#include <algorithm>
#include <utility>

#include "standfast/base/parallel.h"
#include "standfast/result/findings/topic_scores.h"
#include "standfast/result/findings/trivial_scores.h"
#include "standfast/result/run/answer_store.h"
#include "standfast/result/run/cell_index.h"

namespace standfast::result {
namespace {

void add_names(const RunRecords& run, const Summary& summary, size_t corpus, CorpusFindings& found) {
  const auto& info = run.corpora[corpus];
  found.name = info.name;
  for (const auto& condition : run.conditions) found.conditions.push_back(condition.name);
  for (const auto& model : run.models) found.models.push_back(model.name);
  found.metrics = summary.metrics;
  found.documents = info.documents;
  found.authors = info.authors;
  found.topics = info.topics;
  found.tested_topics = info.tested_topics;
  found.classes = info.classes;
  found.of_pairs = run.the_task().traits().draws_pairs;
}

void add_folds(const RunRecords& run, const CellIndex& index, const Summary& summary, size_t corpus,
               CorpusFindings& found) {
  for (size_t c = 0; c < run.conditions.size(); ++c)
    for (size_t m = 0; m < run.models.size(); ++m)
      for (const CellRecord* cell : index.folds(corpus, c, m)) {
        if (cell->side == kTestSide) ++found.cells;  // a cell counts once
        found.answers += answer_count(*cell);
        FoldValues fold{c, m, cell->seed, cell->fold, cell->n_test, {}};
        for (const auto& name : found.metrics) fold.values.push_back(cell->value_of(name));
        found.folds.push_back(std::move(fold));
      }
  for (const auto& cell : summary.cells)
    if (cell.corpus == corpus && cell.folds > 0)
      for (size_t k = 0; k < found.metrics.size(); ++k) {
        const MetricSummary& numbers = cell.metrics[k];
        // A model that guesses has nothing to lose, and an interval that is about the mix of classes alone.
        const bool guesses = summary.chance_model == cell.model;
        found.scores.push_back({cell.condition, cell.model, k, numbers.score.value,
                                guesses ? std::nullopt : numbers.score.interval, numbers.guessing,
                                guesses ? std::nullopt : numbers.lost.estimate.value,
                                numbers.survival.value});
        if (const auto level = topic_level(run, summary, corpus, cell.condition, k))
          found.scores.back().topic_alone = level->score;
      }
  found.reference = summary.reference;
  found.baselines = summary.baseline;
  for (const auto& condition : run.conditions) found.controls.push_back(!condition.control_of.empty());
}

CorpusFindings begin_findings(const RunRecords& run, const CellIndex& index, const Summary& summary,
                              size_t corpus, double level) {
  CorpusFindings found;
  found.level = level;
  found.nested = run.nested_repeats > 0;
  add_names(run, summary, corpus, found);
  add_folds(run, index, summary, corpus, found);
  return found;
}

// Findings from the answers of one condition and model alone.
struct OfOneModel {
  PooledItems items;
  std::optional<ClassData> data;
  std::optional<ScoresByClass> by_class;
  std::vector<WorstGroup> worst;
  std::optional<ConfusionRow> confused;
};

// Reads the answers of each condition and model once, and gives them to everything that is found from them.
// The models of a condition share the threads.
void add_class_findings(const RunRecords& run, const CellIndex& index, const Summary& summary,
                        const AnswerOutline& outline, size_t corpus, double level, int threads,
                        CorpusFindings& found) {
  AllTopicScores scores(run, corpus, unit_choice(outline));
  AnswerMatrixCount matrices(run.corpora[corpus], outline.of_class);
  found.unit = scores.unit;
  for (size_t c = 0; c < run.conditions.size(); ++c) {
    TopicDifficultyCount difficulty(c);
    const size_t most_finished = most_finished_model(run, index, corpus, c);
    std::vector<OfOneModel> models(run.models.size());
    parallel_for(models.size(), threads, [&](size_t m) {
      OfOneModel& one = models[m];
      one.items = pooled_items(run, corpus, index.folds(corpus, c, m));
      if (one.items.size() == 0) return;
      if (m == most_finished) one.data = class_data(run, index, corpus, c, one.items);
      scores.add(c, m, one.items);
      if (summary.chance_model == m) return;
      one.by_class = scores_by_class(run, corpus, c, m, one.items, level);
      one.worst = worst_groups(run, corpus, c, m, one.items, level);
      one.confused = confusion_row(run, corpus, c, m, one.items, level);
    });
    for (size_t m = 0; m < models.size(); ++m) {
      OfOneModel one = std::move(models[m]);
      if (one.data) found.class_data.push_back(std::move(*one.data));
      if (!one.by_class) continue;
      matrices.add(c, m, one.items);
      difficulty.add(m, one.items);
      found.scores_by_class.push_back(std::move(*one.by_class));
      for (auto& group : one.worst) found.worst_groups.push_back(std::move(group));
      if (one.confused) found.confusion.push_back(std::move(*one.confused));
      if (scores.unit.topics())
        for (const auto& [topic, score] : scores.at(c, m))
          found.topic_accuracy.push_back({c, m, topic, score.right, score.n});
    }
    if (auto one = difficulty.found(found.tested_topics)) found.topic_difficulty.push_back(std::move(*one));
  }
  found.answers_given = std::move(matrices).found();
  const ClassTestOptions options{level, run.seeds.empty() ? 0 : run.seeds.front(), threads};
  found.drops = drops(run, summary, scores);
  found.model_tests = model_tests(run, summary, scores, options);
  for (const auto& metric : found.metrics) found.fold_means.push_back(fold_means(run, corpus, metric));
}

void add_doses(const RunFindings& whole, size_t corpus, CorpusFindings& found) {
  uint32_t splits = 0;
  bool lines = false;
  for (const auto& name : whole.ranking.metrics) {
    const auto response = std::find_if(whole.doses.begin(), whole.doses.end(),
                                       [&](const DoseResponse& r) { return r.metric == name; });
    if (response == whole.doses.end()) return;
    const auto metric = std::find(found.metrics.begin(), found.metrics.end(), name) - found.metrics.begin();
    for (const auto& curve : response->curves) {
      if (curve.corpus != corpus) continue;
      splits = std::max(splits, curve.splits);
      lines |= curve.slope.value.has_value();
      found.doses.push_back({static_cast<size_t>(metric), curve});
    }
  }
  if (splits < 2 || !lines) found.doses.clear();
}

}  // namespace

RunFindings run_findings(const RunRecords& run, const Summary& summary, const Ranking& ranking,
                         const std::vector<ForensicCell>& forensic, const RankingOptions& options) {
  RunFindings whole{summary, ranking, forensic, {}, {}};
  TopicDraws draws;
  for (size_t corpus = 0; corpus < run.corpora.size(); ++corpus) {
    whole.outlines.push_back(answer_outline(run, corpus));
    draws.push_back(topic_draws(whole.outlines.back()));
  }
  for (const auto& metric : ranking.metrics) {
    auto response = dose_response(run, draws, metric, options);
    if (!response) break;
    whole.doses.push_back(std::move(*response));
  }
  return whole;
}

CorpusFindings corpus_findings(const RunRecords& run, const RunFindings& whole, size_t corpus,
                               const CorpusFindingsOptions& options) {
  const CellIndex index(run);
  const Summary& summary = whole.summary;
  CorpusFindings found = begin_findings(run, index, summary, corpus, options.level);
  found.alpha = options.ranking.alpha;
  if (found.of_pairs) {
    found.pair_data = pair_data(run, corpus);
    found.pair_priors = pair_priors(run, corpus);
    found.pair_curves = pair_curves(run, summary, corpus, options.level);
    found.topic_reliability = topic_reliability(run, summary, corpus, options.level);
    for (const auto& cell : whole.forensic)
      if (cell.corpus == corpus && cell.curves) found.llr_curves.push_back(*cell.curves);
  } else if (found.cells > 0) {
    add_class_findings(run, index, summary, whole.outlines[corpus], corpus, options.level,
                       options.ranking.resampling.threads, found);
    found.shortcuts = shortcut_findings(run, index, summary, corpus, options.level);
    found.attributions = attribution_findings(run, corpus, options.level);
    found.rationales = rationale_findings(run, corpus, options.level);
  }
  found.spreads = spreads(run, summary, corpus);
  found.learning = learning(run, corpus);
  found.test_overlaps = test_overlaps(run, corpus);
  found.cross_space = cross_space(run, summary, corpus);
  found.split_properties = split_properties(run, summary, corpus);
  found.compositions = cluster_compositions(run, corpus);
  found.maps = space_maps(run, corpus);
  found.slices = slice_scores(run, summary, corpus, options.level);
  found.near = near_scores(run, summary, corpus, options.level);
  found.ranks = fold_ranks(run, whole.ranking, corpus, found.metrics);
  add_doses(whole, corpus, found);
  const auto documents = run.summaries.find(found.name);
  const CorpusSummary* documents_of = documents == run.summaries.end() ? nullptr : &documents->second;
  if (documents_of != nullptr) found.document_matrix = document_matrix(*documents_of);
  if (const auto cosines = run.similarities.find(found.name); cosines != run.similarities.end())
    found.topic_tree = topic_tree(cosines->second, documents_of);
  return found;
}

CorpusFindings survival_findings(const RunRecords& run, const Summary& summary, size_t corpus, double level) {
  return begin_findings(run, CellIndex(run), summary, corpus, level);
}

}  // namespace standfast::result
