#include "standfast/metric/stat/estimate.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace standfast {
namespace {

// Returns f(a, b) on the data and replicate by replicate; NaN stays NaN.
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

Difference difference(const Replicated& a, const Replicated& b, double confidence) {
  const Replicated quantity = combine(a, b, minus);
  Difference result{estimate(quantity, confidence), std::nullopt};
  if (quantity.value) result.p = bootstrap_p(quantity.replicates);
  return result;
}

}  // namespace standfast
