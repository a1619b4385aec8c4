// standfast compare: which of several systems is better on the same items, and which ones are tied.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <numeric>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "cli/answers_args.h"
#include "cli/commands.h"
#include "cli/compare_run.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/metric/resample/permutation.h"
#include "standfast/metric/stat/estimate.h"
#include "standfast/metric/stat/holm.h"

namespace standfast::cli {
namespace {

// With fewer independent groups than this the smallest two-sided p of a permutation test is 2^-6 or more.
constexpr uint32_t kFewestGroups = 8;

struct CompareArgs {
  AnswersArgs shared;
  CompareRunArgs run;
  std::vector<std::string> systems;
  std::string metric;  // "": overall, or that of the study of a run
  int64_t permutations = 10000;
  bool json = false;
  std::vector<std::pair<std::string, std::function<bool()>>> of_answers;  // flags without a meaning for a run
  std::function<std::string()> flag_of_a_run;                             // the first that is given
};

struct System {
  std::string name;
  JoinedAnswers answers;
  Replicated quantity;  // of the metric compared
  Estimate estimate;
};

struct SystemPair {
  const System* a;  // the better one in this sample
  const System* b;
  Difference difference;
  std::optional<double> p, p_holm;
};

// The method, after "auto" was resolved.
struct Method {
  Cluster cluster = Cluster::item;
  uint32_t units = 0;       // resampled
  uint32_t groups = 0;      // swapped
  bool permutation = true;  // else p is the bootstrap's
};

// File names without folder and ending; whole paths if two names are equal.
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

bool tied(const SystemPair& pair, double confidence) {
  return !pair.p_holm || *pair.p_holm > 1 - confidence;
}

std::string in_brackets(const std::optional<Interval>& interval) {
  return interval ? fmt::format("[{:.4f}, {:.4f}]", interval->low, interval->high) : "-";
}

std::string p_text(const std::optional<double>& p) {
  return !p ? "-" : *p < 0.0001 ? fmt::format("{:.1e}", *p) : fmt::format("{:.4f}", *p);
}

nlohmann::ordered_json comparison_json(const std::vector<System>& systems,
                                       const std::vector<SystemPair>& pairs, const Truth& truth,
                                       const Method& method, const CompareArgs& given) {
  const AnswersArgs& args = given.shared;
  nlohmann::ordered_json json;
  json["profile"] = args.profile;
  json["metric"] = given.metric;
  json["n"] = truth.ids.size();
  for (const auto& system : systems)
    json["systems"].push_back({{"name", system.name},
                               {"n_missing", system.answers.missing},
                               {"value", json_or_null(system.estimate.value)},
                               {"interval", interval_json(system.estimate.interval)}});
  for (const auto& pair : pairs)
    json["pairs"].push_back({{"a", pair.a->name},
                             {"b", pair.b->name},
                             {"difference", json_or_null(pair.difference.estimate.value)},
                             {"interval", interval_json(pair.difference.estimate.interval)},
                             {"p", json_or_null(pair.p)},
                             {"p_holm", json_or_null(pair.p_holm)},
                             {"p_bootstrap", json_or_null(pair.difference.p)},
                             {"tied", pair.p_holm ? nlohmann::ordered_json(tied(pair, args.confidence))
                                                  : nlohmann::ordered_json(nullptr)}});
  json["method"] = {{"interval", "percentile"},
                    {"cluster", name_of(method.cluster)},
                    {"units", method.units},
                    {"resamples", args.bootstrap},
                    {"p", method.permutation ? "permutation" : "bootstrap"},
                    {"groups", method.groups},
                    {"permutations", method.permutation ? given.permutations : 0},
                    {"confidence", args.confidence},
                    {"seed", args.seed}};
  return json;
}

std::string table(const std::vector<System>& systems, const std::vector<SystemPair>& pairs,
                  const CompareArgs& given) {
  const AnswersArgs& args = given.shared;
  size_t width = 6;
  for (const auto& system : systems) width = std::max(width, system.name.size());
  std::string out =
      fmt::format("{} of {}, {:g} % intervals\n", given.metric, args.profile, 100 * args.confidence);
  for (const auto& system : systems)
    out += fmt::format("  {:<{}}  {}  {}\n", system.name, width,
                       system.estimate.value ? fmt::format("{:.4f}", *system.estimate.value) : "     -",
                       in_brackets(system.estimate.interval));
  out += "differences\n";
  for (const auto& pair : pairs) {
    const auto& difference = pair.difference.estimate;
    out += fmt::format("  {:<{}} - {:<{}}  {}  {}  p {}, with Holm's correction {}\n", pair.a->name, width,
                       pair.b->name, width,
                       difference.value ? fmt::format("{:.4f}", *difference.value) : "     -",
                       in_brackets(difference.interval), p_text(pair.p), p_text(pair.p_holm));
  }
  for (const auto& pair : pairs) {
    if (!pair.p_holm)
      out += fmt::format("no verdict: {} and {} ({} cannot be compared on these items)\n", pair.a->name,
                         pair.b->name, given.metric);
    else if (tied(pair, args.confidence))
      out += fmt::format("tied: {} and {} (a difference of {:.4f} can be chance)\n", pair.a->name,
                         pair.b->name, *pair.difference.estimate.value);
    else
      out += fmt::format("{} is ahead of {} by {:.4f}\n", pair.a->name, pair.b->name,
                         *pair.difference.estimate.value);
  }
  return out;
}

// The items that are swapped together: pairs that share an author, directly or through others; or each item
// alone.
ItemGroups swap_groups(const Truth& truth, Cluster cluster) {
  if (cluster == Cluster::author)
    return author_components(truth.author_a, truth.author_b, static_cast<uint32_t>(truth.authors.size()));
  ItemGroups groups;
  groups.groups = static_cast<uint32_t>(truth.ids.size());
  groups.group.resize(groups.groups);
  std::iota(groups.group.begin(), groups.group.end(), 0U);
  return groups;
}

Status run(CompareArgs given) {
  const AnswersArgs& args = given.shared;
  const bool of_a_run = given.systems.size() == 1 && is_run_folder(given.systems.front());
  if (!given.run.test.empty() && !of_a_run)
    return usage_error(
        given.systems.size() > 1
            ? fmt::format("compare: --test looks at one run folder, not at {}", given.systems.size())
            : fmt::format("compare: --test looks at one run folder, and {} is none",
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
        "compare: {} is for a run folder (compare RUN --test ...), and these are files of answers; leave it out",
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
  Method method;
  SF_ASSIGN(method.cluster, args.resolve_cluster(truth));

  std::vector<System> systems;
  const auto names = names_of(given.systems);
  for (size_t s = 0; s < names.size(); ++s) {
    System system{names[s], {}, {}, {}};
    SF_ASSIGN(system.answers, load_answers(given.systems[s], truth, *profile, args));
    const ScoredItems items = scored_items(system.answers, truth, method.cluster, method.units);
    system.quantity = UnitBootstrap(method.units, args.resampling()).scores(*profile, items)[metric];
    system.estimate = estimate(system.quantity, args.confidence);
    systems.push_back(std::move(system));
  }
  std::stable_sort(systems.begin(), systems.end(), [](const System& a, const System& b) {
    return a.estimate.value.value_or(-1) > b.estimate.value.value_or(-1);
  });

  const ItemGroups groups = swap_groups(truth, method.cluster);
  method.groups = groups.groups;
  method.permutation = given.permutations > 0 && groups.groups >= kFewestGroups;
  if (given.permutations > 0 && !method.permutation)
    terminal().info(
        fmt::format("the pairs hang together by their authors in {} group{}, too few to permute; p comes "
                    "from the bootstrap",
                    groups.groups, groups.groups == 1 ? "" : "s"));
  PermutationOptions options;
  options.permutations = static_cast<uint32_t>(given.permutations);
  options.seed = static_cast<uint64_t>(args.seed);
  options.threads = args.resampling().threads;

  std::vector<SystemPair> pairs;
  const size_t pair_count = systems.size() * (systems.size() - 1) / 2;
  for (size_t i = 0; i < systems.size(); ++i)
    for (size_t j = i + 1; j < systems.size(); ++j) {
      SystemPair pair{&systems[i],
                      &systems[j],
                      difference(systems[i].quantity, systems[j].quantity, args.confidence),
                      {},
                      {}};
      if (method.permutation)
        pair.p = paired_permutation(*profile, metric, systems[i].answers.scores, systems[j].answers.scores,
                                    truth.same, groups.group, groups.groups, options)
                     .p;
      else
        pair.p = pair.difference.p;
      pairs.push_back(std::move(pair));
      terminal().progress("comparing pairs of systems", pairs.size(), pair_count);
    }
  std::vector<double> defined;
  for (const auto& pair : pairs)
    if (pair.p) defined.push_back(*pair.p);
  const auto adjusted = holm(defined);
  size_t next = 0;
  for (auto& pair : pairs)
    if (pair.p) pair.p_holm = adjusted[next++];
  std::stable_sort(pairs.begin(), pairs.end(), [](const SystemPair& a, const SystemPair& b) {
    return a.difference.estimate.value.value_or(-1) > b.difference.estimate.value.value_or(-1);
  });

  if (given.json) {
    print(json_text(comparison_json(systems, pairs, truth, method, given)) + "\n");
  } else {
    const std::string units = method.cluster == Cluster::author ? "authors" : "items";
    terminal().info(fmt::format("{} items; intervals from {} resamples of {} {}; p from {} (seed {})",
                                truth.ids.size(), args.bootstrap, method.units, units,
                                method.permutation ? fmt::format("{} permutations of {} independent groups",
                                                                 given.permutations, method.groups)
                                                   : std::string("the same resamples"),
                                args.seed));
    print(table(systems, pairs, given));
  }
  return {};
}

}  // namespace

Command compare_command() {
  return {
      "compare", "Compare systems on the same items: differences, intervals, p, ties", [](Args& args) {
        auto given = std::make_shared<CompareArgs>();
        given->shared.bootstrap = 2000;
        args.texts("SYSTEMS", given->systems,
                   "Answers of two systems or more (see standfast score), or one run folder with --test",
                   true);
        given->shared.declare(args, false);
        args.text(
            "--metric", given->metric,
            "A metric of the profile (default: that of the study of a run, else overall; --test models of a classification: accuracy)");
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
            "permutation "
            "test swaps the\nanswers of two systems by a coin per item, or per group of items that share "
            "authors; p-values of all pairs\nare corrected by Holm's method. Systems whose corrected p is "
            "above 1 - confidence are called tied.\n\n"
            "A run: --test ranking says how alike its folds rank the models (Spearman over all pairs of "
            "folds), "
            "which models can\nbe told apart (Friedman, Nemenyi), and three t-tests between HITS and random "
            "topics; "
            "--test topic-shortcut what each\nmodel loses under HITS, intervals by resampling topics; --test "
            "dose-response the score against the similarity of\ntrain and test topics; --test models every "
            "pair of models, "
            "classifiers topic by topic;\n--test data how much data each condition holds. See "
            "docs/ranking.md.");
        return [given] { return run(*given); };
      }};
}

}  // namespace standfast::cli
