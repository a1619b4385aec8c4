// Scores, and differences and ratios of scores, with intervals that allow for shared authors and topics
// (shared_units.h). docs/what-survives.md explains the comparisons. Scores have t intervals. Differences and
// ratios use two tests: sign flips (unit_flips.h), and t with one degree of freedom less than there are
// units. The larger p counts. If there are too few units for flips to reach 1 - level, t alone is used, with
// degrees of freedom that allow for the sizes of the units.
#pragma once

#include <limits>
#include <span>
#include <string>

#include "standfast/metric/stat/estimate.h"
#include "standfast/metric/stat/influence.h"
#include "standfast/metric/stat/shared_units.h"

namespace standfast {

// Threshold for a clear lead: a share of a lead is a number only if the lead is clearly above 0. Clearly
// means: this many standard errors above 0, and as improbable by t, or by sign flips of the units, as this
// many standard deviations are for a normal variable. This bounds Fieller's interval and excludes models that
// guess.
inline constexpr double kClearLead = 3;

// A number with its items. Both pointers must stay valid while it is used.
struct OnUnits {
  const UnitItems* items = nullptr;
  const Influenced* number = nullptr;  // influence: by item of `items`
};

// The fewest authors with which pairs of documents without topics have an interval. With fewer than
// kFewestUnits authors or topics, no number here has an interval or a p. Pairs without topics rest on authors
// alone, two each; with few of these an interval is too narrow (docs/what-survives.md has the simulation).
inline constexpr uint32_t kFewestAloneInPairs = 20;

// Returns a score with its t interval. The interval is value -+ t se on the scale of log((x - lowest) /
// (highest - x)), so it stays within the bounds (for AUC: Qin, Hotilovac 2008, Comparison of non-parametric
// confidence intervals for the area under the ROC curve, Statistical Methods in Medical Research 17).
Estimate unit_estimate(const UnitSpace& space, OnUnits number, double level, double lowest, double highest);

// Returns a - b, with the two-sided p of the same test: p is below 1 - level exactly if the interval excludes
// 0. Items of a and of b that share units are taken as dependent. No interval and no p if a and b agree on
// every item: no error can be estimated there. most: the largest possible absolute difference, which is the
// range of the score; an interval by t may go further and is cut there. p is unchanged.
Difference unit_difference(const UnitSpace& space, OnUnits a, OnUnits b, double level,
                           double most = std::numeric_limits<double>::infinity());

// A term of a sum, such as the difference of two differences. Its factor is 1 or -1.
struct UnitTerm {
  OnUnits number;
  double factor = 1;
};
Difference unit_sum(const UnitSpace& space, std::span<const UnitTerm> terms, double level,
                    double most = std::numeric_limits<double>::infinity());

// Returns shifted / reference for two leads, with the interval of Fieller (1954): the ratios R for which a
// test of shifted - R * reference = 0 does not reject. No value, with a reason, if the lead of the reference
// is not clear. No interval if the two agree on every item.
Estimate unit_ratio(const UnitSpace& space, OnUnits shifted, OnUnits reference, double level);

}  // namespace standfast
