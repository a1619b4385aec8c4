#include "standfast/metric/survival.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace standfast {
namespace {

// f(a, b) on the data and replicate by replicate; NaN stays NaN.
Replicated combine(const Replicated& a, const Replicated& b, double (*f)(double, double)) {
  assert(a.replicates.size() == b.replicates.size());
  Replicated result;
  if (a.value && b.value) result.value = f(*a.value, *b.value);
  result.replicates.resize(a.replicates.size());
  for (size_t r = 0; r < result.replicates.size(); ++r)
    result.replicates[r] = f(a.replicates[r], b.replicates[r]);
  return result;
}

double minus(double a, double b) {
  return a - b;
}

double ratio(double a, double b) {
  return b > 0 ? a / b : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

Estimate estimate(const Replicated& quantity, double confidence) {
  Estimate result;
  result.value = quantity.value;
  result.undefined_resamples = static_cast<uint32_t>(std::count_if(
      quantity.replicates.begin(), quantity.replicates.end(), [](double v) { return std::isnan(v); }));
  if (quantity.value)
    result.interval = percentile_interval(quantity.replicates, confidence);
  else
    result.why_not = "undefined on these items";
  return result;
}

Estimate survival(const Replicated& shifted, const Replicated& iid, const Replicated& chance_shifted,
                  const Replicated& chance_iid, double confidence) {
  const Replicated kept = combine(shifted, chance_shifted, minus);
  const Replicated had = combine(iid, chance_iid, minus);
  const auto refuse = [](std::string why) {
    Estimate result;
    result.why_not = std::move(why);
    return result;
  };
  if (!kept.value) return refuse("the shifted score or its chance level is undefined");
  if (!had.value) return refuse("the i.i.d. score or its chance level is undefined");
  if (*had.value <= 0)
    return refuse(
        fmt::format("the i.i.d. score ({:.3f}) is not above chance ({:.3f})", *iid.value, *chance_iid.value));
  const auto lead = percentile_interval(had.replicates, confidence);
  if (lead && lead->low <= 0)
    return refuse(
        fmt::format("the i.i.d. score ({:.3f}) is not clearly above chance ({:.3f}): their difference lies "
                    "in [{:.3f}, {:.3f}]",
                    *iid.value, *chance_iid.value, lead->low, lead->high));
  return estimate(combine(kept, had, ratio), confidence);
}

Difference difference(const Replicated& a, const Replicated& b, double confidence) {
  const Replicated quantity = combine(a, b, minus);
  Difference result{estimate(quantity, confidence), std::nullopt};
  if (quantity.value) result.p = bootstrap_p(quantity.replicates);
  return result;
}

}  // namespace standfast
