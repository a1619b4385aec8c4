#include "standfast/report/table/catalog.h"

#include <algorithm>
#include <utility>

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

namespace {

PagePlace table(const TableEntry& entry) {
  return {entry, {}};
}
PagePlace figures(Part part) {
  return {{}, part};
}

}  // namespace

std::vector<ShownTable> if_any(std::optional<Table> table) {
  std::vector<ShownTable> tables;
  if (table) tables.push_back({std::move(table)});
  return tables;
}

std::vector<ShownTable> if_rows(Table table, bool hidden, std::vector<std::string> words) {
  ShownTable shown{std::nullopt, "", hidden, std::move(words)};
  if (!table.rows.empty()) shown.table = std::move(table);
  std::vector<ShownTable> tables;
  if (shown.table || !shown.words.empty()) tables.push_back(std::move(shown));
  return tables;
}

const std::vector<PageGroup>& page_groups() {
  static const std::vector<PageGroup> all = {
      {"survival", "", {table(survival_entry()), table(cross_space_entry())}},
      {"losses", "Decomposition of losses", {table(drop_entry()), figures(Part::losses)}},
      {"shortcuts",
       "Planted shortcuts",
       {table(shortcut_delta_entry()), table(shortcut_lambda_entry()), figures(Part::shortcuts),
        table(shortcut_group_entry()), table(shortcut_recall_entry()), table(shortcut_planted_entry())}},
      {"attributions",
       "Attributions",
       {table(attribution_share_entry()), table(attribution_ranking_entry()), figures(Part::attributions),
        table(attribution_document_entry())}},
      {"rationales", "Rationales", {table(rationale_entry()), table(rationale_agreement_entry())}},
      {"scores",
       "Scores",
       {table(fold_mean_entry()), figures(Part::scores), table(model_test_entry()), table(drop_test_entry()),
        table(confusion_halves_entry()), figures(Part::by_topic), table(topic_reliability_entry())}},
      {"evidence", "Likelihood ratios", {table(forensic_entry()), figures(Part::evidence)}},
      {"answers",
       "Topics, groups and classes",
       {table(topic_score_entry()), table(style_entry()), figures(Part::answers), table(worst_group_entry()),
        table(class_entry()), table(slice_entry()), table(near_entry())}},
      {"ranking",
       "Rankings of models",
       {table(topic_shortcut_entry()), table(contrast_entry()), table(stability_entry()), table(rank_entry()),
        table(critical_entry()), figures(Part::ranking)}},
      {"learning", "How networks learned", {table(learning_entry()), figures(Part::learning)}},
      {"data",
       "Data, splits and folds",
       {table(spread_entry()), table(test_overlap_entry()), table(split_property_entry()),
        table(split_correlation_entry()), table(data_entry()), table(class_data_entry()),
        table(topic_similarity_entry()), table(similar_topics_entry()), figures(Part::corpus),
        table(prior_entry()), table(fold_entry()), table(class_fold_entry())}}};
  return all;
}

}  // namespace standfast::report
