#include "standfast/metric/evidence/recalibration.h"

#include <cmath>

#include "standfast/metric/evidence/cllr.h"

namespace standfast {

double squared_loss(double share, bool same) {
  const double error = same ? 1 - share : share;
  return error * error;
}

double log_loss_of_share(double share, bool same) {
  return -std::log(same ? share : 1 - share);
}

Influenced recalibrated_loss(std::span<const double> scores, std::span<const uint8_t> same, ShareLoss loss) {
  if (scores.empty()) return {};
  const RankedLlrs ranked(scores, same);
  const auto blocks = ranked.pav();
  const auto n = static_cast<double>(scores.size());
  Influenced result{0.0, std::vector<double>(scores.size())};
  double mean = 0;
  size_t block = 0;
  for (const uint32_t i : ranked.order()) {
    while (scores[i] > blocks[block].high) ++block;
    const auto& b = blocks[block];
    const double share = static_cast<double>(b.same) / static_cast<double>(b.same + b.different);
    const double of_item = loss(share, same[i] != 0);
    result.influence[i] = of_item / n;
    mean += of_item / n;
  }
  for (double& influence : result.influence) influence -= mean / n;
  result.value = mean;
  return result;
}

}  // namespace standfast
