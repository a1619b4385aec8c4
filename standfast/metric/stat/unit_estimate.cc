#include "standfast/metric/stat/unit_estimate.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "standfast/metric/stat/distributions.h"
#include "standfast/metric/stat/unit_flips.h"

namespace standfast {
namespace {

std::vector<double> sums_of(const UnitSpace& space, OnUnits number, double factor = 1) {
  auto sums = space.sums();
  space.add(*number.items, number.number->influence, factor, sums);
  return sums;
}

// Returns the reason why there are too few units for an interval, or "".
std::string too_few(const UnitCounts& counts) {
  if (counts.pairs_of_one_kind && counts.first > 0 && counts.first < kFewestAloneInPairs)
    return fmt::format("fewer than {} authors ({}), and pairs without topics rest on them alone",
                       kFewestAloneInPairs, counts.first);
  if (counts.fewest() >= kFewestUnits && counts.df > 0) return "";
  const bool of_first = counts.second == 0 || (counts.first != 0 && counts.first <= counts.second);
  return fmt::format("fewer than {} {} ({})", kFewestUnits, of_first ? "authors or other units" : "topics",
                     counts.fewest());
}

// Reason if two scores agree on every item, for example both near the best score: they would look perfectly
// separable.
constexpr const char* kNoError = "nothing differs from item to item, so the error cannot be estimated";

// Reason if items do differ, but all estimates of the variance are 0 or less, as can happen with a few
// authors in a fold.
constexpr const char* kCancels =
    "the effects that items share through authors and topics cancel out, so the error cannot be estimated";

// Reason for a share without an interval. If a lead is seldom clear, only corpora with a lucky reference show
// a share, and an interval that included training luck held the truth too seldom (docs/what-survives.md).
constexpr const char* kNoNestedShare =
    "an interval of a share for models trained anew has not been shown to hold; the points lost have one";

// Returns the standard error; 0 if there is only rounding, as between a model and its copy, and if the
// variance is estimated as 0 or less.
double standard_error(const UnitSpace& space, std::span<const double> sums) {
  const double se = std::sqrt(std::max(0.0, space.variance(sums).largest()));
  return se > 1e-12 ? se : 0;
}

// Returns whether the influences are more than rounding errors.
bool any_differ(std::span<const double> influences) {
  double squares = 0;
  for (const double one : influences) squares += one * one;
  return std::sqrt(squares) > 1e-12;
}

// Returns the smallest counts of several cells.
UnitCounts least(const UnitCounts& a, const UnitCounts& b) {
  return {std::min(a.first, b.first), std::min(a.second, b.second), std::min(a.df, b.df),
          a.pairs_of_one_kind || b.pairs_of_one_kind};
}

// Returns the degrees of freedom for the t that is used beside the flips: as if all units had the same size.
// Flips hold their level on average over designs. This t keeps them from rejecting too easily if authors or
// pairs are few. If units are uneven, it requires far less than t with the degrees of freedom of their sizes.
double whole_df(const UnitCounts& counts) {
  return counts.fewest() - 1.0;
}

// Returns the smallest interval that holds both; nothing if one has no end.
std::optional<Interval> around(const Interval& a, const std::optional<Interval>& b) {
  if (!b) return std::nullopt;
  return Interval{std::min(a.low, b->low), std::max(a.high, b->high)};
}

UnitCounts counts_of(const UnitSpace& space, OnUnits number) {
  const UnitItems* const items[] = {number.items};
  return space.counts(items);
}

// The standard error of a number over items, and the factor by which training increases it.
struct WidenedError {
  double of_items = 0, times = 1;
  std::string why_not;  // the reason why it is unknown, or ""
  double se() const { return times * of_items; }
};
// Computes the widened error. The variance that a kind of unit adds counts as at least 0, so no error is
// smaller than over items.
WidenedError widened_error(const UnitSpace& space, std::span<const double> sums, const SharedLuck& luck) {
  WidenedError error;
  error.of_items = standard_error(space, sums);
  if (luck == nullptr) return error;
  error.why_not = luck->why_not;
  double added = 0;
  for (const double of_kind : added_variance(*luck)) {
    if (std::isnan(of_kind)) error.why_not = "without most blocks of units the score is undefined";
    added += std::max(0.0, of_kind);
  }
  if (error.of_items > 0) error.times = std::sqrt(1 + added / (error.of_items * error.of_items));
  return error;
}

// Returns the interval with each end `times` as far from the value.
std::optional<Interval> widened(const Interval& interval, double value, double times) {
  if (times == 1) return interval;
  return Interval{value - times * (value - interval.low), value + times * (interval.high - value)};
}

// Returns a number that an interval excludes exactly if the interval that is `times` as wide excludes 0.
double nearest_zero(double value, double times) {
  return times == 1 ? 0 : value - value / times;
}

}  // namespace

Estimate unit_estimate(const UnitSpace& space, OnUnits number, double level, double lowest, double highest) {
  Estimate result;
  result.value = number.number->value;
  if (!result.value) {
    result.why_not = "undefined on these items";
    return result;
  }
  const UnitCounts counts = counts_of(space, number);
  result.why_no_interval = too_few(counts);
  if (!result.why_no_interval.empty()) return result;
  const WidenedError error = widened_error(space, sums_of(space, number), number.number->luck);
  result.why_no_interval = error.why_not;
  if (!result.why_no_interval.empty()) return result;
  const double se = error.se();
  const double t = student_critical(1 - level, counts.df);
  const double value = *result.value;
  // A mean of logarithms of 1 - epsilon is at its bound, too.
  const bool at_bound = std::min(value - lowest, highest - value) <= 1e-12 * (highest - lowest);
  const double room = at_bound ? 0 : (value - lowest) * (highest - value) / (highest - lowest);
  if (!(se > 0)) {
    if (room > 0 && any_differ(number.number->influence))
      result.why_no_interval = kCancels;
    else if (room > 0)
      result.interval = Interval{value, value};
    else
      result.why_no_interval =
          "the score is as high or as low as it can be, so its error cannot be estimated";
    return result;
  }
  if (!(room > 0)) {
    result.interval = Interval{std::max(lowest, value - t * se), std::min(highest, value + t * se)};
    return result;
  }
  // Computes on the scale of log((x - lowest) / (highest - x)), where a score near its bound varies evenly.
  const double odds = std::log((value - lowest) / (highest - value)), reach = t * se / room;
  const auto back = [&](double x) { return lowest + (highest - lowest) / (1 + std::exp(-x)); };
  result.interval = Interval{std::min(value, back(odds - reach)), std::max(value, back(odds + reach))};
  return result;
}

Difference unit_difference(const UnitSpace& space, OnUnits a, OnUnits b, double level, double most) {
  const UnitTerm terms[] = {{a, 1}, {b, -1}};
  return unit_sum(space, terms, level, most);
}

Difference unit_sum(const UnitSpace& space, std::span<const UnitTerm> terms, double level, double most) {
  Difference result;
  double value = 0;
  auto sums = space.sums();
  std::optional<UnitCounts> counts;
  std::vector<FlippedCell> cells;
  std::vector<std::pair<SharedLuck, double>> luck;
  for (const auto& [number, factor] : terms) {
    if (!number.number->value) {
      result.estimate.why_not = "undefined on these items";
      return result;
    }
    value += factor * *number.number->value;
    space.add(*number.items, number.number->influence, factor, sums);
    const UnitCounts of_one = counts_of(space, number);
    counts = counts ? least(*counts, of_one) : of_one;
    cells.push_back({number.items, number.number->influence, factor, {}});
    luck.emplace_back(number.number->luck, factor);
  }
  result.estimate.value = value;
  result.estimate.why_no_interval = too_few(*counts);
  if (!result.estimate.why_no_interval.empty()) return result;
  const WidenedError error = widened_error(space, sums, sum_of_luck(luck));
  result.estimate.why_no_interval = error.why_not;
  if (!result.estimate.why_no_interval.empty()) return result;
  const double se = error.se(), times = error.times;
  const double reach = student_critical(1 - level, counts->df) * se;
  if (!(se > 0)) {
    result.estimate.why_no_interval = any_differ(sums) ? kCancels : kNoError;
  } else if (least_flip_p(counts->fewest()) < 1 - level) {
    const UnitFlips flips(space, cells, value, 1);
    const double by_t = student_critical(1 - level, whole_df(*counts)) * se;
    const double nearest = nearest_zero(value, times);
    result.estimate.interval = around(Interval{value - by_t, value + by_t},
                                      widened(flips.interval(level, reach / times, nearest), value, times));
    result.p = std::max(flips.p(nearest), student_two_sided(value / se, whole_df(*counts)));
  } else {
    result.estimate.interval = Interval{value - reach, value + reach};
    result.p = student_two_sided(value / se, counts->df);
  }
  // 0 and the value lie within these bounds (but for rounding), so excluded numbers stay excluded.
  if (auto& interval = result.estimate.interval)
    interval = Interval{std::min(value, std::max(interval->low, -most)),
                        std::max(value, std::min(interval->high, most))};
  return result;
}

namespace {

// Returns whether a lead is clearly above 0: by t, or by flips if there are enough units. Flips require less
// if units are uneven.
bool is_clear(const UnitSpace& space, OnUnits lead, double value, const WidenedError& error,
              const UnitCounts& counts) {
  const double se = error.se();
  const double rare = std::erfc(kClearLead / std::sqrt(2.0));  // as rare as kClearLead for a normal variable
  if (value >= student_critical(rare, counts.df) * se) return true;
  if (value < kClearLead * se || least_flip_p(counts.fewest()) > rare) return false;
  const FlippedCell cells[] = {{lead.items, lead.number->influence, 1, {}}};
  return UnitFlips(space, cells, value, 1).p(nearest_zero(value, error.times)) <= rare;
}

// Returns Fieller's interval of n / d by t, if it is finite. residual: of_n - n / d * of_d.
std::optional<Interval> fieller(const UnitSpace& space, double n, double d, std::span<const double> of_n,
                                std::span<const double> of_d, std::span<const double> residual, double t) {
  // The variance is computed in the way that is largest at the estimate. The same way is used for all ratios,
  // so that the bounds are the roots of a quadratic.
  const UnitVariance at_estimate = space.variance(residual);
  double UnitVariance::*way = &UnitVariance::both;
  for (auto other : {&UnitVariance::first, &UnitVariance::second})
    if (at_estimate.*other > at_estimate.*way) way = other;
  const double nn = space.variance(of_n).*way, dd = space.variance(of_d).*way,
               nd = space.covariance(of_n, of_d).*way;
  // (n - R d)^2 = t^2 (nn - 2 R nd + R^2 dd)
  const double a = d * d - t * t * dd, b = n * d - t * t * nd, c = n * n - t * t * nn;
  const double root = std::sqrt(std::max(0.0, b * b - a * c));
  if (!(a > 0)) return std::nullopt;
  return Interval{std::min((b - root) / a, n / d), std::max((b + root) / a, n / d)};
}

}  // namespace

Estimate unit_ratio(const UnitSpace& space, OnUnits shifted, OnUnits reference, double level) {
  Estimate result;
  if (!shifted.number->value || !reference.number->value) {
    result.why_not = "a score is undefined";
    return result;
  }
  const double n = *shifted.number->value, d = *reference.number->value;
  if (d <= 0) {
    result.why_not = "the reference is not above guessing";
    return result;
  }
  const UnitCounts counts = least(counts_of(space, shifted), counts_of(space, reference));
  if (const auto few = too_few(counts); !few.empty()) {
    result.why_not = few + ", so it cannot be said whether the reference is above guessing";
    return result;
  }
  const auto of_n = sums_of(space, shifted), of_d = sums_of(space, reference);
  const WidenedError error = widened_error(space, of_d, reference.number->luck);
  if (!error.why_not.empty()) {
    result.why_not = error.why_not + ", so it cannot be said whether the reference is above guessing";
    return result;
  }
  const double se = error.se();
  if (!(se > 0) && any_differ(reference.number->influence)) {
    result.why_not =
        fmt::format("{}, so it cannot be said whether the reference is above guessing", kCancels);
    return result;
  }
  if (!is_clear(space, reference, d, error, counts)) {
    result.why_not =
        fmt::format("the reference is not clearly above guessing (by {:.3f}, standard error {:.3f})", d, se);
    return result;
  }
  result.value = n / d;
  auto residual = of_n;
  for (size_t s = 0; s < residual.size(); ++s) residual[s] -= *result.value * of_d[s];
  const double of_residual = standard_error(space, residual);
  if (shifted.number->luck != nullptr || reference.number->luck != nullptr) {
    result.why_no_interval = kNoNestedShare;
  } else if (!(of_residual > 0)) {
    result.why_no_interval = any_differ(residual) ? kCancels : kNoError;
  } else if (least_flip_p(counts.fewest()) < 1 - level) {
    const FlippedCell cells[] = {{shifted.items, shifted.number->influence, 1, {}},
                                 {reference.items, {}, 1, reference.number->influence}};
    result.interval =
        around(UnitFlips(space, cells, n, d).interval(level, 2 * of_residual / d, 0),
               fieller(space, n, d, of_n, of_d, residual, student_critical(1 - level, whole_df(counts))));
  } else {
    result.interval = fieller(space, n, d, of_n, of_d, residual, student_critical(1 - level, counts.df));
  }
  if (!result.interval && result.why_no_interval.empty())
    result.why_no_interval = "at this level the interval has no end";
  return result;
}

}  // namespace standfast
