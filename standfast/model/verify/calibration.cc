#include "standfast/model/verify/calibration.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "standfast/metric/pairs/tally.h"
#include "standfast/metric/pairs/verification.h"
#include "standfast/metric/stat/order.h"
#include "standfast/num/linear/logistic.h"

namespace standfast {
namespace {

constexpr size_t kSteps = kThresholdSteps;
constexpr size_t kCombinations = kSteps * (kSteps - 1) / 2;

// The grid divides [0, 1] into cells. Cell 2k lies strictly between the grid values k-1 and k; cell 2k+1 is
// the grid value k.
constexpr size_t kCells = 2 * kSteps + 1;

// Similarities of the pairs of one truth in some cells: their number, and the sums that a squared error
// needs. Distances from 1 have sums of their own, because subtracting large sums would lose digits.
struct Moments {
  uint64_t count = 0;
  double s = 0, s_squared = 0, rest = 0, rest_squared = 0;  // of s and of 1 - s

  void add(double similarity) {
    ++count;
    s += similarity;
    s_squared += similarity * similarity;
    rest += 1 - similarity;
    rest_squared += (1 - similarity) * (1 - similarity);
  }
  void add(const Moments& other) {
    count += other.count;
    s += other.s;
    s_squared += other.s_squared;
    rest += other.rest;
    rest_squared += other.rest_squared;
  }
  // Returns the sum of (slope * s - target)^2, and of (1 - slope * (1 - s) - target)^2.
  double error_below(double slope, double target) const {
    return slope * slope * s_squared - 2 * slope * target * s + target * target * static_cast<double>(count);
  }
  double error_above(double slope, double target) const {
    const double gap = 1 - target;
    return gap * gap * static_cast<double>(count) - 2 * gap * slope * rest + slope * slope * rest_squared;
  }
};

struct Cell {
  Moments same, different;
  uint64_t doubled_wins = 0;  // among pairs of items inside the cell or cells

