#include <algorithm>
#include <set>

#include "standfast/metric/classification_bootstrap.h"
#include "standfast/report/cell_scores.h"
#include "standfast/report/topic_scores.h"

namespace standfast::report {
namespace {

// What is resampled in a corpus: topics, or authors, or where fewer than two of either occur, documents.
struct Clusters {
  const char* many = "documents";
  uint32_t units = 0;
  enum { topics, authors, documents } kind = documents;

  std::vector<uint32_t> of(const PooledItems& items) const {
    if (kind == documents) return items.document;
    std::vector<uint32_t> codes = kind == topics ? items.topic : items.author;
    // Documents without a unit are one more together.
    for (uint32_t& code : codes)
      if (code == kNoCode) code = units - 1;
    return codes;
  }
};

Clusters clusters_of(const RunRecords& run, size_t corpus) {
  const auto& info = run.corpora[corpus];
  if (!unit_choice(run, corpus).by_author && info.tested_topics.size() >= 2)
    return {"topics", static_cast<uint32_t>(info.tested_topics.size()) + 1, Clusters::topics};
  if (info.tested_authors >= 2) return {"authors", info.tested_authors + 1, Clusters::authors};
  return {"documents", info.tested_documents, Clusters::documents};
}

}  // namespace

Result<CellScores> classification_cell_scores(const RunRecords& run, Summary& summary,
                                              const ResampleOptions& resampling, Sink& sink) {
  SF_ASSIGN(const ClassificationProfile* profile, find_classification_profile(run.profile));
  CellScores scores(summary.cells.size());
  std::set<std::string> resampled;
  for (size_t i = 0; i < summary.cells.size(); ++i) {
    auto& cell = summary.cells[i];
    sink.progress("resampling", i, summary.cells.size());
    if (cell.folds == 0) continue;
    const Clusters clusters = clusters_of(run, cell.corpus);
    resampled.insert(clusters.many);
    PooledItems items = pooled_items(run, cell.corpus, cell.condition, cell.model);
    ScoredClasses scored;
    scored.classes = items.classes;
    scored.probabilistic = items.probabilistic;
    scored.cluster = clusters.of(items);
    scored.truth = std::move(items.truth);
    scored.probabilities = std::move(items.probabilities);
    cell.confidence = widened_confidence(cell.confidence, scored.cluster, clusters.units);
    const ClusterBootstrap bootstrap(clusters.units, resampling);
    scores[i] = bootstrap.scores(*profile, scored, FoldMean::pooled);
    for (auto& score : scores[i]) score.folds_used = score.folds = cell.folds;
  }
  sink.progress("resampling", summary.cells.size(), summary.cells.size());
  for (const auto& many : resampled) summary.resampled += (summary.resampled.empty() ? "" : " or ") + many;
  return scores;
}

}  // namespace standfast::report
