#include "standfast/report/task/pair_report.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/report/table/data_table.h"
#include "standfast/report/table/drop_test_table.h"
#include "standfast/report/table/escape.h"
#include "standfast/report/table/forensic_table.h"
#include "standfast/report/table/pair_model_table.h"
#include "standfast/report/table/tables.h"
#include "standfast/report/table/topic_reliability_table.h"
#include "standfast/result/findings/topic_reliability.h"
#include "standfast/study/task/verification.h"

namespace standfast::report {
namespace {

void forensic_section(PageBuilder& page, const Section& section) {
  const auto& [run, summary, forensic, corpus, level, found, figures] = section;
  page.add(figures, Part::by_topic);
  if (!found.topic_reliability.empty())
    page.add_hidden(topic_reliability_table(run, found.topic_reliability, corpus, level));
  page.raw("<h3 class=\"part\">Likelihood ratios</h3>\n");
  page.add(forensic_table(run, forensic, corpus, level));
  page.raw("<details open><summary>In words</summary><ul class=\"words\">");
  for (const auto& sentence : forensic_words(run, summary, forensic, corpus))
    page.raw(fmt::format("<li>{}</li>", escape_html(sentence)));
  page.raw("</ul></details>\n");
  page.add(figures, Part::evidence);
}

void part_of_verification(PageBuilder& page, const Section& section) {
  page.add(section.figures, Part::scores);
  if (const auto table = drop_test_table(section.run, section.summary, section.corpus, section.level))
    page.add(*table);
  // If no model has answers, there is no evidence to weigh.
  if (!section.found.pair_curves.empty()) forensic_section(page, section);
}

Result<RunComparison> compare_verifiers(const RunRecords& run, const ComparisonOptions& options) {
  RunComparison result;
  SF_ASSIGN(const Summary summary, summarise(run, summary_options(options), null_sink()));
  for (size_t corpus = 0; corpus < run.corpora.size(); ++corpus) {
    SF_ASSIGN(const auto rows, pair_model_differences(run, corpus, options.metric, options.ranking.level,
                                                      options.ranking.resampling.threads));
    if (auto table = pair_model_table(run, corpus, options.metric, rows, options.ranking.level))
      result.tables.push_back(std::move(*table));
    if (auto drops = drop_test_table(run, summary, corpus, options.ranking.level))
      result.tables.push_back(std::move(*drops));
  }
  if (result.tables.empty()) return data_error("a comparison needs two models beside prior");
  return result;
}

class PairReport final : public TaskReport {
 public:
  const Task& task() const override { return verification_task(); }

  std::vector<ForensicCell> evidence(const RunRecords& run, const Summary& summary,
                                     const ForensicOptions& options, Sink& sink) const override {
    return forensic_cells(run, summary, options, sink);
  }
  void own_part(PageBuilder& page, const Section& section) const override {
    part_of_verification(page, section);
  }
  Table data(const Section& section) const override {
    return data_table(section.run, section.corpus, section.found.pair_data);
  }
  std::optional<Table> priors(const Section& section) const override {
    return prior_table(section.run, section.corpus, section.found.pair_priors);
  }
  Table folds(const RunRecords& run, const Summary& summary, size_t corpus) const override {
    return fold_table(run, summary, corpus);
  }
  Table compare_data(const RunRecords& run, size_t corpus) const override {
    return data_table(run, corpus, pair_data(run, corpus));
  }
  Result<RunComparison> compare_models(const RunRecords& run,
                                       const ComparisonOptions& options) const override {
    return compare_verifiers(run, options);
  }
};

}  // namespace

const TaskReport& pair_report() {
  static const PairReport report;
  return report;
}

}  // namespace standfast::report
