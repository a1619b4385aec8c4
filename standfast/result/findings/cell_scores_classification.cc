#include "standfast/metric/classes/class_best_cut.h"
#include "standfast/metric/classes/classification_profile.h"
#include "standfast/metric/classes/guessing.h"
#include "standfast/result/findings/scored_items.h"

namespace standfast::result {

Result<ScoredCell> scored_documents(const RunRecords& run, size_t corpus, const PooledItems& items) {
  SF_ASSIGN(const ClassificationProfile* profile, find_classification_profile(run.profile));
  ScoredCell cell;
  cell.units = item_units(run, corpus, items);
  const bool of_authors = classes_are_authors(items);
  auto scores = influences(*profile, items.items(), of_authors);
  auto best = at_best_cut(*profile, items.items());
  for (size_t m = 0; m < scores.size(); ++m) {
    ScoredMetric metric;
    metric.n_total = items.size();
    metric.n_used = scores[m].value ? items.size() : 0;
    metric.folds_used = scores[m].value ? items.cells : 0;
    metric.score = std::move(scores[m]);
    if (metric.score.value) metric.best = std::move(best[m]);
    const auto& name = profile->metrics[m];
    if ((*classification_metrics().find(name))->traits.zero == Zero::shuffled && metric.score.value) {
      Lead lead =
          lead_over_guessing(name, items.classes, items.truth, items.predicted, items.cell, of_authors);
      metric.guessing = lead.guessing;
      metric.lead = std::move(lead.lead);
    }
    cell.metrics.push_back(std::move(metric));
  }
  return cell;
}

}  // namespace standfast::result
