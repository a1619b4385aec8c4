#include "standfast/analysis/scan/single_cue_rule.h"

#include <algorithm>
#include <array>

#include "standfast/metric/stat/proportion.h"

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
  for (size_t made = 0; made < 2; ++made) {
    const size_t measured = 1 - made;
    score.right += with[measured][most(with[made])] + without[measured][most(without[made])];
    score.majority_right += all[measured][most(all[made])];
    by_share.add(with[measured], greatest_share(with[made], all[made]));
    by_share.add(without[measured], greatest_share(without[made], all[made]));
    by_majority.add(all[measured], most(all[made]));
  }
  score.macro_f1 = by_share.macro_f1(truth);
  score.majority_macro_f1 = by_majority.macro_f1(truth);
  score.interval = exact_interval(score.right, score.n, 0.95);
  return score;
}

}  // namespace standfast
