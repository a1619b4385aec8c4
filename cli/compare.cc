// standfast compare: a comparison of several systems on the same items: which are better, and which are tied.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/answers_args.h"
#include "cli/commands.h"
#include "cli/show_tables.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/base/paths.h"
#include "standfast/metric/resample/compare_systems.h"
#include "standfast/report/page/run_comparison.h"
#include "standfast/result/run/add_predictions.h"
#include "standfast/result/run/cell_index.h"
#include "standfast/result/run/records.h"

namespace standfast::cli {
namespace {

struct CompareRunArgs {
  std::string test;
  std::string hits, random;
  std::vector<std::string> predictions;  // NAME=FOLDER
  bool kendall = false;

  void declare(Args& args);
};

void CompareRunArgs::declare(Args& args) {
  args.choice("--test", test, {"ranking", "topic-shortcut", "dose-response", "models", "data"},
              "With a run folder: the test (see below)");
  args.text("--hits", hits, "With a run: the condition of heterogeneous topics (guessed by its sampler)");
  args.text("--random", random, "With a run: the condition of random topics (guessed by its sampler)");
  args.texts(
      "--predictions", predictions,
      "With a run: NAME=FOLDER of answers to the problems of `standfast pairs --run`, or of predictions of "
      "its "
      "test documents (repeatable)");
  args.flag("--kendall", kendall, "With --test ranking: Kendall's tau-b instead of Spearman's rho");
}

// Returns true if the folder was written by `standfast run`, judged by its files.
bool is_run_folder(const std::string& path) {
  return is_folder(path) && is_there(path + "/provenance.json");
}

Status compare_run(const std::string& run_folder, const CompareRunArgs& given, const AnswersArgs& shared,
                   const std::string& metric, bool json) {
  using namespace report;
  SF_TRY(shared.check("compare"));
  if (!shared.truth.empty())
    return usage_error("compare: a run brings its own truth; leave out --truth, or compare files of answers");
  if (shared.bootstrap == 0) return usage_error("compare: --test needs resamples; leave out --bootstrap 0");
  if (given.kendall && given.test != "ranking")
    return usage_error("compare: --kendall belongs to --test ranking");
  SF_ASSIGN(RunRecords run, read_run(run_folder, result::KeepAnswers::aside));
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
  const result::RunCounts counts = result::run_counts(run);
  if (counts.failed + counts.missing > 0)
    terminal().warn(
        fmt::format("{} cells failed and {} have not run; results that need them are left out and counted",
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
                                       {"tables", tables_json(result.tables)}};
    print(json_text(document) + "\n");
    return {};
  }
  std::string text = shown_tables(result.tables);
  for (const auto& sentence : result.sentences) text += wrapped(sentence);
  print(text);
  return {};
}

struct CompareArgs {
  AnswersArgs shared;
  CompareRunArgs run;
  std::vector<std::string> systems;
  std::string metric;  // "": overall, or the metric of the study of a run
  int64_t permutations = 10000;
  bool json = false;
  std::vector<std::pair<std::string, std::function<bool()>>> of_answers;  // flags without a meaning for a run
  std::function<std::string()> flag_of_a_run;                             // the first that is given
};

struct System {
  std::string name;
  uint64_t missing = 0;  // items without an answer
};

// The compared systems, with their names.
struct Compared {
  std::vector<System> given;
  Comparison found;
  const System& system(size_t place) const { return given[found.systems[place].place]; }
};

// Returns the file names without folder and ending; whole paths if two names are equal.
std::vector<std::string> names_of(const std::vector<std::string>& paths) {
  std::vector<std::string> names;
  for (const auto& path : paths) {
    std::filesystem::path trimmed = path;
    if (!trimmed.has_filename()) trimmed = trimmed.parent_path();
    std::string name = trimmed.filename().string();
    for (const char* ending : {".gz", ".zst", ".jsonl", ".csv", ".tsv", ".answers"})
      if (name.ends_with(ending) && name.size() > std::string(ending).size())
        name.resize(name.size() - std::string(ending).size());
    names.push_back(std::move(name));
  }
  return std::set<std::string>(names.begin(), names.end()).size() == names.size() ? names : paths;
}

nlohmann::ordered_json interval_json(const std::optional<Interval>& interval) {
  return interval ? nlohmann::ordered_json{interval->low, interval->high} : nlohmann::ordered_json(nullptr);
}

std::string in_brackets(const std::optional<Interval>& interval) {
  return interval ? fmt::format("[{:.4f}, {:.4f}]", interval->low, interval->high) : "-";
}

std::string p_text(const std::optional<double>& p) {
  return !p ? "-" : *p < 0.0001 ? fmt::format("{:.1e}", *p) : fmt::format("{:.4f}", *p);
}

nlohmann::ordered_json comparison_json(const Compared& compared, size_t items, Cluster cluster,
                                       const CompareArgs& given) {
  const AnswersArgs& args = given.shared;
  const Comparison& found = compared.found;
  nlohmann::ordered_json json;
  json["profile"] = args.profile;
  json["metric"] = given.metric;
  json["n"] = items;
  for (size_t i = 0; i < found.systems.size(); ++i)
    json["systems"].push_back({{"name", compared.system(i).name},
                               {"n_missing", compared.system(i).missing},
                               {"value", json_or_null(found.systems[i].estimate.value)},
                               {"interval", interval_json(found.systems[i].estimate.interval)}});
  for (const auto& pair : found.pairs) {
    const auto tied = pair.tied(args.confidence);
    json["pairs"].push_back(
        {{"a", compared.system(pair.a).name},
         {"b", compared.system(pair.b).name},
         {"difference", json_or_null(pair.difference.estimate.value)},
         {"interval", interval_json(pair.difference.estimate.interval)},
         {"p", json_or_null(pair.p)},
         {"p_holm", json_or_null(pair.p_holm)},
         {"p_bootstrap", json_or_null(pair.difference.p)},
         {"tied", tied ? nlohmann::ordered_json(*tied) : nlohmann::ordered_json(nullptr)}});
  }
  json["method"] = {{"interval", "percentile"},
                    {"cluster", name_of(cluster)},
                    {"units", found.units},
                    {"resamples", args.bootstrap},
                    {"p", found.permutation ? "permutation" : "bootstrap"},
                    {"groups", found.groups},
                    {"permutations", found.permutation ? given.permutations : 0},
                    {"confidence", args.confidence},
                    {"seed", args.seed}};
  return json;
}

std::string table(const Compared& compared, const CompareArgs& given) {
  const AnswersArgs& args = given.shared;
  const Comparison& found = compared.found;
  size_t width = 6;
  for (const auto& system : compared.given) width = std::max(width, system.name.size());
  std::string out =
      fmt::format("{} of {}, {:g} % intervals\n", given.metric, args.profile, 100 * args.confidence);
  for (size_t i = 0; i < found.systems.size(); ++i) {
    const Estimate& estimate = found.systems[i].estimate;
    out += fmt::format("  {:<{}}  {}  {}\n", compared.system(i).name, width,
                       estimate.value ? fmt::format("{:.4f}", *estimate.value) : "     -",
                       in_brackets(estimate.interval));
  }
  out += "differences\n";
  for (const auto& pair : found.pairs) {
    const auto& difference = pair.difference.estimate;
    out += fmt::format("  {:<{}} - {:<{}}  {}  {}  p {}, with Holm's correction {}\n",
                       compared.system(pair.a).name, width, compared.system(pair.b).name, width,
                       difference.value ? fmt::format("{:.4f}", *difference.value) : "     -",
                       in_brackets(difference.interval), p_text(pair.p), p_text(pair.p_holm));
  }
  for (const auto& pair : found.pairs) {
    const std::string &a = compared.system(pair.a).name, &b = compared.system(pair.b).name;
    const auto tied = pair.tied(args.confidence);
    if (!tied)
      out +=
          fmt::format("no verdict: {} and {} ({} cannot be compared on these items)\n", a, b, given.metric);
    else if (*tied)
      out += fmt::format("tied: {} and {} (a difference of {:.4f} can be chance)\n", a, b,
                         *pair.difference.estimate.value);
    else
      out += fmt::format("{} is ahead of {} by {:.4f}\n", a, b, *pair.difference.estimate.value);
  }
  return out;
}

Status run(CompareArgs given) {
  const AnswersArgs& args = given.shared;
  const bool of_a_run = given.systems.size() == 1 && is_run_folder(given.systems.front());
  if (!given.run.test.empty() && !of_a_run)
    return usage_error(
        given.systems.size() > 1
            ? fmt::format("compare: --test looks at one run folder, not at {}", given.systems.size())
            : fmt::format("compare: --test looks at one run folder, and {} is not one",
                          fmt::join(given.systems, " ")));
  if (of_a_run && given.run.test.empty())
    return usage_error(
        fmt::format("compare: {} is a run folder; say which test: --test ranking, topic-shortcut, "
                    "dose-response, models or data",
                    given.systems.front()));
  for (const auto& [flag, is_given] : given.of_answers)
    if (of_a_run && is_given())
      return usage_error(fmt::format("compare: {} is for files of answers; {}", flag,
                                     flag == "--profile" ? "a run was scored by the profile of its study file"
                                                         : "no test of a run uses it"));
  if (!of_a_run && given.metric.empty()) given.metric = "overall";
  if (of_a_run) return compare_run(given.systems.front(), given.run, args, given.metric, given.json);
  if (const std::string flag = given.flag_of_a_run(); !flag.empty())
    return usage_error(fmt::format(
        "compare: {} is for a run folder (compare RUN --test ...), and these are files of answers; leave it "
        "out",
        flag));
  if (args.truth.empty()) return usage_error("compare: --truth is required");
  SF_TRY(args.check("compare"));
  if (given.systems.size() < 2) return usage_error("compare: give the answers of two systems or more");
  if (std::count(given.systems.begin(), given.systems.end(), "-") + (args.truth == "-") > 1)
    return usage_error("compare: only one file can come from standard input");
  if (given.permutations < 0 || given.permutations > 100'000'000)
    return usage_error(fmt::format("compare: --permutations {} is no number of permutations; take 10000",
                                   given.permutations));
  SF_ASSIGN(const MetricProfile* profile, find_profile(args.profile));
  const auto metrics = metric_names(*profile);
  const auto metric =
      static_cast<size_t>(std::find(metrics.begin(), metrics.end(), given.metric) - metrics.begin());
  if (metric == metrics.size())
    return usage_error(fmt::format("compare: {} has no metric \"{}\" (it has {})", profile->name,
                                   given.metric, fmt::join(metrics, ", ")));
  SF_ASSIGN(const Truth truth, load_truth(args));
  SF_ASSIGN(const Cluster cluster, args.resolve_cluster(truth));
  Compared compared;
  std::vector<std::vector<double>> scores;
  const auto names = names_of(given.systems);
  for (size_t i = 0; i < names.size(); ++i) {
    SF_ASSIGN(JoinedAnswers answers, load_answers(given.systems[i], truth, *profile, args));
    compared.given.push_back({names[i], answers.missing});
    scores.push_back(std::move(answers.scores));
  }
  ComparedItems items{truth.same, {}, {}, 0};
  if (cluster == Cluster::author)
    items = {truth.same, truth.author_a, truth.author_b, static_cast<uint32_t>(truth.authors.size())};
  compared.found = compare_systems(
      *profile, items, scores,
      {metric, args.confidence, args.resampling(), static_cast<uint32_t>(given.permutations),
       [](size_t done, size_t all) { terminal().progress("comparing pairs of systems", done, all); }});
  const Comparison& found = compared.found;
  if (given.permutations > 0 && !found.permutation)
    terminal().info(fmt::format(
        "authors connect the pairs into {} group{}, too few to permute; p comes from the bootstrap",
        found.groups, found.groups == 1 ? "" : "s"));

  if (given.json) {
    print(json_text(comparison_json(compared, truth.ids.size(), cluster, given)) + "\n");
  } else {
    const std::string units = cluster == Cluster::author ? "authors" : "items";
    terminal().info(fmt::format("{} items; intervals from {} resamples of {} {}; p from {} (seed {})",
                                truth.ids.size(), args.bootstrap, found.units, units,
                                found.permutation ? fmt::format("{} permutations of {} independent groups",
                                                                given.permutations, found.groups)
                                                  : std::string("the same resamples"),
                                args.seed));
    print(table(compared, given));
  }
  return {};
}

}  // namespace

Command compare_command() {
  return {
      "compare", "Compare systems on the same items: differences, intervals, p, ties", [](Args& args) {
        auto given = std::make_shared<CompareArgs>();
        args.texts("SYSTEMS", given->systems,
                   "Answers of two systems or more (see standfast score), or one run folder with --test",
                   true)
            .path();
        given->shared.declare(args, false);
        args.text(
            "--metric", given->metric,
            "A metric of the profile (default: the metric of a run's study, else overall; --test models of a "
            "classification: accuracy)");
        args.count("--permutations", given->permutations,
                   "Permutations of the paired test (0: p from the "
                   "bootstrap)");
        args.flag("--json", given->json, "Print one JSON document, numbers at full precision");
        for (const char* flag : {"--profile", "--cluster", "--missing", "--permutations"})
          given->of_answers.emplace_back(flag, args.given(flag));
        given->run.declare(args);
        given->flag_of_a_run = args.first_given({"--hits", "--random", "--predictions", "--kendall"});
        args.footer(
            "Answers: differences are paired. All systems see the same items and the same resamples. The "
            "permutation test swaps the\n"
            "answers of two systems by a coin per item, or per group of items that share authors; p-values "
            "of all pairs\n"
            "are corrected by Holm's method. Systems whose corrected p is above 1 - confidence are called "
            "tied.\n"
            "\n"
            "A run: --test ranking shows how alike its folds rank the models (Spearman over all pairs of "
            "folds), which models can\n"
            "be told apart (Friedman, Nemenyi), and three t-tests between HITS and random topics; --test "
            "topic-shortcut shows the\n"
            "loss of each model under HITS, with intervals that allow for shared authors and topics; --test "
            "dose-response shows the\n"
            "score against the similarity of train and test topics; --test models compares every pair of "
            "models, classifiers topic by\n"
            "topic; --test data shows the amount of data in each condition. See docs/ranking.md.");
        args.example("standfast compare answers.jsonl others.jsonl --truth pairs/fold-0/test",
                     "Compare two systems on the same pairs");
        args.example("standfast compare run --test ranking",
                     "Compare the rankings of models in the folds of a run");
        return [given] { return run(*given); };
      }};
}

}  // namespace standfast::cli
