#include "standfast/result/findings/corpus_findings.h"

#include <algorithm>
#include <utility>

#include "standfast/result/findings/all_topic_scores.h"

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
  found.of_pairs = run.the_task().traits().draws_pairs;
}

void add_folds(const RunRecords& run, const Summary& summary, size_t corpus, CorpusFindings& found) {
  for (size_t c = 0; c < run.conditions.size(); ++c)
    for (size_t m = 0; m < run.models.size(); ++m)
      for (const auto& cell : run.cells) {
        if (!cell.ok || cell.corpus != found.name || cell.condition != found.conditions[c] ||
            cell.model != found.models[m])
          continue;
        if (cell.side == kTestSide) ++found.cells;  // a cell counts once
        found.answers += cell.predictions.value.size() + cell.classified.size();
        FoldValues fold{c, m, cell.seed, cell.fold, cell.n_test, {}};
        for (const auto& name : found.metrics) {
          const auto score = std::find_if(cell.scores.begin(), cell.scores.end(),
                                          [&](const CellScore& s) { return s.metric == name; });
          fold.values.push_back(score == cell.scores.end() ? std::nullopt : score->value);
        }
        found.folds.push_back(std::move(fold));
      }
  for (const auto& cell : summary.cells)
    if (cell.corpus == corpus && cell.folds > 0)
      for (size_t k = 0; k < found.metrics.size(); ++k)
        found.scores.push_back(
            {cell.condition, cell.model, k, cell.metrics[k].score.value, cell.metrics[k].score.interval});
}

void add_class_findings(const RunRecords& run, const Summary& summary, size_t corpus, double level,
                        CorpusFindings& found) {
  const AllTopicScores scores(run, corpus);
  const ClassTestOptions options{level, run.seeds.empty() ? 0 : run.seeds.front(), 1};
  found.unit = scores.unit.one;
  found.drops = drops(run, summary, scores, options);
  found.model_tests = model_tests(run, summary, scores, options);
  found.answers_given = answer_matrices(run, summary, corpus);
  if (!scores.unit.topics()) return;  // predictions have no names of authors and documents
  for (size_t c = 0; c < run.conditions.size(); ++c)
    for (size_t m = 0; m < run.models.size(); ++m) {
      if (summary.chance_model == m) continue;
      for (const auto& [topic, score] : scores.at(c, m))
        found.topic_accuracy.push_back({c, m, topic, score.right, score.n});
    }
}

void add_doses(const RunRecords& run, const Ranking& ranking, size_t corpus, const RankingOptions& options,
               CorpusFindings& found) {
  uint32_t splits = 0;
  bool lines = false;
  for (const auto& name : ranking.metrics) {
    const auto response = dose_response(run, name, options);
    if (!response) return;
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

CorpusFindings corpus_findings(const RunRecords& run, const Summary& summary, const Ranking& ranking,
                               const std::vector<ForensicCell>& forensic, size_t corpus,
                               const CorpusFindingsOptions& options) {
  CorpusFindings found;
  found.level = options.level;
  found.alpha = options.ranking.alpha;
  add_names(run, summary, corpus, found);
  add_folds(run, summary, corpus, found);
  if (found.of_pairs) {
    found.pair_curves = pair_curves(run, summary, corpus, options.level);
    found.topic_reliability = topic_reliability(run, summary, corpus, options.level);
    found.llr_curves = llr_curves(forensic, summary, corpus);
  } else if (found.cells > 0) {
    add_class_findings(run, summary, corpus, options.level, found);
  }
  found.slices = slice_scores(run, summary, corpus, options.level);
  found.ranks = fold_ranks(run, ranking, corpus, found.metrics);
  add_doses(run, ranking, corpus, options.ranking, found);
  const auto documents = run.summaries.find(found.name);
  const CorpusSummary* documents_of = documents == run.summaries.end() ? nullptr : &documents->second;
  if (documents_of != nullptr) found.document_matrix = document_matrix(*documents_of);
  if (const auto cosines = run.similarities.find(found.name); cosines != run.similarities.end())
    found.topic_tree = topic_tree(cosines->second, documents_of);
  return found;
}

}  // namespace standfast::result
