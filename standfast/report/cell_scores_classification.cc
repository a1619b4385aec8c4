#include "standfast/metric/classification_profile.h"
#include "standfast/metric/guessing.h"
#include "standfast/report/scored_items.h"

namespace standfast::report {

Result<ScoredCell> scored_documents(const RunRecords& run, size_t corpus, const PooledItems& items) {
  SF_ASSIGN(const ClassificationProfile* profile, find_classification_profile(run.profile));
  ScoredCell cell;
  for (size_t i = 0; i < items.size(); ++i) {
    ItemUnits units{{items.author[i], kNoUnit}, {items.topic[i], kNoUnit}};  // kNoCode is kNoUnit
    // A document without author and topic is a unit of its own, so that its repeated answers go together.
    if (items.author[i] == kNoCode && items.topic[i] == kNoCode)
      units.first[0] = run.corpora[corpus].tested_authors + items.document[i];
    cell.units.push_back(units);
  }
  auto scores = influences(*profile, items.items());
  for (size_t m = 0; m < scores.size(); ++m) {
    ScoredMetric metric;
    metric.n_total = items.size();
    metric.n_used = scores[m].value ? items.size() : 0;
    metric.folds_used = scores[m].value ? items.cells : 0;
    metric.score = std::move(scores[m]);
    const auto& name = profile->metrics[m];
    if ((*classification_metrics().find(name))->traits.zero == Zero::shuffled && metric.score.value) {
      Lead lead = lead_over_guessing(name, items.classes, items.truth, items.predicted, items.cell);
      metric.guessing = lead.guessing;
      metric.lead = std::move(lead.lead);
    }
    cell.metrics.push_back(std::move(metric));
  }
  return cell;
}

}  // namespace standfast::report
