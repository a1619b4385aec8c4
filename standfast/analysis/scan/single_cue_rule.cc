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

// answer: by half, with and without the cue. Nothing where all groups are alike: they show no spread.
std::optional<Interval> interval_over_groups(std::span<const uint32_t> documents, const LabelUnits& units,
                                             const std::array<std::array<uint32_t, 2>, 2>& answer) {
  std::vector<double> right(units.groups), size(units.groups);
  size_t next = 0;
  for (uint32_t i = 0; i < units.size(); ++i) {
    const bool has = next < documents.size() && documents[next] == i;
    if (has) ++next;
    right[units.group[i]] += answer[units.half[i]][has ? 0 : 1] == units.label[i] ? 1 : 0;
    size[units.group[i]] += 1;
  }
  for (uint32_t g = 0; g < units.groups; ++g) right[g] /= size[g];
  if (units.groups < kFewestUnits || std::ranges::adjacent_find(right, std::not_equal_to()) == right.end())
    return {};
  return t_interval(weighted_moments(right, size), StandardError::robust, 0.95);
}

}  // namespace

SingleCueScore single_cue_score(std::span<const uint32_t> documents, const LabelUnits& units) {
  const size_t labels = units.labels.size();
  std::array<Counts, 2> all = {Counts(labels), Counts(labels)}, with = all, without = all;
  Counts truth(labels);
  for (uint32_t i = 0; i < units.size(); ++i) {
    ++all[units.half[i]][units.label[i]];
    ++truth[units.label[i]];
  }
  for (const uint32_t i : documents) ++with[units.half[i]][units.label[i]];
  for (size_t half = 0; half < 2; ++half)
    for (size_t c = 0; c < labels; ++c) without[half][c] = all[half][c] - with[half][c];
  SingleCueScore score;
  score.n = units.size();
  Answers by_share(labels), by_majority(labels);
  std::array<std::array<uint32_t, 2>, 2> answer = {};
  for (size_t made = 0; made < 2; ++made) {
    const size_t measured = 1 - made;
    answer[measured] = {most(with[made]), most(without[made])};
    score.right += with[measured][answer[measured][0]] + without[measured][answer[measured][1]];
    by_share.add(with[measured], greatest_share(with[made], all[made]));
    by_share.add(without[measured], greatest_share(without[made], all[made]));
  }
  score.majority_right = truth[most(truth)];
  by_majority.add(truth, most(truth));
  score.macro_f1 = by_share.macro_f1(truth);
  score.majority_macro_f1 = by_majority.macro_f1(truth);
  score.interval = units.named_groups ? interval_over_groups(documents, units, answer)
                                      : exact_interval(score.right, score.n, 0.95);
  return score;
}

}  // namespace standfast
