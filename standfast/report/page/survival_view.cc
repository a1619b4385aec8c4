#include "standfast/report/page/survival_view.h"

#include "standfast/report/figure/catalog.h"
#include "standfast/report/result_names.h"
#include "standfast/report/table/tables.h"
#include "standfast/report/words/headlines.h"
#include "standfast/result/findings/corpus_findings.h"
#include "standfast/result/findings/judgement.h"

namespace standfast {

Result<SurvivalView> survival_view(const result::RunRecords& run, const SurvivalViewOptions& options,
                                   Sink& sink) {
  if (!(options.level > 0.5 && options.level < 1))
    return usage_error(
        fmt::format("an interval of {}: choose a level between 0.5 and 1, such as 0.95", options.level));
  SF_ASSIGN(
      const result::Summary summary,
      result::summarise(
          run, {options.metric.empty() ? run.metric : options.metric, options.level, options.threads}, sink));
  SF_ASSIGN(result::Judgement judgement, result::judge_run(run, summary, options.ignore));
  SurvivalView view{summary.metrics,
                    summary.default_metric,
                    report::headlines(run, summary, options.level),
                    std::move(judgement.warnings),
                    {},
                    {},
                    {}};
  const report::Figure figure = report::survival_figure();
  for (size_t corpus = 0; corpus < run.corpora.size(); ++corpus) {
    const auto found = result::survival_findings(run, summary, corpus, options.level);
    view.captions.push_back(figure.caption(found));
    auto& tables = view.tables.emplace_back();
    auto& drawings = view.drawings.emplace_back();
    for (size_t metric = 0; metric < summary.metrics.size(); ++metric) {
      tables.push_back(report::survival_table(run, summary, corpus, metric, options.level));
      drawings.push_back(figure.draw(found, metric));
    }
  }
  return view;
}

}  // namespace standfast
