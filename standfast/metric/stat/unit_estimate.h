// Scores, differences and ratios of scores with intervals that allow for shared authors and topics
// (shared_units.h). docs/what-survives.md says what each compares. Scores have t intervals; differences and
// ratios go by sign flips (unit_flips.h) and by t with one degree of freedom less than there are units, the
// larger p; by t alone, with degrees of freedom for the sizes of the units, where these are too few for flips
// to reach 1 - level.
#pragma once

#include <span>
#include <string>

#include "standfast/metric/stat/estimate.h"
#include "standfast/metric/stat/influence.h"
#include "standfast/metric/stat/shared_units.h"

namespace standfast {

// A share of a lead is a number only where the lead is this many standard errors above 0, and what that means
// for a normal variable is as rare by t or by sign flips of the units. It bounds Fieller's interval and keeps
// guessers out.
inline constexpr double kClearLead = 3;

// A number and the items it comes from, which outlive it.
struct OnUnits {
  const UnitItems* items = nullptr;
  const Influenced* number = nullptr;  // influence by item of `items`
};

// Below kFewestUnits authors or topics none of these has an interval or a p.

// value -+ t se on the scale of log((x - lowest) / (highest - x)), so within the bounds (for AUC: Qin,
// Hotilovac 2008, Comparison of non-parametric confidence intervals for the area under the ROC curve,
// Statistical Methods in Medical Research 17).
Estimate unit_estimate(const UnitSpace& space, OnUnits number, double level, double lowest, double highest);

// a - b, with the two-sided p of the same test: below 1 - level exactly where the interval leaves out 0.
// Items of both that share units go together. Neither where the two agree on every item: no error can be
// estimated there.
Difference unit_difference(const UnitSpace& space, OnUnits a, OnUnits b, double level);

// The same of a sum, such as the difference of two differences; each term with a factor of 1 or -1.
struct UnitTerm {
  OnUnits number;
  double factor = 1;
};
Difference unit_sum(const UnitSpace& space, std::span<const UnitTerm> terms, double level);

// shifted / reference of two leads, with the interval of Fieller (1954): the ratios R for which a test of
// shifted - R * reference = 0 does not reject. Nothing where the lead of the reference is not clear, with the
// reason; no interval where the two agree on every item.
Estimate unit_ratio(const UnitSpace& space, OnUnits shifted, OnUnits reference, double level);

}  // namespace standfast
