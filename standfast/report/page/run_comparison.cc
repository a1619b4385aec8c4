#include "standfast/report/page/run_comparison.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/report/result_names.h"
#include "standfast/report/table/tables.h"
#include "standfast/report/task/task_report.h"
#include "standfast/result/findings/dose_response.h"
#include "standfast/result/findings/topic_shortcut.h"

namespace standfast::report {
namespace {

Result<size_t> place_of_metric(const std::vector<std::string>& metrics, const std::string& profile,
                               const std::string& wanted) {
  const auto found = std::find(metrics.begin(), metrics.end(), wanted);
  if (found == metrics.end())
    return usage_error(fmt::format("profile {} has no metric \"{}\" (there are: {})", profile, wanted,
                                   fmt::join(metrics, ", ")));
  return static_cast<size_t>(found - metrics.begin());
}

}  // namespace

Result<RunComparison> compare_ranking(const RunRecords& run, const ComparisonOptions& options) {
  const Ranking ranking = rank_models(run, options.ranking);
  SF_ASSIGN(const size_t metric, place_of_metric(ranking.metrics, run.profile, options.metric));
  if (ranking.models.size() < 2)
    return data_error(
        fmt::format("a ranking needs two models beside prior; this run has {}", ranking.models.size()));
  RunComparison result;
  const auto contrast = find_contrast(run, options.hits, options.random);
  if (!contrast && !(options.hits.empty() && options.random.empty())) return Failure(contrast.error());
  std::vector<ContrastRow> rows;
  if (contrast) rows = contrast_rows(run, ranking, *contrast);
  for (size_t corpus = 0; corpus < run.corpora.size(); ++corpus) {
    result.tables.push_back(stability_table(run, ranking, corpus, options.ranking));
    result.tables.push_back(rank_table(run, ranking, corpus, metric));
    result.tables.push_back(critical_table(run, ranking, corpus, metric, options.ranking));
    if (contrast) {
      result.tables.push_back(contrast_table(run, ranking, *contrast, corpus, rows, options.ranking));
      if (const auto tests = star_tests(ranking, corpus, *contrast, options.ranking.alpha); !tests.empty())
        result.tables.push_back(star_table(run, ranking, *contrast, corpus, tests, options.ranking));
    }
    for (const auto& row : ranking.rows)
      if (row.corpus == corpus && !row.seed)
        result.sentences.push_back((run.corpora.size() > 1 ? run.corpora[corpus].name + ", " : "") +
                                   critical_sentence(run, ranking, row, metric));
  }
  if (!contrast) result.sentences.push_back("No t-tests between two conditions: " + contrast.error().message);
  return result;
}

Result<RunComparison> compare_topic_shortcut(const RunRecords& run, const ComparisonOptions& options) {
  SF_ASSIGN(const Contrast contrast, find_contrast(run, options.hits, options.random));
  SF_ASSIGN(const TopicShortcut test, topic_shortcut(run, contrast, options.metric, options.ranking));
  RunComparison result;
  for (size_t corpus = 0; corpus < run.corpora.size(); ++corpus) {
    result.tables.push_back(topic_shortcut_table(run, contrast, test, corpus, options.ranking));
    for (auto& sentence : topic_shortcut_sentences(run, contrast, test, corpus, options.ranking))
      result.sentences.push_back(std::move(sentence));
  }
  return result;
}

Result<RunComparison> compare_dose_response(const RunRecords& run, const ComparisonOptions& options) {
  SF_ASSIGN(const DoseResponse response,
            dose_response(run, topic_draws(run), options.metric, options.ranking));
  RunComparison result;
  for (size_t corpus = 0; corpus < run.corpora.size(); ++corpus) {
    result.tables.push_back(dose_response_table(run, response, corpus, options.ranking));
    for (auto& sentence : dose_response_sentences(run, response, corpus))
      result.sentences.push_back(std::move(sentence));
  }
  return result;
}

Result<RunComparison> compare_models(const RunRecords& run, const ComparisonOptions& options) {
  return report_of(run.the_task()).compare_models(run, options);
}

Result<RunComparison> compare_data(const RunRecords& run) {
  RunComparison result;
  for (size_t corpus = 0; corpus < run.corpora.size(); ++corpus) {
    result.tables.push_back(report_of(run.the_task()).compare_data(run, corpus));
    for (auto& table : {topic_similarity_table(run, corpus), similar_topics_table(run, corpus)})
      if (table) result.tables.push_back(*table);
  }
  return result;
}

}  // namespace standfast::report
