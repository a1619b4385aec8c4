#include "standfast/model/verify/score_shift.h"

#include <algorithm>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "standfast/metric/pairs/tally.h"
#include "standfast/metric/pairs/verification_metrics.h"

namespace standfast {

double ScoreShift::shifted(double score) const {
  const double s = std::clamp(score, low, high);
  const double place = high > low ? (s - low) / (high - low) : 0;
  if (s <= p1) return p1 * place;
  if (s >= p2) return p2 + (1 - p2) * place;
  return 0.5;
}

Result<ScoreShift> ScoreShift::fit(std::span<const double> scores, std::span<const uint8_t> same) {
  ScoreShift best;
  best.pairs = same.size();
  best.same =
      static_cast<uint64_t>(std::count_if(same.begin(), same.end(), [](uint8_t s) { return s != 0; }));
  if (best.same == 0 || best.same == best.pairs)
    return data_error(
        fmt::format("the shifter needs pairs of both kinds, but of {} pairs {} are by one author", best.pairs,
                    best.same));
  const auto [least, largest] = std::minmax_element(scores.begin(), scores.end());
  best.low = *least;
  best.high = *largest;
  best.value = -1;
  // Scores are shares of rounds, so there are few distinct values. A combination costs one step for each of
  // them.
  struct Count {
    uint64_t same = 0, different = 0;
  };
  std::map<double, Count> counts;
  for (size_t i = 0; i < scores.size(); ++i)
    ++(same[i] != 0 ? counts[scores[i]].same : counts[scores[i]].different);
  std::vector<std::pair<double, Count>> shifted(counts.size());
  constexpr int kFirst = 5, kLast = 99;
  for (int i = kFirst; i <= kLast; ++i)
    for (int j = i; j <= kLast; ++j) {
      ScoreShift tried = best;
      tried.p1 = i / 100.0;
      tried.p2 = j / 100.0;
      size_t n = 0;
      for (const auto& [score, count] : counts) shifted[n++] = {tried.shifted(score), count};
      std::sort(shifted.begin(), shifted.end(),
                [](const auto& x, const auto& y) { return x.first < y.first; });
      VerificationTally tally;
      uint64_t different_before = 0;
      for (size_t begin = 0; begin < n;) {
        Count here;
        size_t end = begin;
        for (; end < n && shifted[end].first == shifted[begin].first; ++end) {
          here.same += shifted[end].second.same;
          here.different += shifted[end].second.different;
        }
        tally.doubled_wins += here.same * (2 * different_before + here.different);
        different_before += here.different;
        const double value = shifted[begin].first;
        (value > 0.5   ? tally.same_accepted
         : value < 0.5 ? tally.same_rejected
                       : tally.same_open) += here.same;
        (value > 0.5   ? tally.different_accepted
         : value < 0.5 ? tally.different_rejected
                       : tally.different_open) += here.different;
        begin = end;
      }
      tried.value = *auc(tally) * *c_at_1(tally);
      if (tried.value > best.value) best = tried;
    }
  return best;
}

}  // namespace standfast
