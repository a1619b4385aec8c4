// standfast score: the metrics of a profile on a file of answers.
#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "cli/answers_args.h"
#include "cli/commands.h"
#include "cli/keep_inputs.h"
#include "cli/score_classes.h"
#include "cli/score_forensic.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/base/paths.h"
#include "standfast/metric/stat/estimate.h"

namespace standfast::cli {
namespace {

struct ScoreArgs {
  AnswersArgs shared;
  ForensicArgs forensic;
  ClassScoreArgs classes;
  std::string answers;
  bool json = false;
  std::function<bool()> profile_given;
  std::function<std::string()> flag_of_classes, flag_of_resampling;  // the first that is given
};

// Flags that would change nothing are hardly ever meant.
Status check_flags(const ScoreArgs& given, Task task) {
  const AnswersArgs& args = given.shared;
  if (const std::string flag = given.flag_of_resampling(); args.bootstrap == 0 && !flag.empty())
    return usage_error(fmt::format(
        "score: {} says how intervals are made, and there are none with --bootstrap 0; leave one of them out",
        flag));
  if (task == Task::verification) {
    if (const std::string flag = given.flag_of_classes(); !flag.empty())
      return usage_error(fmt::format(
          "score: {} is for predicted classes, and these are answers to pairs; leave it out, or name the class "
          "with --target",
          flag));
    return {};
  }
  const auto profiles = ClassScoreArgs::profile_names();
  if (given.profile_given() && std::find(profiles.begin(), profiles.end(), args.profile) == profiles.end())
    return usage_error(
        fmt::format("score: --profile {} is for answers to pairs; for predicted classes there are {}",
                    args.profile, fmt::join(profiles, ", ")));
  if (given.forensic.forensic) return usage_error("score: --forensic is for answers to pairs");
  if (args.missing == "open")
    return usage_error(
        "score: --missing open is for answers to pairs; a document without a prediction has no score: take some or "
        "refuse");
  return {};
}

// One estimate for each metric, in their order.
std::vector<Estimate> intervals(const MetricProfile& profile, const Truth& truth, const JoinedAnswers& joined,
                                Cluster cluster, const AnswersArgs& args) {
  std::vector<Replicated> replicated;
  if (cluster == Cluster::item) {
    replicated = bootstrap_items(profile, RankedItems(joined.scores, truth.same), args.resampling());
  } else {
    uint32_t units = 0;
    const ScoredItems items = scored_items(joined, truth, cluster, units);
    replicated = UnitBootstrap(units, args.resampling()).scores(profile, items);
  }
  std::vector<Estimate> estimates;
  for (const auto& quantity : replicated) estimates.push_back(estimate(quantity, args.confidence));
  return estimates;
}

nlohmann::ordered_json scores_json(const MetricProfile& profile, const VerificationScores& scores,
                                   const JoinedAnswers& joined, const std::vector<Estimate>& estimates,
                                   Cluster cluster, const AnswersArgs& args) {
  nlohmann::ordered_json json;
  json["profile"] = profile.name;
  json["n"] = scores.n;
  json["n_answered"] = scores.n_answered;
  json["n_missing"] = joined.missing;
  const auto names = metric_names(profile);
  auto& metrics = json["metrics"];
  for (size_t m = 0; m < names.size(); ++m) metrics[names[m]] = json_or_null(scores.values[m]);
  if (estimates.empty()) return json;
  auto& ends = json["intervals"];
  for (size_t m = 0; m < names.size(); ++m) {
    const auto& interval = estimates[m].interval;
    ends[names[m]] =
        interval ? nlohmann::ordered_json{interval->low, interval->high} : nlohmann::ordered_json(nullptr);
  }
  json["bootstrap"] = {{"method", "percentile"},
                       {"cluster", name_of(cluster)},
                       {"resamples", args.bootstrap},
                       {"confidence", args.confidence},
                       {"seed", args.seed}};
  return json;
}

// If all scores lie on one side of 0.5, they say "never" or "always" to every pair. That is hardly ever
// meant, so a warning says it, with a guess. There is no warning if the truth has only one kind of pair.
void warn_of_one_side(const std::string& path, const std::vector<double>& scores, const Truth& truth,
                      const VerificationScores& values) {
  if (values.n_answered == 0 || values.n_same == 0 || values.n_same == values.n) return;
  const auto [low, high] = std::minmax_element(scores.begin(), scores.end());
  const bool none_above = *high <= 0.5, none_below = *low >= 0.5;
  if (!none_above && !none_below) return;
  // Mean score of same-author pairs minus the mean of the others.
  double same = 0, different = 0;
  for (size_t i = 0; i < scores.size(); ++i) (truth.same[i] != 0 ? same : different) += scores[i];
  const double apart =
      same / static_cast<double>(values.n_same) - different / static_cast<double>(values.n - values.n_same);
  std::string guess;
  if (*low < 0 || *high > 1)
    guess = "are they logits or log-probabilities? then p = 1 / (1 + exp(-x)) or exp(x)";
  else if (apart < 0)
    guess = "pairs of two authors score higher: are they distances? then take 1 - distance, and a threshold";
  else
    guess = "are they similarities whose threshold is not 0.5? then map the threshold to 0.5 first";
  terminal().warn(fmt::format(
      "{}: no score lies {} 0.5 (they go from {:.3g} to {:.3g}), so {} and c@1, F1 and F0.5u say little; {}",
      path, none_above ? "above" : "below", *low, *high,
      none_above ? "no pair is accepted as by one author" : "no pair is rejected as by two authors", guess));
}

const char* what_overall_does(Undefined undefined) {
  switch (undefined) {
    case Undefined::zero:
      return "; overall counts it as 0";
    case Undefined::spoils:
      return "; so is overall";
    case Undefined::left_out:
      break;
  }
  return "; overall is the mean of the others";
}

std::string table(const MetricProfile& profile, const VerificationScores& scores, const JoinedAnswers& joined,
                  const std::vector<Estimate>& estimates, const AnswersArgs& args) {
  std::string out = fmt::format(
      "{}: {}\n{} pair{}, {} by one author; {} answered, {} left open at 0.5 ({} of them missing)\n",
      profile.name, profile.summary, scores.n, scores.n == 1 ? "" : "s", scores.n_same, scores.n_answered,
      scores.n - scores.n_answered, joined.missing);
  const auto names = metric_names(profile);
  std::vector<std::string> averaged;
  for (size_t m = 0; m < profile.metrics.size(); ++m) {
    const auto& metric = profile.metrics[m];
    if (metric.in_overall && (profile.undefined != Undefined::left_out || scores.values[m]))
      averaged.push_back(metric.name);
  }
  for (size_t m = 0; m < names.size(); ++m) {
    out += fmt::format("  {:<8} {:>6}", names[m], printed(profile, names[m], scores.values[m]));
    if (!estimates.empty() && estimates[m].interval)
      out += fmt::format("  [{}, {}]", printed(profile, names[m], estimates[m].interval->low),
                         printed(profile, names[m], estimates[m].interval->high));
    if (names[m] == "overall") out += fmt::format("  mean of {}", fmt::join(averaged, ", "));
    out += "\n";
  }
  if (!estimates.empty())
    out += fmt::format("  in brackets: {:g} % percentile intervals\n", 100 * args.confidence);
  return out;
}

Status run(const ScoreArgs& given) {
  const AnswersArgs& args = given.shared;
  SF_TRY(args.check("score"));
  SF_TRY(given.forensic.check());
  SF_ASSIGN(const Task task, given.classes.task_of(given.profile_given() ? args.profile : "", given.answers));
  SF_TRY(check_flags(given, task));
  if (given.answers == "-" && args.truth == "-")
    return usage_error("score: answers and truth cannot both come from standard input");
  SF_TRY(
      keep_inputs("--llr-out", given.forensic.llr_out,
                  {given.answers, args.truth, given.forensic.calibrate_on, given.forensic.calibrate_truth}));
  if (task == Task::classification) return score_classes(given.classes, args, given.answers, given.json);
  SF_ASSIGN(const MetricProfile* profile, find_profile(args.profile));
  if (given.answers != "-" && !is_there(given.answers))  // before the truth is blamed for anything
    return data_error(given.answers + ": there is no such file");
  SF_ASSIGN(const Truth truth, load_truth(args));
  SF_ASSIGN(const JoinedAnswers joined, load_answers(given.answers, truth, *profile, args));
  SF_ASSIGN(const Cluster cluster, args.resolve_cluster(truth));
  const VerificationScores scores = evaluate(*profile, joined.scores, truth.same);
  for (size_t m = 0; m < profile->metrics.size(); ++m) {
    if (scores.values[m]) continue;
    const auto& metric = profile->metrics[m];
    const auto entry = verification_metrics().find(metric.metric);
    terminal().warn(fmt::format("{} is undefined here ({}){}", metric.name,
                                entry ? (*entry)->traits.undefined : "",
                                metric.in_overall ? what_overall_does(profile->undefined) : ""));
  }
  warn_of_one_side(given.answers, joined.scores, truth, scores);
  std::vector<Estimate> estimates;
  if (args.bootstrap > 0) {
    estimates = intervals(*profile, truth, joined, cluster, args);
    terminal().info(fmt::format("percentile intervals from {} resamples of {} (seed {})", args.bootstrap,
                                cluster == Cluster::author ? fmt::format("{} authors", truth.authors.size())
                                                           : fmt::format("{} items", scores.n),
                                args.seed));
  }
  auto json = scores_json(*profile, scores, joined, estimates, cluster, args);
  std::string text = table(*profile, scores, joined, estimates, args);
  if (given.forensic.forensic) {
    SF_ASSIGN(const ForensicResult forensic,
              score_forensic(given.forensic, args, truth, joined, *profile, cluster));
    json["forensic"] = forensic.json;
    text += forensic.text;
  }
  print(given.json ? json_text(json) + "\n" : text);
  return {};
}

}  // namespace

Command score_command() {
  return {
      "score", "Score answers to pairs as PAN's evaluators do, or predicted classes", [](Args& args) {
        auto given = std::make_shared<ScoreArgs>();
        args.text(
                "ANSWERS", given->answers,
                "answers.jsonl {id, value}, CSV id,score, or the PAN folder that holds it; predictions.jsonl "
                "{id, predicted, probabilities} or CSV id,predicted,CLASS...; - is stdin",
                true)
            .path();
        given->shared.declare(args, true, ClassScoreArgs::profile_names());
        given->classes.declare(args);
        given->forensic.declare(args);
        args.flag("--json", given->json, "Print one JSON document, numbers at full precision");
        given->profile_given = args.given("--profile");
        given->flag_of_classes =
            args.first_given(together({CorpusArgs::column_flags(), {"--ranking", "--by-class"}}));
        given->flag_of_resampling = args.first_given({"--confidence", "--seed", "--cluster"});
        std::string profiles = "Profiles:\n";
        for (const auto& profile : metric_profiles())
          profiles += fmt::format("  {:<21} {}\n", profile.name, profile.summary);
        for (const auto& profile : classification_profiles())
          profiles += fmt::format("  {:<21} {}\n", profile.name, profile.summary);
        args.footer(
            profiles +
            "\nA score of exactly 0.5 is a non-answer. Intervals resample authors, because the pairs of one "
            "author are not\nindependent: a pair counts as often as both its authors were drawn "
            "(docs/metrics.md).");
        args.example("standfast score answers.jsonl --truth pairs/fold-0/test",
                     "Answers to pairs, with intervals over authors");
        args.example("standfast score predictions.jsonl --truth corpus.jsonl --target author",
                     "Predicted classes");
        return [given] { return run(*given); };
      }};
}

}  // namespace standfast::cli
