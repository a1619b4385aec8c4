#include "standfast/model/verify/logistic_calibration.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

#include "standfast/base/json.h"
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

nlohmann::ordered_json LogisticCalibration::to_json() const {
  return {{"mean", mean},           {"sd", sd},       {"weight", weight},
          {"intercept", intercept}, {"pairs", pairs}, {"same", same}};
}

Result<LogisticCalibration> LogisticCalibration::from_json(const nlohmann::ordered_json& json) {
  LogisticCalibration result;
  json.at("mean").get_to(result.mean);
  json.at("sd").get_to(result.sd);
  json.at("weight").get_to(result.weight);
  json.at("intercept").get_to(result.intercept);
  json.at("pairs").get_to(result.pairs);
  json.at("same").get_to(result.same);
  for (const double value : {result.mean, result.sd, result.weight, result.intercept})
    if (!(std::abs(value) < 1e100)) return data_error(fmt::format("a calibration with {} cannot be", value));
  if (!(result.sd > 1e-100)) return data_error(fmt::format("a calibration with sd {} cannot be", result.sd));
  return result;
}

}  // namespace standfast
