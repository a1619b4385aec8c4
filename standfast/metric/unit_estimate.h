// Scores, differences and ratios of scores with intervals that allow for shared authors and topics
// (shared_units.h). docs/what-survives.md says what each compares.
#pragma once

#include <string>

#include "standfast/metric/estimate.h"
#include "standfast/metric/influence.h"
#include "standfast/metric/shared_units.h"

namespace standfast {

// A share of a lead is a number only where the lead is this many standard errors above 0 (as rare as that is
// for a normal variable, where units are few). It bounds Fieller's interval and keeps guessers out.
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

// a - b, with the two-sided p of the same t. Items of both that share units go together. Neither where the
// two agree on every item: no error can be estimated there.
Difference unit_difference(const UnitSpace& space, OnUnits a, OnUnits b, double level);

// shifted / reference of two leads, with Fieller's (1954) interval: the ratios R that a t test of shifted - R
// * reference does not reject. Nothing where the lead of the reference is not clear, with the reason; no
// interval where the two agree on every item.
Estimate unit_ratio(const UnitSpace& space, OnUnits shifted, OnUnits reference, double level);

}  // namespace standfast
