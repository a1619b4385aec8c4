#include "standfast/report/task/pair_report.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/report/figure/forensic_figures.h"
#include "standfast/report/figure/topic_reliability_data.h"
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

void forensic_section(PageBuilder& page, const RunRecords& run, const Summary& summary,
                      const std::vector<ForensicCell>& forensic, size_t corpus, double level) {
  const auto topics = topic_reliability(run, summary, corpus, level);
  if (!topics.empty()) {
    page.figure(
        "topic-reliability", corpus, "Reliability by topic",
        "As above, topic by topic, in five bins of equal count. Where the lines of one model part ways from "
        "topic to topic, one threshold or one probability does not fit all topics. A pair on two topics "
        "counts "
        "for both.");
    page.add_hidden(topic_reliability_table(run, topics, corpus, level));
  }

  page.raw("<h3 class=\"part\">Likelihood ratios</h3>\n");
  page.add(forensic_table(run, forensic, corpus, level));
  page.raw("<details open><summary>In words</summary><ul class=\"words\">");
  for (const auto& sentence : forensic_words(run, summary, forensic, corpus))
    page.raw(fmt::format("<li>{}</li>", escape_html(sentence)));
  page.raw("</ul></details>\n");
  bool any = false;
  uint64_t pairs = 0;
  for (const auto& cell : forensic)
    if (cell.corpus == corpus && summary.chance_model != cell.model && cell.scores[0].value) {
      any = true;
      pairs += cell.n_used;
    }
  if (!any) return;
  const std::string n = fmt::format("n: {} calibrated test pairs", grouped(pairs));
  page.figure(
      "llr", corpus, "Likelihood ratios of the two kinds of pairs",
      fmt::format(
          "Where the log10 LRs of same-author and of different-author pairs lie. What is filled in is "
          "misleading: same-author pairs left of 0, different-author pairs right of it. {}.",
          n));
  page.figure(
      "tippett", corpus, "Tippett plots",
      fmt::format(
          "The share of pairs whose log10 LR is at least x. At 0 one reads off the misleading evidence: "
          "the same-author curve should still be at 100 % there, the different-author curve at 0. The "
          "bands hold {} of resampled authors. {}.",
          percent(level), n));
  page.figure(
      "ece", corpus, "Empirical cross-entropy",
      fmt::format(
          "What is left to know about a pair, in bits, once its LR is known, over the odds one starts "
          "with. The system should lie below the neutral line, which knows nothing; where it lies above, "
          "its LRs do harm. The gap to the dashed line is for want of calibration. At 0, even odds, it is "
          "Cllr. The band holds {} of resampled authors. {}.",
          percent(level), n));
}

void part_of_verification(PageBuilder& page, const RunRecords& run, const Summary& summary,
                          const std::vector<ForensicCell>& forensic, size_t corpus, double level) {
  const auto& info = run.corpora[corpus];
  // What the figures rest on.
  uint64_t cells = 0, pairs = 0;
  bool thresholds = false, answers = false;
  for (const auto& cell : run.cells) {
    if (!cell.ok || cell.corpus != info.name) continue;
    ++cells;
    pairs += cell.predictions.value.size();
    thresholds |= cell.p1 && cell.p2;
    answers |= !(summary.chance_model && run.models[*summary.chance_model].name == cell.model);
  }
  const std::string n = fmt::format("n: {} in {}", plural(pairs, "scored test pair"), plural(cells, "cell"));
  if (cells > 0) {
    page.figure(
        "folds", corpus, "Scores fold by fold",
        fmt::format(
            "Each dot is the test score of one fold; the tick is their mean, the bar its {} interval. "
            "Where the dots of two conditions do not overlap, the difference is more than one odd fold. {}.",
            percent(level), n));
  }
  if (answers) {
    page.figure(
        "roc", corpus, "ROC curves",
        fmt::format(
            "How many same-author pairs are found for how many false alarms, over all thresholds; the "
            "dotted line is guessing. The pairs of all folds are pooled, so the area need not equal the "
            "mean AUC of the table. {}.",
            n));
    page.figure(
        "distributions", corpus, "Score distributions",
        fmt::format(
            "Where the scores of same-author and of different-author pairs lie, as shares of each class. "
            "Scores of exactly 0.5 are non-answers and are counted in the corner.{} {}.",
            thresholds ? " Calibration moves raw scores up to p1 below 0.49 and those from p2 on above "
                         "0.51: the dashed lines, with the mean raw thresholds of the folds."
                       : "",
            n));
    if (thresholds)
      page.figure(
          "thresholds", corpus, "Calibration thresholds",
          "p1 (ring) and p2 (disc) of every fold on the model's raw score. Between them the model does "
          "not answer. "
          "Thresholds that wander from fold to fold mean that the score's scale depends on the topics.");
    page.figure(
        "reliability", corpus, "Reliability",
        fmt::format(
            "Of the pairs with a score around x, the share that one author wrote. On the diagonal a score "
            "can be read as a probability; dots grow with the number of pairs, bars are {} intervals that "
            "take "
            "pairs as independent. {}.",
            percent(level), n));
  }
  if (const auto table = drop_test_table(run, summary, corpus, level)) page.add(*table);
  if (answers) forensic_section(page, run, summary, forensic, corpus, level);
}

Result<RunComparison> compare_verifiers(const RunRecords& run, const ComparisonOptions& options) {
  RunComparison result;
  SF_ASSIGN(const Summary summary, summarise(run, summary_options(options), null_sink()));
  for (size_t corpus = 0; corpus < run.corpora.size(); ++corpus) {
    SF_ASSIGN(auto table, pair_model_table(run, corpus, options.metric, options.ranking.level,
                                           options.ranking.resampling.threads));
    if (table) result.tables.push_back(std::move(*table));
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
  void add_figures(const RunRecords& run, const Summary& summary, size_t corpus, double level,
                   nlohmann::ordered_json& data) const override {
    add_topic_reliability(data, run, topic_reliability(run, summary, corpus, level), corpus);
    data["classified"] = nullptr;
  }
  void own_part(PageBuilder& page, const RunRecords& run, const Summary& summary,
                const std::vector<ForensicCell>& forensic, size_t corpus, double level) const override {
    part_of_verification(page, run, summary, forensic, corpus, level);
  }
  Table data(const RunRecords& run, size_t corpus) const override { return data_table(run, corpus); }
  std::optional<Table> priors(const RunRecords& run, size_t corpus) const override {
    return prior_table(run, corpus);
  }
  Table folds(const RunRecords& run, const Summary& summary, size_t corpus) const override {
    return fold_table(run, summary, corpus);
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