  // Joins this cell with the cell to its right.
  void append(const Cell& right) {
    doubled_wins += right.doubled_wins + 2 * right.same.count * different.count;
    same.add(right.same);
    different.add(right.different);
  }
};

std::array<Cell, kCells> fill_cells(std::span<const double> similarities, std::span<const uint8_t> same) {
  std::vector<double> clamped(similarities.begin(), similarities.end());
  for (double& s : clamped) s = std::clamp(s, 0.0, 1.0);
  const std::vector<uint32_t> order = ascending_order(clamped);
  const auto& grid = threshold_grid();
  std::array<Cell, kCells> cells;
  size_t cell = 0;
  for (size_t begin = 0; begin < order.size();) {
    const double s = clamped[order[begin]];
    while (cell < 2 * kSteps && (cell % 2 == 0 ? s >= grid[cell / 2] : s > grid[cell / 2])) ++cell;
    Cell& here = cells[cell];
    const uint64_t different_before = here.different.count;
    const uint64_t same_before = here.same.count;
    size_t end = begin;
    for (; end < order.size() && clamped[order[end]] == s; ++end)
      (same[order[end]] != 0 ? here.same : here.different).add(s);
    const uint64_t same_now = here.same.count - same_before;
    const uint64_t different_now = here.different.count - different_before;
    here.doubled_wins += same_now * (2 * different_before + different_now);
    begin = end;
  }
  return cells;
}

double value_of(const VerificationTally& tally, Objective objective) {
  const double four = *auc(tally) + *c_at_1(tally) + *f1(tally) + *f05u(tally);
  const double mean = objective == Objective::pan21 ? (four + *brier_complement(tally)) / 5 : four / 4;
  return objective == Objective::hits ? mean : std::nearbyint(mean * 1000) / 1000;
}

}  // namespace

double calibrated(double similarity, const Thresholds& t) {
  const double s = std::clamp(similarity, 0.0, 1.0);
  if (s <= t.p1) return 0.49 * s / t.p1;
  if (s < t.p2) return 0.5;
  return 0.51 + 0.49 * (s - t.p2) / (1 - t.p2);
}

std::string objection_to_thresholds(const Thresholds& t) {
  if (0 < t.p1 && t.p1 < t.p2 && t.p2 < 1) return "";
  return fmt::format("saved thresholds {} and {} are not 0 < p1 < p2 < 1", t.p1, t.p2);
}

Objective objective_from_name(std::string_view name) {
  const auto at = std::find(kObjectiveNames.begin(), kObjectiveNames.end(), name);
  assert(at != kObjectiveNames.end());
  return static_cast<Objective>(at - kObjectiveNames.begin());
}

const std::array<double, kThresholdSteps>& threshold_grid() {
  static const auto grid = [] {
    std::array<double, kThresholdSteps> g{};
    const double step = (0.01 + 0.01) - 0.01;  // numpy takes the difference of the first two values
    for (size_t i = 0; i < g.size(); ++i) g[i] = 0.01 + static_cast<double>(i) * step;
    return g;
  }();
  return grid;
}

std::vector<double> threshold_objectives(std::span<const double> similarities, std::span<const uint8_t> same,
                                         Objective objective) {
  assert(similarities.size() == same.size());
  const auto cells = fill_cells(similarities, same);
  const auto& grid = threshold_grid();
  Cell all;
  std::array<Moments, kCells> same_up_to, different_up_to, same_from, different_from;  // with this cell
  for (size_t c = 0; c < kCells; ++c) {
    all.append(cells[c]);
    same_up_to[c] = all.same;
    different_up_to[c] = all.different;
  }
  Moments same_right, different_right;
  for (size_t c = kCells; c-- > 0;) {
    same_right.add(cells[c].same);
    different_right.add(cells[c].different);
    same_from[c] = same_right;
    different_from[c] = different_right;
  }
  assert(all.same.count > 0 && all.different.count > 0);

  std::vector<double> values;
  values.reserve(kCombinations);
  for (size_t i = 0; i + 1 < kSteps; ++i) {
    const Moments& same_below = same_up_to[2 * i + 1];
    const Moments& different_below = different_up_to[2 * i + 1];
    const double slope_below = 0.49 / grid[i];
    Cell between;
    for (size_t j = i + 1; j < kSteps; ++j) {
      if (j > i + 1) between.append(cells[2 * j - 1]);
      between.append(cells[2 * j]);
      const Moments& same_above = same_from[2 * j + 1];
      const Moments& different_above = different_from[2 * j + 1];
      VerificationTally tally;
      tally.same_rejected = same_below.count;
      tally.same_open = between.same.count;
      tally.same_accepted = same_above.count;
      tally.different_rejected = different_below.count;
      tally.different_open = between.different.count;
      tally.different_accepted = different_above.count;
      tally.doubled_wins =
          all.doubled_wins - between.doubled_wins + between.same.count * between.different.count;
      if (objective == Objective::pan21) {
        const double slope_above = 0.49 / (1 - grid[j]);
        tally.same_squared_error = same_below.error_below(slope_below, 1) +
                                   0.25 * static_cast<double>(tally.same_open) +
                                   same_above.error_above(slope_above, 1);
        tally.different_squared_error = different_below.error_below(slope_below, 0) +
                                        0.25 * static_cast<double>(tally.different_open) +
                                        different_above.error_above(slope_above, 0);
      }
      values.push_back(value_of(tally, objective));
    }
  }
  return values;
}

Result<Calibration> calibrate(std::span<const double> similarities, std::span<const uint8_t> same,
                              Objective objective) {
  Calibration result;
  result.pairs = same.size();
  result.same =
      static_cast<uint64_t>(std::count_if(same.begin(), same.end(), [](uint8_t s) { return s != 0; }));
  if (result.same == 0 || result.same == result.pairs)
    return data_error(
        fmt::format("thresholds need pairs of both kinds, but of {} pairs {} are by one author; are there "
                    "too few authors with "
                    "two documents?",
                    result.pairs, result.same));
  const auto values = threshold_objectives(similarities, same, objective);
  const auto best = static_cast<size_t>(std::max_element(values.begin(), values.end()) - values.begin());
  const auto& grid = threshold_grid();
  size_t i = 0, first = 0;  // first: the number of the combination (i, i + 1)
  while (best >= first + (kSteps - 1 - i)) first += kSteps - 1 - i++;
  result.p1 = grid[i];
  result.p2 = grid[i + 1 + (best - first)];
  result.value = values[best];
  return result;
}

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

Result<LogisticCalibration> LogisticCalibration::fit(std::span<const double> distances,
                                                     std::span<const uint8_t> same, double c) {
  assert(distances.size() == same.size());
  LogisticCalibration result;
  result.pairs = distances.size();
  result.same =
      static_cast<uint64_t>(std::count_if(same.begin(), same.end(), [](uint8_t s) { return s != 0; }));
  if (result.same == 0 || result.same == result.pairs)
    return data_error(fmt::format(
        "a probability needs pairs of both kinds, but of {} pairs {} are by one author; are there too few "
        "authors with two documents?",
        result.pairs, result.same));
  const auto n = static_cast<double>(result.pairs);
  double sum = 0, squares = 0;
  for (const double d : distances) sum += d;
  result.mean = sum / n;
  for (const double d : distances) squares += (d - result.mean) * (d - result.mean);
  result.sd = std::sqrt(squares / n);
  if (!(result.sd > 0)) result.sd = 1;
  DenseMatrix x(distances.size(), 1);
  for (size_t i = 0; i < distances.size(); ++i) x.data[i] = (distances[i] - result.mean) / result.sd;
  SF_ASSIGN(const LogisticModel model, fit_logistic(x, same, {.c = c}));
  result.weight = model.weights[0];
  result.intercept = model.intercept;
  return result;
}

double LogisticCalibration::probability(double distance) const {
  return 1 / (1 + std::exp(-(weight * ((distance - mean) / sd) + intercept)));
}

FieldTable<LogisticCalibration> LogisticCalibration::fields() {
  using C = LogisticCalibration;
  FieldTable<C> table;
  table.add_all("mean", &C::mean, "sd", &C::sd, "weight", &C::weight, "intercept", &C::intercept, "pairs",
                &C::pairs, "same", &C::same);
  table.require([](const C& c) -> std::string {
    for (const double value : {c.mean, c.sd, c.weight, c.intercept})
      if (!(std::abs(value) < 1e100)) return fmt::format("a calibration with {} is invalid", value);
    return c.sd > 1e-100 ? "" : fmt::format("a calibration with sd {} is invalid", c.sd);
  });
  return table;
}

}  // namespace standfast
