#include "standfast/metric/profile.h"
#include "standfast/report/cell_scores.h"

namespace standfast::report {
namespace {

// All finished cells of a corpus, condition and model as one set of items; every (seed, fold) is a fold of
// its own.
ScoredItems gather(const RunRecords& run, const CellSummary& cell) {
  ScoredItems items;
  uint32_t fold = 0;
  for (const auto& record : run.cells) {
    if (!record.ok || record.corpus != run.corpora[cell.corpus].name ||
        record.condition != run.conditions[cell.condition].name ||
        record.model != run.models[cell.model].name)
      continue;
    const auto& p = record.predictions;
    items.score.insert(items.score.end(), p.value.begin(), p.value.end());
    items.same.insert(items.same.end(), p.same.begin(), p.same.end());
    items.author_a.insert(items.author_a.end(), p.author_a.begin(), p.author_a.end());
    items.author_b.insert(items.author_b.end(), p.author_b.begin(), p.author_b.end());
    items.fold.insert(items.fold.end(), p.value.size(), fold++);
  }
  return items;
}

}  // namespace

Result<CellScores> verification_cell_scores(const RunRecords& run, Summary& summary,
                                            const ResampleOptions& resampling, Sink& sink) {
  SF_ASSIGN(const MetricProfile* profile, find_profile(run.profile));
  summary.resampled = "authors";
  CellScores scores(summary.cells.size());
  for (size_t i = 0; i < summary.cells.size(); ++i) {
    const auto& cell = summary.cells[i];
    sink.progress("resampling authors", i, summary.cells.size());
    if (cell.folds == 0) continue;
    const UnitBootstrap bootstrap(run.corpora[cell.corpus].tested_authors, resampling);
    scores[i] = bootstrap.scores(*profile, gather(run, cell));
  }
  sink.progress("resampling authors", summary.cells.size(), summary.cells.size());
  return scores;
}

}  // namespace standfast::report
