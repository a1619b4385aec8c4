#include "standfast/report/page/ranking_section.h"

#include <algorithm>

#include "standfast/report/table/ranking_tables.h"
#include "standfast/report/table/topic_shortcut_table.h"

namespace standfast::report {

Result<RankingSection> ranking_section(const RunRecords& run, const std::string& metric,
                                       const RankingOptions& options) {
  RankingSection section;
  section.options = options;
  section.ranking = rank_models(run, options);
  const auto contrast = find_contrast(run, "", "");
  if (!contrast) return section;
  section.contrast = *contrast;
  section.rows = contrast_rows(run, section.ranking, *contrast);
  // The test is one of verification: it takes the authors and topics of pairs.
  if (run.the_task().traits().draws_pairs) {
    SF_ASSIGN(section.shortcut, topic_shortcut(run, *contrast, metric, options));
  }
  return section;
}

bool has_ranking(const RankingSection& section, size_t corpus) {
  return section.ranking.models.size() >= 2 &&
         std::any_of(section.ranking.rows.begin(), section.ranking.rows.end(),
                     [&](const ConditionRanking& row) {
                       return row.corpus == corpus &&
                              std::any_of(row.metrics.begin(), row.metrics.end(),
                                          [](const MetricRanking& m) { return m.critical.has_value(); });
                     });
}

std::vector<MetricTable> ranking_section_tables(const RunRecords& run, const RankingSection& section,
                                                size_t corpus) {
  std::vector<MetricTable> tables;
  const Ranking& ranking = section.ranking;
  if (section.contrast) {
    if (section.shortcut)
      tables.push_back(
          {topic_shortcut_table(run, *section.contrast, *section.shortcut, corpus, section.options), "",
           false});
    tables.push_back(
        {contrast_table(run, ranking, *section.contrast, corpus, section.rows, section.options), "", true});
  }
  if (!has_ranking(section, corpus)) return tables;
  tables.push_back({stability_table(run, ranking, corpus, section.options), "", false});
  for (size_t m = 0; m < ranking.metrics.size(); ++m)
    tables.push_back({rank_table(run, ranking, corpus, m), ranking.metrics[m], false});
  for (size_t m = 0; m < ranking.metrics.size(); ++m)
    tables.push_back({critical_table(run, ranking, corpus, m, section.options), ranking.metrics[m], false});
  return tables;
}

}  // namespace standfast::report
