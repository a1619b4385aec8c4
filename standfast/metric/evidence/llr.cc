#include "standfast/metric/evidence/llr.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "standfast/num/kernel/dense.h"
#include "standfast/num/linear/logistic.h"

namespace standfast {
namespace {

constexpr double kPenalty = 1e-6;

double on_scale(double score, ScoreScale scale) {
  return scale == ScoreScale::logit ? llr_of_probability(score) : score;
}

}  // namespace

double llr_of_probability(double score) {
  const double most = std::log1p(-kMostCertain) - std::log(kMostCertain);
  const double p = std::clamp(score, 0.0, 1.0);
  return std::clamp(std::log(p) - std::log1p(-p), -most, most);
}

double LlrCalibration::llr(double score) const {
  return std::clamp(slope * on_scale(score, scale) + intercept, lowest, highest);
}

Result<LlrCalibration> fit_llr(std::span<const double> scores, std::span<const uint8_t> same,
                               const LlrOptions& options) {
  assert(scores.size() == same.size());
  if (!(options.prior > 0 && options.prior < 1))
    return usage_error(fmt::format("calibration: a prior lies between 0 and 1, not {}", options.prior));
  LlrCalibration result;
  result.scale = options.scale;
  for (const auto s : same) ++(s != 0 ? result.n_same : result.n_different);
  if (result.n_same == 0 || result.n_different == 0)
    return data_error(
        fmt::format("calibration needs pairs of both truths; there are {} same and {} different",
                    result.n_same, result.n_different));
  const auto n = static_cast<double>(scores.size());
  DenseMatrix x(scores.size(), 1);
  double sum = 0, squares = 0;
  for (size_t i = 0; i < scores.size(); ++i) {
    x.data[i] = on_scale(scores[i], options.scale);
    sum += x.data[i];
  }
  const double mean = sum / n;
  for (const double value : x.data) squares += (value - mean) * (value - mean);
  const double spread = std::sqrt(squares / n);
  if (options.bounded) {
    result.lowest = -std::log1p(static_cast<double>(result.n_same));
    result.highest = std::log1p(static_cast<double>(result.n_different));
  }
  // The mean of equal scores is rounded, so their spread may not be 0.
  const auto [least, most] = std::ranges::minmax(x.data);
  if (least == most || !(spread > 0)) {
    result.flat = true;
    return result;
  }
  for (double& value : x.data) value = (value - mean) / spread;
  std::vector<double> weights(scores.size());
  for (size_t i = 0; i < scores.size(); ++i)
    weights[i] = same[i] != 0 ? options.prior / static_cast<double>(result.n_same)
                              : (1 - options.prior) / static_cast<double>(result.n_different);
  LogisticOptions logistic;
  logistic.c = 1 / kPenalty;
  logistic.weights = weights;
  SF_ASSIGN(const LogisticModel model, fit_logistic(x, same, logistic));
  if (!(model.weights[0] > 0)) {
    // The objective is convex. So if the slope is kept at 0 or above, the best slope is 0, and there the
    // weighted classes balance at LLR 0.
    result.flat = true;
    return result;
  }
  result.slope = model.weights[0] / spread;
  result.intercept =
      model.intercept - model.weights[0] * mean / spread - std::log(options.prior / (1 - options.prior));
  return result;
}

}  // namespace standfast
