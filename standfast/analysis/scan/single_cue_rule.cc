#include "standfast/analysis/scan/single_cue_rule.h"

#include <algorithm>
#include <array>
#include <functional>

#include "standfast/metric/stat/proportion.h"
#include "standfast/metric/stat/weighted_mean.h"

namespace standfast {
namespace {

using Counts = std::vector<uint64_t>;  // by label

uint32_t most(const Counts& counts) {
  return static_cast<uint32_t>(std::max_element(counts.begin(), counts.end()) - counts.begin());
}
uint32_t greatest_share(const Counts& counts, const Counts& all) {
  uint32_t best = 0;
  double share = -1;
  for (uint32_t c = 0; c < counts.size(); ++c) {
    const double mine = all[c] == 0 ? 0 : static_cast<double>(counts[c]) / static_cast<double>(all[c]);
    if (mine > share) share = mine, best = c;
  }
  return best;
}

// Truth, answers and both, by label.
struct Answers {
  explicit Answers(size_t labels) : predicted(labels), right(labels) {}
  Counts predicted, right;
  void add(const Counts& documents, uint32_t answer) {
    for (const uint64_t count : documents) predicted[answer] += count;
    right[answer] += documents[answer];
  }
  double macro_f1(const Counts& truth) const {
    double sum = 0;
    for (size_t c = 0; c < truth.size(); ++c)
      if (const uint64_t both = truth[c] + predicted[c]; both > 0)
        sum += 2 * static_cast<double>(right[c]) / static_cast<double>(both);
    return sum / static_cast<double>(truth.size());
  }
};

}  // namespace

SingleCueRule::SingleCueRule(const LabelUnits& units) : units_(units) {
  const size_t labels = units.labels.size();
  for (auto& half : all_) half.resize(labels);
  for (uint32_t i = 0; i < units.size(); ++i) ++all_[units.half[i]][units.label[i]];
  if (!units.named_groups) return;
  in_group_.resize(size_t{units.groups} * labels);
  size_of_group_.resize(units.groups);
  half_of_group_.resize(units.groups);
  for (uint32_t i = 0; i < units.size(); ++i) {
    ++in_group_[units.group[i] * labels + units.label[i]];
    ++size_of_group_[units.group[i]];
    half_of_group_[units.group[i]] = units.half[i];  // groups are whole
  }
}

// Nothing where all groups are alike: they show no spread.
std::optional<Interval> SingleCueRule::over_groups(std::span<const uint32_t> documents,
                                                   const Answer& answer) const {
  if (units_.groups < kFewestUnits) return {};
  const size_t labels = units_.labels.size();
  std::vector<double> right(units_.groups);
  for (uint32_t g = 0; g < units_.groups; ++g)
    right[g] = in_group_[g * labels + answer[half_of_group_[g]][1]];
  for (const uint32_t i : documents) {
    const auto& [with, without] = answer[units_.half[i]];
    right[units_.group[i]] += (units_.label[i] == with ? 1 : 0) - (units_.label[i] == without ? 1 : 0);
  }
  for (uint32_t g = 0; g < units_.groups; ++g) right[g] /= size_of_group_[g];
  if (std::ranges::adjacent_find(right, std::not_equal_to()) == right.end()) return {};
  auto interval = t_interval(weighted_moments(right, size_of_group_), StandardError::robust, 0.95);
  if (interval) *interval = {std::max(0.0, interval->low), std::min(1.0, interval->high)};
  return interval;
}

SingleCueScore SingleCueRule::score(std::span<const uint32_t> documents) const {
  const size_t labels = units_.labels.size();
  std::array<Counts, 2> with = {Counts(labels), Counts(labels)}, without = all_;
  for (const uint32_t i : documents) {
    ++with[units_.half[i]][units_.label[i]];
    --without[units_.half[i]][units_.label[i]];
  }
  Counts truth = all_[0];
  for (size_t c = 0; c < labels; ++c) truth[c] += all_[1][c];
  SingleCueScore score;
  score.n = units_.size();
  Answers by_share(labels), by_majority(labels);
  Answer answer = {};
  for (size_t made = 0; made < 2; ++made) {
    const size_t measured = 1 - made;
    answer[measured] = {most(with[made]), most(without[made])};
    score.right += with[measured][answer[measured][0]] + without[measured][answer[measured][1]];
    by_share.add(with[measured], greatest_share(with[made], all_[made]));
    by_share.add(without[measured], greatest_share(without[made], all_[made]));
  }
  score.majority_right = truth[most(truth)];
  by_majority.add(truth, most(truth));
  score.macro_f1 = by_share.macro_f1(truth);
  score.majority_macro_f1 = by_majority.macro_f1(truth);
  score.interval =
      units_.named_groups ? over_groups(documents, answer) : exact_interval(score.right, score.n, 0.95);
  return score;
}

}  // namespace standfast
