#include "cli/compare_run.h"

#include <map>

#include <fmt/format.h>

#include "cli/show_tables.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/base/paths.h"
#include "standfast/report/page/run_comparison.h"
#include "standfast/report/table/table_json.h"
#include "standfast/result/findings/run_counts.h"
#include "standfast/result/run/run_profile.h"
#include "standfast/result/run/study_predictions.h"

namespace standfast::cli {
namespace {

using namespace report;

}  // namespace

void CompareRunArgs::declare(Args& args) {
  args.choice("--test", test, {"ranking", "topic-shortcut", "dose-response", "models", "data"},
              "With a run folder: which test (see below)");
  args.text("--hits", hits, "With a run: the condition of heterogeneous topics (guessed by its sampler)");
  args.text("--random", random, "With a run: the condition of random topics (guessed by its sampler)");
  args.texts(
      "--predictions", predictions,
      "With a run: NAME=FOLDER of answers to the problems of `standfast pairs --run`, or of predictions of "
      "its "
      "test documents (repeatable)");
  args.flag("--kendall", kendall, "With --test ranking: Kendall's tau-b instead of Spearman's rho");
}

bool is_run_folder(const std::string& path) {
  return is_folder(path) && is_there(path + "/provenance.json");
}

Status compare_run(const std::string& run_folder, const CompareRunArgs& given, const AnswersArgs& shared,
                   const std::string& metric, bool json) {
  SF_TRY(shared.check("compare"));
  if (!shared.truth.empty())
    return usage_error("compare: a run brings its own truth; leave out --truth, or compare files of answers");
  if (shared.bootstrap == 0) return usage_error("compare: --test needs resamples; leave out --bootstrap 0");
  if (given.kendall && given.test != "ranking")
    return usage_error("compare: --kendall belongs to --test ranking");
  SF_ASSIGN(RunRecords run, read_run(run_folder, report::KeepAnswers::aside));
  const TaskTraits asks = run.the_task().traits();
  if (!asks.draws_pairs && given.test == "topic-shortcut")
    return usage_error(fmt::format(
        "compare: --test topic-shortcut needs a run of verification; {} is one of classification: "
        "--test models compares models and conditions topic by topic",
        run_folder));
  const bool of_classes = asks.has_target && given.test == "models";
  SF_ASSIGN(const auto profile, result::run_profile(run));
  const auto metrics = profile.names();
  const bool has_overall = std::find(metrics.begin(), metrics.end(), "overall") != metrics.end();
  const std::string of_study = !run.metric.empty() ? run.metric
                               : has_overall       ? "overall"
                                                   : metrics[profile.main];
  const std::string compared = !metric.empty() ? metric : of_classes ? "accuracy" : of_study;
  if (of_classes && compared != "accuracy")
    return usage_error(
        fmt::format("compare: --test models compares accuracies, not {}; --test ranking --metric {} "
                    "compares by it",
                    metric, metric));
  SF_TRY(add_all_predictions(run_folder, given.predictions, shared.extra == "ignore", terminal(), run));
  const report::RunCounts counts = report::run_counts(run);
  if (counts.failed + counts.missing > 0)
    terminal().warn(
        fmt::format("{} cells failed and {} have not run; what needs them is left out and "
                    "counted",
                    counts.failed, counts.missing));

  ComparisonOptions options;
  options.metric = compared;
  options.hits = given.hits;
  options.random = given.random;
  options.ranking.correlation = given.kendall ? RankCorrelation::kendall : RankCorrelation::spearman;
  options.ranking.resampling = shared.resampling();
  options.ranking.level = shared.confidence;
  options.ranking.alpha = 1 - shared.confidence;
  SF_ASSIGN(const RunComparison result, given.test == "ranking" ? compare_ranking(run, options)
                                        : given.test == "topic-shortcut"
                                            ? compare_topic_shortcut(run, options)
                                        : given.test == "dose-response" ? compare_dose_response(run, options)
                                        : given.test == "models"        ? compare_models(run, options)
                                                                        : compare_data(run));
  if (json) {
    nlohmann::ordered_json document = {{"schema", "standfast-compare-run/1"},
                                       {"test", given.test},
                                       {"run", run.name},
                                       {"profile", run.profile},
                                       {"metric", compared},
                                       {"resamples", shared.bootstrap},
                                       {"confidence", shared.confidence},
                                       {"seed", shared.seed},
                                       {"sentences", result.sentences},
                                       {"tables", nlohmann::ordered_json::object()}};
    for (const auto& table : result.tables) document["tables"][table.name] = table_json(table);
    print(json_text(document) + "\n");
    return {};
  }
  std::string text;
  for (const auto& table : result.tables) text += shown_table(table);
  for (const auto& sentence : result.sentences) text += wrapped(sentence);
  print(text);
  return {};
}

}  // namespace standfast::cli
