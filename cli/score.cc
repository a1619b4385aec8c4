// standfast score: the metrics of a profile on a file of answers.
#include <algorithm>
#include <functional>
#include <numbers>
#include <string>
#include <unordered_set>

#include <fmt/format.h>

#include "cli/answers_args.h"
#include "cli/commands.h"
#include "cli/keep_inputs.h"
#include "cli/score_classes.h"
#include "standfast/base/csv_cell.h"
#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/base/paths.h"
#include "standfast/metric/evidence/evidence_curves.h"
#include "standfast/metric/evidence/forensic.h"
#include "standfast/metric/evidence/llr.h"
#include "standfast/metric/stat/estimate.h"

namespace standfast::cli {
namespace {

struct ForensicArgs {
  bool forensic = false;
  std::string calibrate_on, calibrate_truth;  // another system's answers to other pairs, and their truth
  std::string scale = "score";
  std::string llr_out;

  void declare(Args& args);
  Status check() const;
};

// The result to print, as JSON and for a terminal. score_forensic() also writes --llr-out.
struct ForensicResult {
  nlohmann::ordered_json json;
  std::string text;
};

using Json = nlohmann::ordered_json;

struct Llrs {
  std::vector<double> values;  // one for each item of the truth
  Json calibration;
  std::string words;
};

Llrs from_probabilities(const JoinedAnswers& joined) {
  Llrs llrs;
  uint64_t moved = 0;
  for (const double score : joined.scores) {
    llrs.values.push_back(llr_of_probability(score));
    moved += score < kMostCertain || score > 1 - kMostCertain ? 1 : 0;
  }
  if (moved > 0)
    terminal().warn(fmt::format(
        "{} of {} scores are closer than {} to 0 or 1 and were moved there, so that no LR is infinite", moved,
        joined.scores.size(), kMostCertain));
  llrs.calibration = {{"method", "none"}, {"moved", moved}};
  llrs.words = "scores read as probabilities at even odds (no calibration; --calibrate-on does it)";
  return llrs;
}

// Reports how many items and authors of the truth the calibration data contain.
void say_overlap(const Truth& truth, const Truth& other, Json& calibration) {
  const std::unordered_set<std::string> ids(other.ids.begin(), other.ids.end());
  const std::unordered_set<std::string> authors(other.authors.begin(), other.authors.end());
  const auto items = std::count_if(truth.ids.begin(), truth.ids.end(),
                                   [&](const std::string& id) { return ids.contains(id); });
  const auto seen = std::count_if(truth.authors.begin(), truth.authors.end(),
                                  [&](const std::string& name) { return authors.contains(name); });
  calibration["shared_items"] = items;
  calibration["shared_authors"] = seen;
  if (items > 0)
    terminal().warn(fmt::format("{} of {} items were calibrated on as well: their LRs are too good", items,
                                truth.ids.size()));
  if (seen > 0)
    terminal().info(
        fmt::format("{} of {} authors occur in the calibration data too", seen, truth.authors.size()));
}

Result<Llrs> calibrated(const ForensicArgs& given, const AnswersArgs& args, const Truth& truth,
                        const JoinedAnswers& joined, const MetricProfile& profile) {
  AnswersArgs other = args;
  other.truth = given.calibrate_truth;
  SF_ASSIGN(const Truth other_truth, load_truth(other));
  SF_ASSIGN(const JoinedAnswers scores, load_answers(given.calibrate_on, other_truth, profile, other));
  LlrOptions options;
  options.scale = given.scale == "logit" ? ScoreScale::logit : ScoreScale::score;
  SF_ASSIGN(const LlrCalibration fit, fit_llr(scores.scores, other_truth.same, options));
  Llrs llrs;
  for (const double score : joined.scores) llrs.values.push_back(fit.llr(score));
  llrs.calibration = {{"method", "logistic"},
                      {"scale", given.scale},
                      {"n_same", fit.n_same},
                      {"n_different", fit.n_different},
                      {"slope", fit.slope},
                      {"intercept", fit.intercept},
                      {"lowest_log10_lr", fit.lowest / std::numbers::ln10},
                      {"highest_log10_lr", fit.highest / std::numbers::ln10},
                      {"flat", fit.flat}};
  if (fit.flat)
    terminal().warn("in the calibration data higher scores do not speak for one author: every LR is 1");
  say_overlap(truth, other_truth, llrs.calibration);
  llrs.words =
      fmt::format("calibrated on {} same-author and {} different-author pairs", fit.n_same, fit.n_different);
  return llrs;
}

std::string csv_of(const Truth& truth, const JoinedAnswers& joined, const Llrs& llrs) {
  std::string out = "id,score,log10_lr\r\n";
  for (size_t i = 0; i < truth.ids.size(); ++i)
    out += fmt::format("{},{},{}\r\n", csv_cell(truth.ids[i]), joined.scores[i],
                       llrs.values[i] / std::numbers::ln10);
  return out;
}

void ForensicArgs::declare(Args& args) {
  args.flag("--forensic", forensic,
            "Also compute Cllr, Cllr_min, EER and misleading evidence (docs/forensic.md)");
  args.text("--calibrate-on", calibrate_on,
            "Answers of the same system to other pairs, to turn its scores into likelihood ratios")
      .path();
  args.text("--calibrate-truth", calibrate_truth, "The truth of those pairs").path();
  args.choice("--scale", scale, {"score", "logit"},
              "Likelihood ratios are affine in the score itself, or in its log-odds (for probabilities)");
  args.text("--llr-out", llr_out, "CSV file to write: id, score and log10 likelihood ratio of every item")
      .new_file();
}

Status ForensicArgs::check() const {
  if (!forensic && !(calibrate_on.empty() && calibrate_truth.empty() && llr_out.empty() && scale == "score"))
    return usage_error(
        "score: --calibrate-on, --calibrate-truth, --scale and --llr-out belong to --forensic");
  if (calibrate_on.empty() != calibrate_truth.empty())
    return usage_error("score: --calibrate-on and --calibrate-truth go together");
  if (scale != "score" && calibrate_on.empty())
    return usage_error("score: --scale says how to calibrate; give --calibrate-on");
  return {};
}

Result<ForensicResult> score_forensic(const ForensicArgs& given, const AnswersArgs& args, const Truth& truth,
                                      const JoinedAnswers& joined, const MetricProfile& profile,
                                      Cluster cluster) {
  Llrs llrs;
  if (given.calibrate_on.empty()) {
    llrs = from_probabilities(joined);
  } else {
    SF_ASSIGN(llrs, calibrated(given, args, truth, joined, profile));
  }
  if (!given.llr_out.empty()) SF_TRY(write_file(given.llr_out, csv_of(truth, joined, llrs)));

  uint32_t units = 0;
  const ScoredItems who = scored_items(joined, truth, cluster, units);
  ResampleOptions resampling = args.resampling();
  const auto replicated = forensic_replicates(UnitBootstrap(units, resampling),
                                              {llrs.values, truth.same, who.author_a, who.author_b, {}});
  ForensicResult result;
  Json metrics, intervals;
  result.text = fmt::format("likelihood ratios: {}\n", llrs.words);
  for (size_t m = 0; m < replicated.size(); ++m) {
    const std::string name(kForensicMetrics[m]);
    const Estimate e = estimate(replicated[m], args.confidence);
    metrics[name] = e.value ? Json(*e.value) : Json(nullptr);
    intervals[name] = e.interval ? Json{e.interval->low, e.interval->high} : Json(nullptr);
    result.text +=
        e.value ? fmt::format("  {:<20} {:>6.3f}", name, *e.value) : fmt::format("  {:<20}   none", name);
    if (e.interval) result.text += fmt::format("  [{:.3f}, {:.3f}]", e.interval->low, e.interval->high);
    result.text += "\n";
  }
  if (!replicated[0].value)
    terminal().warn("the truth has pairs of one kind only, so likelihood ratios cannot be assessed");
  const auto curves = tippett(llrs.values, truth.same, 2);
  result.json = {{"calibration", llrs.calibration},
                 {"metrics", metrics},
                 {"worst_log10_lr_same", curves.strongest_misleading_same / std::numbers::ln10},
                 {"worst_log10_lr_different", curves.strongest_misleading_different / std::numbers::ln10}};
  if (args.bootstrap > 0) result.json["intervals"] = intervals;
  return result;
}

struct ScoreArgs {
  AnswersArgs shared;
  ForensicArgs forensic;
  ClassScoreArgs classes;
  std::string answers;
  bool json = false;
  std::function<bool()> profile_given;
  std::function<std::string()> flag_of_classes, flag_of_resampling;  // the first that is given
};

// Refuses flags that have no effect.
Status check_flags(const ScoreArgs& given, TaskKind task) {
  const AnswersArgs& args = given.shared;
  if (const std::string flag = given.flag_of_resampling(); args.bootstrap == 0 && !flag.empty())
    return usage_error(fmt::format(
        "score: {} says how intervals are made, and there are none with --bootstrap 0; leave one of them out",
        flag));
  if (task == TaskKind::verification) {
    if (const std::string flag = given.flag_of_classes(); !flag.empty())
      return usage_error(fmt::format(
          "score: {} is for predicted classes, and these are answers to pairs; leave it out, or name the "
          "class "
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
        "score: --missing open is for answers to pairs; a document without a prediction has no score: take "
        "some or "
        "refuse");
  return {};
}

// Returns one estimate for each metric, in their order.
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

// Warns if all scores lie on one side of 0.5, because they then say "never" or "always" to every pair, which
// is hardly ever intended. The warning includes a guess at the cause. There is no warning if the truth has
// only one kind of pair.
void warn_of_one_side(const std::string& path, const std::vector<double>& scores, const Truth& truth,
                      const VerificationScores& values) {
  if (values.n_answered == 0 || values.n_same == 0 || values.n_same == values.n) return;
  const auto [low, high] = std::minmax_element(scores.begin(), scores.end());
  const bool none_above = *high <= 0.5, none_below = *low >= 0.5;
  if (!none_above && !none_below) return;
  // The mean score of same-author pairs minus the mean of the others.
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
  SF_ASSIGN(const TaskKind task,
            given.classes.task_of(given.profile_given() ? args.profile : "", given.answers));
  SF_TRY(check_flags(given, task));
  if (given.answers == "-" && args.truth == "-")
    return usage_error("score: answers and truth cannot both come from standard input");
  SF_TRY(
      keep_inputs("--llr-out", given.forensic.llr_out,
                  {given.answers, args.truth, given.forensic.calibrate_on, given.forensic.calibrate_truth}));
  if (task == TaskKind::classification) return score_classes(given.classes, args, given.answers, given.json);
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
                     "Score answers to pairs, with intervals over authors");
        args.example("standfast score predictions.jsonl --truth corpus.jsonl --target author",
                     "Predicted classes");
        return [given] { return run(*given); };
      }};
}

}  // namespace standfast::cli
