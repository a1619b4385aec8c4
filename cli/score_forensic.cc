#include "cli/score_forensic.h"

#include <algorithm>
#include <numbers>
#include <unordered_set>

#include <fmt/format.h>

#include "standfast/base/csv_cell.h"
#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/metric/evidence/forensic.h"
#include "standfast/metric/evidence/llr.h"
#include "standfast/metric/evidence/tippett.h"
#include "standfast/metric/stat/estimate.h"

namespace standfast::cli {
namespace {

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

// Reports how many items and authors of the truth calibration has seen.
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

}  // namespace

void ForensicArgs::declare(Args& args) {
  args.flag("--forensic", forensic, "Also Cllr, Cllr_min, EER and misleading evidence (docs/forensic.md)");
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
    terminal().warn("the truth has pairs of one kind only, so nothing can be said of likelihood ratios");
  const auto curves = tippett(llrs.values, truth.same, 2);
  result.json = {{"calibration", llrs.calibration},
                 {"metrics", metrics},
                 {"worst_log10_lr_same", curves.strongest_misleading_same / std::numbers::ln10},
                 {"worst_log10_lr_different", curves.strongest_misleading_different / std::numbers::ln10}};
  if (args.bootstrap > 0) result.json["intervals"] = intervals;
  return result;
}

}  // namespace standfast::cli
