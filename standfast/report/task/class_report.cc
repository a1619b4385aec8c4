#include "standfast/report/task/class_report.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/report/attribution/attribution_tables.h"
#include "standfast/report/table/class_tables.h"
#include "standfast/report/table/confusion_table.h"
#include "standfast/report/table/drop_table.h"
#include "standfast/report/table/drop_test_table.h"
#include "standfast/report/table/escape.h"
#include "standfast/report/table/fold_mean_table.h"
#include "standfast/report/table/model_test_table.h"
#include "standfast/report/table/shortcut/shortcut_tables.h"
#include "standfast/report/table/style_table.h"
#include "standfast/result/findings/all_topic_scores.h"
#include "standfast/result/findings/class_test_options.h"
#include "standfast/study/task/classification.h"

namespace standfast::report {
namespace {

void style_part(PageBuilder& page, const RunRecords& run, size_t corpus, double level) {
  const auto style = run.styles.find(run.corpora[corpus].name);
  if (style == run.styles.end()) return;
  const std::string& target = style->second.target;
  const std::string title = fmt::format("Habits of {}s across topics", target);
  std::string words;
  if (style->second.found) {
    const Table named = table_of("style", title, run.corpora[corpus].name);
    Table table = interaction_table(*style->second.found, target, SumsOfSquares::type2);
    table.name = named.name;
    table.title = named.title;
    page.add(table);
    words = style_sentence(*style->second.found, target, 1 - level);
  } else {
    words = fmt::format("{}: no analysis of variance of style ({}).", title, style->second.why_not);
  }
  page.raw(fmt::format("<p class=\"words\">{}</p>\n", escape_html(words)));
}

// Tables without rows are not shown: no cell may have finished, and no two conditions may differ in lambda alone.
void shortcut_part(PageBuilder& page, const Section& section) {
  const auto& [run, summary, forensic, corpus, level, found, figures] = section;
  const auto add = [&](const Table& table, bool hidden) {
    if (table.rows.empty()) return;
    if (hidden)
      page.add_hidden(table);
    else
      page.add(table);
  };
  add(shortcut_delta_table(run, corpus, found), false);
  page.list_of_words(shortcut_sentences(run, summary, corpus, found));
  add(shortcut_lambda_table(run, corpus, found), false);
  page.add(figures, Part::shortcuts);
  add(shortcut_group_table(run, corpus, found), false);
  add(shortcut_recall_table(run, corpus, found), true);
  add(shortcut_planted_table(run, corpus, found), true);
}

constexpr size_t kMostAttributionRows = 60;  // of a table that is shown at once

void attribution_part(PageBuilder& page, const Section& section) {
  const auto& [run, summary, forensic, corpus, level, found, figures] = section;
  const auto add = [&](const Table& table) {
    if (table.rows.empty()) return;
    if (table.rows.size() > kMostAttributionRows)
      page.add_hidden(table);
    else
      page.add(table);
  };
  add(attribution_share_table(run, corpus, found));
  page.list_of_words(attribution_sentences(run, corpus, found));
  add(attribution_ranking_table(run, corpus, found));
  page.add(figures, Part::attributions);
  page.add_hidden(attribution_document_table(run, corpus, found));
}

void part_of_classification(PageBuilder& page, const Section& section) {
  const auto& [run, summary, forensic, corpus, level, found, figures] = section;
  if (found.cells == 0) return;
  if (const auto table = drop_table(run, summary, corpus, found.drops, found.unit, level)) {
    page.add(*table);
    page.list_of_words(drop_sentences(run, summary, corpus, found.drops));
    page.add(figures, Part::losses);
  }
  if (!found.shortcuts.empty()) shortcut_part(page, section);
  if (!found.attributions.empty()) attribution_part(page, section);
  for (size_t m = 0; m < summary.metrics.size(); ++m)
    page.add(fold_mean_table(run, summary, corpus, m, found.fold_means[m]), summary.metrics[m]);
  page.add(figures, Part::scores);
  if (const auto table = model_test_table(run, corpus, found.model_tests, found.unit, level))
    page.add(*table);
  if (const auto table = drop_test_table(run, summary, corpus, level)) page.add(*table);
  if (const auto table = confusion_halves_table(run, corpus, found.confusion, level)) page.add(*table);
  page.add(figures, Part::by_topic);
  for (const auto& difficulty : found.topic_difficulty) {
    const Table table = topic_score_table(run, corpus, difficulty);
    const ConditionInfo& condition = run.conditions[difficulty.condition];
    if (condition.keeps_topics_apart() && condition.control_of.empty())
      page.add(table);
    else
      page.add_hidden(table);
  }
  style_part(page, run, corpus, level);
  page.add(figures, Part::answers);
  if (const auto table = worst_group_table(run, corpus, found.worst_groups, level)) page.add(*table);
  page.add_hidden(class_table(run, corpus, found.scores_by_class));
}

Result<RunComparison> compare_classifiers(const RunRecords& run, const ComparisonOptions& options) {
  SF_ASSIGN(const Summary summary, summarise(run, summary_options(options), null_sink()));
  const ClassTestOptions tests{options.ranking.level, options.ranking.resampling.seed,
                               options.ranking.resampling.threads};
  RunComparison result;
  for (size_t corpus = 0; corpus < run.corpora.size(); ++corpus) {
    const AllTopicScores scores(run, corpus);
    if (auto table =
            model_test_table(run, corpus, model_tests(run, summary, scores, tests), scores.unit, tests.level))
      result.tables.push_back(std::move(*table));
    if (auto table = drop_test_table(run, summary, corpus, options.ranking.level))
      result.tables.push_back(std::move(*table));
    const auto lost = drops(run, summary, scores, tests);
    if (auto table = drop_table(run, summary, corpus, lost, scores.unit, tests.level))
      result.tables.push_back(std::move(*table));
    for (auto& sentence : drop_sentences(run, summary, corpus, lost))
      result.sentences.push_back(std::move(sentence));
  }
  if (result.tables.empty())
    return data_error("a comparison needs two models beside prior, or a condition that is the reference");
  return result;
}

class ClassReport final : public TaskReport {
 public:
  const Task& task() const override { return classification_task(); }

  std::vector<ForensicCell> evidence(const RunRecords&, const Summary&, const ForensicOptions&,
                                     Sink&) const override {
    return {};
  }
  void own_part(PageBuilder& page, const Section& section) const override {
    part_of_classification(page, section);
  }
  Table data(const Section& section) const override {
    return class_data_table(section.run, section.corpus, section.found.class_data);
  }
  std::optional<Table> priors(const Section&) const override { return std::nullopt; }
  Table folds(const RunRecords& run, const Summary& summary, size_t corpus) const override {
    return class_fold_table(run, summary, corpus);
  }
  Table compare_data(const RunRecords& run, size_t corpus) const override {
    return class_data_table(run, corpus, class_data(run, corpus));
  }
  Result<RunComparison> compare_models(const RunRecords& run,
                                       const ComparisonOptions& options) const override {
    return compare_classifiers(run, options);
  }
};

}  // namespace

const TaskReport& class_report() {
  static const ClassReport report;
  return report;
}

}  // namespace standfast::report
