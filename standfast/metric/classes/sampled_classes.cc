#include "standfast/metric/classes/sampled_classes.h"

#include "standfast/metric/classes/classification_profile.h"

namespace standfast {
namespace {

// Returns the contributions of classes to a mean over pairs. A class counts in all its pairs, each of which
// it shares with another class. So its mean over them counts twice (the first term of Hoeffding's
// decomposition).
std::vector<double> of_pairs(const ClassWins& wins) {
  std::vector<double> values(wins.classes);
  for (size_t c = 0; c < wins.classes; ++c) {
    double sum = 0, others = 0;
    for (size_t j = 0; j < wins.classes; ++j) {
      if (j == c || wins.items[c] == 0 || wins.items[j] == 0) continue;
      sum += static_cast<double>(wins.doubled[c * wins.classes + j] + wins.doubled[j * wins.classes + c]) /
             (4 * static_cast<double>(wins.items[c]) * static_cast<double>(wins.items[j]));
      ++others;
    }
    if (others > 0) values[c] = 2 * sum / others;
  }
  return values;
}

}  // namespace

std::vector<double> values_by_class(std::string_view metric, const ClassTally& tally, const ClassWins* wins) {
  std::vector<double> values;
  if (metric == "auc-ovo") return of_pairs(*wins);
  if (metric == "auc-ovr") {
    for (size_t c = 0; c < wins->classes; ++c) values.push_back(auc_one_vs_rest(*wins, c).value_or(0));
    return values;
  }
  double ClassScores::*score = nullptr;
  if (metric == "balanced-accuracy" || metric == "macro-recall") score = &ClassScores::recall;
  if (metric == "macro-precision") score = &ClassScores::precision;
  if (metric == "macro-f1" || metric == "macro-f1-all") score = &ClassScores::f1;
  if (score == nullptr) return values;
  for (const ClassScores& one : class_scores(tally)) values.push_back(one.*score);
  return values;
}

double classes_in_mean(std::string_view metric, const ClassTally& tally) {
  if (metric == "macro-f1-all") return static_cast<double>(tally.classes());
  const bool of_met = metric.starts_with("macro-");
  double classes = 0;
  for (size_t c = 0; c < tally.classes(); ++c)
    classes += tally.truth[c] > 0 || (of_met && tally.predicted[c] > 0);
  return classes;
}

void let_classes_vary(std::span<const double> by_class, double classes, std::span<const uint32_t> truth,
                      std::span<double> influence) {
  if (by_class.empty()) return;
  std::vector<double> items(by_class.size());
  for (const uint32_t c : truth) items[c] += 1;
  double sum = 0, with_items = 0;
  for (size_t c = 0; c < by_class.size(); ++c) {
    if (items[c] == 0) continue;
    sum += by_class[c];
    ++with_items;
  }
  for (size_t i = 0; i < truth.size(); ++i)
    influence[i] += (by_class[truth[i]] - sum / with_items) / (classes * items[truth[i]]);
}

}  // namespace standfast
