#include "standfast/model/verify/logistic_calibration.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

#include "standfast/num/linear/logistic.h"

namespace standfast {

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
      if (!(std::abs(value) < 1e100)) return fmt::format("a calibration with {} cannot be", value);
    return c.sd > 1e-100 ? "" : fmt::format("a calibration with sd {} cannot be", c.sd);
  });
  return table;
}

}  // namespace standfast
