#include "standfast/report/table/section.h"

#include <algorithm>

namespace standfast::report {

Result<RankingFindings> ranking_findings(const RunRecords& run, const std::string& metric,
                                         const RankingOptions& options) {
  RankingFindings found;
  found.options = options;
  found.ranking = rank_models(run, options);
  const auto contrast = find_contrast(run, "", "");
  if (!contrast) return found;
  found.contrast = *contrast;
  found.rows = contrast_rows(run, found.ranking, *contrast);
  // The test is one of verification: it takes the authors and topics of pairs.
  if (run.the_task().traits().draws_pairs) {
    SF_ASSIGN(found.shortcut, topic_shortcut(run, *contrast, metric, options));
  }
  return found;
}

bool has_ranking(const RankingFindings& found, size_t corpus) {
  return found.ranking.models.size() >= 2 &&
         std::any_of(found.ranking.rows.begin(), found.ranking.rows.end(), [&](const ConditionRanking& row) {
           return row.corpus == corpus &&
                  std::any_of(row.metrics.begin(), row.metrics.end(),
                              [](const MetricRanking& m) { return m.critical.has_value(); });
         });
}

}  // namespace standfast::report
