#include "standfast/metric/pairs/profile.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

namespace standfast {
namespace {

struct Part {
  const char* name;
  const char* metric;
  bool in_overall;
};

MetricProfile profile(std::string name, std::string summary, std::string citation, std::vector<Part> parts) {
  MetricProfile result;
  result.name = std::move(name);
  result.summary = std::move(summary);
  result.citation = std::move(citation);
  for (const Part& part : parts) {
    // The evaluators compute c@1 and F0.5u in plain Python, the others in numpy; the two round differently.
    const std::string shown = part.name;
    const bool plain = shown == "c@1" || shown == "f0.5u";
    auto made = verification_metrics().make(part.metric, {});
    assert(made);
    result.metrics.push_back({shown, part.metric, part.in_overall,
                              plain ? Rounding::decimal : Rounding::numpy,
                              std::shared_ptr<const VerificationMetric>(std::move(*made))});
  }
  return result;
}

void round_all(MetricProfile& profile, Rounding rounding) {
  for (auto& metric : profile.metrics) metric.rounding = rounding;
  profile.overall_rounding = rounding;
}

std::vector<MetricProfile> all_profiles() {
  const char* const kPan20 =
      "Kestemont et al. 2020, Overview of the Cross-Domain Authorship Verification Task at PAN 2020";
  const char* const kPan25 =
      "Bevendorff et al. 2025, Overview of the Generative AI Authorship Verification Task at PAN";
  std::vector<MetricProfile> list;
  list.push_back(profile(
      "pan20", "PAN 2020 with the F0.5u rule in force since May 2021; overall is the mean of four", kPan20,
      {{"auc", "auc", true},
       {"c@1", "c@1", true},
       {"f1", "f1", true},
       {"f0.5u", "f0.5u", true},
       {"brier", "brier", false}}));
  list.push_back(
      profile("pan20-legacy",
              "PAN 2020 as officially published: F0.5u took every non-answer for the answer \"same\"", kPan20,
              {{"auc", "auc", true},
               {"c@1", "c@1", true},
               {"f1", "f1", true},
               {"f0.5u", "f0.5u-open-accepted", true},
               {"brier", "brier", false}}));
  list.push_back(profile("pan21", "PAN 2021 to 2023; overall is the mean of five, Brier among them",
                         "Kestemont et al. 2021, Overview of the Authorship Verification Task at PAN 2021",
                         {{"auc", "auc", true},
                          {"c@1", "c@1", true},
                          {"f1", "f1", true},
                          {"f0.5u", "f0.5u", true},
                          {"brier", "brier", true}}));
  list.push_back(profile(
      "pan24",
      "PAN 2024 to the letter: c@1 counts a non-answer to a different-author pair as right, F1 takes "
      "non-answers as \"different\", scores are clipped to [0, 1], overall is undefined where a metric is",
      "Bevendorff et al. 2024, Overview of the Voight-Kampff Generative AI Authorship Verification Task "
      "at PAN and ELOQUENT 2024",
      {{"auc", "auc", true},
       {"c@1", "c@1-open-different-right", true},
       {"f1", "f1-open-rejected", true},
       {"f0.5u", "f0.5u", true},
       {"brier", "brier", true}}));
  list.back().out_of_range = OutOfRange::clip;
  list.back().undefined = Undefined::spoils;
  round_all(list.back(), Rounding::numpy);
  list.push_back(profile(
      "pan25",
      "PAN 2025 to the letter: F1 takes non-answers as \"different\" and is undefined at 0 / 0, scores are "
      "clipped to [0, 1] for Brier alone, an undefined metric counts 0 in the mean of five",
      kPan25,
      {{"auc", "auc", true},
       {"c@1", "c@1", true},
       {"f1", "f1-open-rejected-or-none", true},
       {"f0.5u", "f0.5u", true},
       {"brier", "brier", true}}));
  list.back().out_of_range = OutOfRange::keep;
  list.back().undefined = Undefined::zero;
  round_all(list.back(), Rounding::decimal);
  list.push_back(profile(
      "pan-strict",
      "As pan25 with one rule for all metrics: scores are clipped to [0, 1] before any of them, and F1 is 0 "
      "at 0 / 0",
      kPan25,
      {{"auc", "auc", true},
       {"c@1", "c@1", true},
       {"f1", "f1-open-rejected", true},
       {"f0.5u", "f0.5u", true},
       {"brier", "brier", true}}));
  list.back().out_of_range = OutOfRange::clip;
  list.back().undefined = Undefined::zero;
  list.push_back(
      profile("hits", "The four metrics of the HITS paper and their unrounded mean",
              "Sawatphol et al. 2024, Addressing Topic Leakage in Cross-Topic Evaluation for Authorship "
              "Verification, TACL",
              {{"auc", "auc", true},
               {"c@1", "c@1", true},
               {"f1", "f1", true},
               {"f0.5u", "f0.5u", true},
               {"brier", "brier", false}}));
  round_all(list.back(), Rounding::none);
  return list;
}

VerificationScores evaluate_ranked(const MetricProfile& profile, const RankedItems& items,
                                   std::span<const uint32_t> weights) {
  std::vector<uint32_t> by_position(items.size());
  for (size_t k = 0; k < items.size(); ++k) by_position[k] = weights[items.order()[k]];
  return evaluate(profile, items.tally(by_position));
}

}  // namespace

const std::vector<MetricProfile>& metric_profiles() {
  static const std::vector<MetricProfile> list = all_profiles();
  return list;
}

Result<const MetricProfile*> find_profile(std::string_view name) {
  std::vector<std::string> names;
  for (const auto& profile : metric_profiles()) {
    if (profile.name == name) return &profile;
    names.push_back(profile.name);
  }
  const auto hint = nearest_name(name, names);
  return usage_error(fmt::format("there is no metric profile \"{}\"{} (there are: {})", name,
                                 hint.empty() ? "" : fmt::format("; did you mean \"{}\"?", hint),
                                 fmt::join(names, ", ")));
}

std::vector<std::string> metric_names(const MetricProfile& profile) {
  std::vector<std::string> names;
  for (const auto& metric : profile.metrics) names.push_back(metric.name);
  names.emplace_back("overall");
  return names;
}

VerificationScores evaluate(const MetricProfile& profile, const VerificationTally& tally) {
  VerificationScores scores;
  scores.n = tally.items();
  scores.n_answered = tally.answered();
  scores.n_same = tally.same();
  double sum = 0;
  int used = 0;
  bool spoiled = false;
  for (const auto& metric : profile.metrics) {
    const auto value = metric.compute->value(tally);
    scores.values.push_back(value);
    if (!metric.in_overall) continue;
    spoiled = spoiled || (!value && profile.undefined == Undefined::spoils);
    if (!value && profile.undefined != Undefined::zero) continue;
    sum += value.value_or(0);
    ++used;
  }
  scores.values.push_back(used > 0 && scores.n > 0 && !spoiled ? std::optional(sum / used) : std::nullopt);
  return scores;
}

VerificationScores evaluate(const MetricProfile& profile, std::span<const double> scores,
                            std::span<const uint8_t> same) {
  return evaluate(profile, RankedItems(scores, same).tally());
}

VerificationScores evaluate(const MetricProfile& profile, std::span<const double> scores,
                            std::span<const uint8_t> same, std::span<const uint32_t> weights) {
  assert(weights.size() == scores.size());
  return evaluate_ranked(profile, RankedItems(scores, same), weights);
}

std::string printed(const MetricProfile& profile, std::string_view metric, std::optional<double> value) {
  if (!value) return "-";
  Rounding rounding = profile.overall_rounding;
  for (const auto& m : profile.metrics)
    if (m.name == metric) rounding = m.rounding;
  switch (rounding) {
    case Rounding::none:
      return fmt::format("{:.4f}", *value);
    case Rounding::numpy:
      return fmt::format("{:.3f}", std::nearbyint(*value * 1000) / 1000);
    case Rounding::decimal:
      break;
  }
  return fmt::format("{:.3f}", *value);
}

}  // namespace standfast
