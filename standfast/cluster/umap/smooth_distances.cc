#include "standfast/cluster/umap/smooth_distances.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "standfast/base/at_level.h"
#include "standfast/base/parallel.h"
#include "standfast/num/kernel/exp_log.h"

namespace standfast {
namespace {

constexpr int kSteps = 64;
constexpr double kTolerance = 1e-5;
constexpr double kLeastShare = 1e-3;
constexpr size_t kRowGrain = 256;
constexpr float kNothing = -1e30F;  // its exp is 0

// The distances of one point above its nearest one, negated, in whole lanes.
class Row {
 public:
  explicit Row(size_t columns) : above_(lanes::groups(columns) * lanes::kLanes, kNothing) {}

  void set(std::span<const float> distances, double nearest) {
    for (size_t j = 0; j < distances.size(); ++j)
      above_[j] = static_cast<float>(-std::max(0.0, static_cast<double>(distances[j]) - nearest));
  }
  double given_at(double scale) const {
    const auto times = static_cast<float>(1 / scale);
    lanes::Floats sum = {}, x, share;
    for (size_t j = 0; j < above_.size(); j += lanes::kLanes) {
      lanes::load(x, above_.data() + j);
      lanes::exp_of_negative(x * times, share);
      sum += share;
    }
    return static_cast<double>(lanes::sum(sum));
  }

 private:
  std::vector<float> above_;
};

double solve(const Row& row, double target) {
  double low = 0, high = std::numeric_limits<double>::infinity(), scale = 1;
  for (int step = 0; step < kSteps; ++step) {
    const double given = row.given_at(scale);
    if (std::abs(given - target) < kTolerance) break;
    (given > target ? high : low) = scale;
    scale = std::isinf(high) ? 2 * scale : (low + high) / 2;
  }
  return scale;
}

double mean_of(std::span<const float> distances) {
  double sum = 0;
  for (const float d : distances) sum += static_cast<double>(d);
  return sum / static_cast<double>(distances.size() + 1);  // the point itself is at 0
}

}  // namespace

SmoothDistances smooth_distances(const MatrixView<const float>& distances, int threads) {
  const size_t n = distances.rows;
  SmoothDistances made{std::vector<double>(n), std::vector<double>(n), 0};
  std::vector<double> means(n);
  const double target = std::log2(static_cast<double>(distances.columns + 1));
  parallel_ranges(n, threads, kRowGrain, [&](size_t begin, size_t end, int) {
    Row row(distances.columns);
    at_level<Simd::v3>([&](auto) {
      for (size_t i = begin; i < end; ++i) {
        const auto mine = distances.row(i);
        const auto first = std::ranges::find_if(mine, [](float d) { return d > 0; });
        made.nearest[i] = first == mine.end() ? 0 : static_cast<double>(*first);
        row.set(mine, made.nearest[i]);
        made.scale[i] = solve(row, target);
        means[i] = mean_of(mine);
      }
    });
  });
  double all = 0;
  for (const double mean : means) all += mean;
  all /= static_cast<double>(std::max<size_t>(n, 1));
  for (size_t i = 0; i < n; ++i) {
    const double least = kLeastShare * (made.nearest[i] > 0 ? means[i] : all);
    if (made.scale[i] >= least) continue;
    made.scale[i] = least;
    ++made.floored;
  }
  return made;
}

}  // namespace standfast
