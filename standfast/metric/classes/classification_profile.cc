#include "standfast/metric/classes/classification_profile.h"

#include <cassert>
#include <utility>

namespace standfast {
namespace {

std::vector<ClassificationProfile> make_profiles() {
  std::vector<std::string> all;
  for (const auto& entry : classification_metrics().entries()) all.push_back(entry.name);
  std::vector<ClassificationProfile> profiles;
  const auto add = [&](const char* name, const char* summary, std::vector<std::string> metrics) {
    auto profile = make_classification_profile(name, summary, std::move(metrics));
    assert(profile);
    profiles.push_back(std::move(*profile));
  };
  add("classification", "The most important metrics: labels, probabilities, ranking",
      {"accuracy", "balanced-accuracy", "macro-f1", "macro-f1-all", "log-loss", "auc-ovr", "auc-ovo"});
  add("classification-labels", "Answers alone, for models without probabilities",
      {"accuracy", "balanced-accuracy", "macro-f1", "mcc"});
  add("classification-full", "Every classification metric", std::move(all));
  return profiles;
}

}  // namespace

Result<ClassificationProfile> make_classification_profile(std::string name, std::string summary,
                                                          std::vector<std::string> metrics) {
  ClassificationProfile profile;
  for (const auto& metric : metrics) {
    SF_ASSIGN(std::shared_ptr<const ClassificationMetric> made, classification_metrics().make(metric, {}));
    profile.ranks = profile.ranks || made->ranks();
    profile.compute.push_back(std::move(made));
  }
  if (metrics.empty()) return usage_error("a profile needs a metric");
  profile.name = std::move(name);
  profile.summary = std::move(summary);
  profile.main = metrics.front();
  profile.metrics = std::move(metrics);
  return profile;
}

const std::vector<ClassificationProfile>& classification_profiles() {
  static const std::vector<ClassificationProfile> profiles = make_profiles();
  return profiles;
}

Result<const ClassificationProfile*> find_classification_profile(std::string_view name) {
  std::vector<std::string> names;
  for (const auto& profile : classification_profiles()) {
    if (profile.name == name) return &profile;
    names.push_back(profile.name);
  }
  const auto hint = nearest_name(name, names);
  return usage_error(
      fmt::format("there is no profile \"{}\"{}", name,
                  hint.empty() ? fmt::format(" for classification (there are: {})", fmt::join(names, ", "))
                               : fmt::format("; did you mean \"{}\"?", hint)));
}

std::vector<ClassScores> class_scores(const ClassTally& t) {
  std::vector<ClassScores> result(t.classes());
  for (size_t c = 0; c < result.size(); ++c)
    result[c] = {t.truth[c],
                 t.predicted[c],
                 t.right[c],
                 share_of(t.right[c], t.predicted[c]),
                 share_of(t.right[c], t.truth[c]),
                 share_of(2 * t.right[c], t.truth[c] + t.predicted[c])};
  return result;
}

std::vector<std::optional<double>> evaluate(const ClassificationProfile& profile, const ClassTally& tally,
                                            const ClassWins* wins) {
  std::vector<std::optional<double>> values;
  for (const auto& metric : profile.compute) values.push_back(metric->value(tally, wins));
  return values;
}

ClassificationScores evaluate(const ClassificationProfile& profile, const ClassItems& items,
                              std::span<const uint32_t> weights) {
  const ClassTally counts = tally(items, weights);
  ClassWins wins;
  assert(!profile.ranks || items.labels.empty());
  if (profile.ranks) wins = class_wins(items, weights);
  ClassificationScores scores;
  scores.values = evaluate(profile, counts, profile.ranks ? &wins : nullptr);
  scores.n = counts.items;
  scores.classes = class_scores(counts);
  return scores;
}

}  // namespace standfast
