#include "standfast/cluster/k_means.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>

#include <fmt/format.h>

#include "standfast/base/parallel.h"
#include "standfast/base/rng.h"
#include "standfast/cluster/centred_points.h"
#include "standfast/cluster/k_means_starts.h"
#include "standfast/cluster/lloyd.h"

namespace standfast {
namespace {

constexpr uint32_t kUnnumbered = 0xffffffffU;

// Returns the result in original coordinates, with clusters numbered by their first points.
KMeans as_given(const CentredPoints& points, uint32_t k, LloydRun run) {
  KMeans result;
  result.iterations = run.iterations;
  result.converged = run.converged;
  result.inertia = run.inertia / (points.scale * points.scale);
  std::vector<uint32_t> number(k, kUnnumbered);
  result.centres = FloatMatrix(k, points.columns);
  for (uint32_t& cluster : run.cluster_of) {
    uint32_t& mine = number[cluster];
    if (mine == kUnnumbered) {
      mine = static_cast<uint32_t>(result.sizes.size());
      result.sizes.push_back(0);
      for (size_t j = 0; j < points.columns; ++j)
        result.centres.row(mine)[j] = static_cast<float>(
            points.mean[j] + static_cast<double>(run.centres[cluster * points.columns + j]) / points.scale);
    }
    cluster = mine;
    ++result.sizes[mine];
  }
  result.cluster_of = std::move(run.cluster_of);
  return result;
}

class Sweep {
 public:
  Sweep(const CentredPoints& points, std::span<const uint32_t> ks, const KMeansOptions& options)
      : points_(points), ks_(ks), options_(options) {}

  Result<KMeans> best_of_starts(uint32_t k) {
    const auto& starts = starts_for(k);
    if (starts.front().size() < k)
      return data_error(fmt::format("k = {}, but only {} of the {} points are distinct", k,
                                    starts.front().size(), points_.size));
    std::optional<LloydRun> best;
    size_t best_start = 0;
    std::mutex mutex;
    parallel_for(starts.size(), outer_threads(), [&](size_t s) {
      auto run = lloyd(points_, std::span(starts[s]).first(k), options_.max_iterations, options_.tolerance,
                       inner_threads());
      const std::lock_guard lock(mutex);
      const bool better =
          !best || run.inertia < best->inertia || (run.inertia == best->inertia && s < best_start);
      if (!better) return;
      best = std::move(run);
      best_start = s;
    });
    return as_given(points_, k, std::move(*best));
  }

 private:
  // Threads work on separate starts first; the remaining ones help inside each start.
  int outer_threads() const { return std::min(options_.threads, static_cast<int>(options_.restarts)); }
  int inner_threads() const { return std::max(1, options_.threads / std::max(1, outer_threads())); }

  // Returns the starts for the number of candidates that k has, made for the largest such k. A smaller k uses
  // their first points.
  const std::vector<std::vector<uint32_t>>& starts_for(uint32_t k) {
    const uint32_t candidates = start_candidates(k);
    auto& starts = starts_[candidates];
    if (!starts.empty()) return starts;
    uint32_t largest = k;
    for (const uint32_t other : ks_)
      if (start_candidates(other) == candidates) largest = std::max(largest, other);
    starts.resize(options_.restarts);
    parallel_for(starts.size(), outer_threads(), [&](size_t s) {
      Rng rng(options_.seed, kStartStreams, fmt::format("{}", s));
      starts[s] = k_means_start(points_, largest, candidates, rng, inner_threads());
    });
    return starts;
  }

  const CentredPoints& points_;
  std::span<const uint32_t> ks_;
  const KMeansOptions& options_;
  std::map<uint32_t, std::vector<std::vector<uint32_t>>> starts_;  // by number of candidates
};

}  // namespace

Status k_means_sweep(const MatrixView<const float>& points, std::span<const uint32_t> ks,
                     const KMeansOptions& options, const std::function<Status(uint32_t k, KMeans&)>& found) {
  if (options.restarts == 0) return usage_error("k-means needs at least one start");
  for (const uint32_t k : ks) {
    if (k == 0) return usage_error("k-means with k = 0: at least one cluster");
    if (k > points.rows)
      return data_error(fmt::format("k = {}, but there are only {} points", k, points.rows));
  }
  SF_ASSIGN(const CentredPoints all, centred(points));
  Sweep sweep(all, ks, options);
  for (size_t at = 0; at < ks.size(); ++at) {
    options.sink->progress("k-means", at, ks.size());
    SF_ASSIGN(KMeans result, sweep.best_of_starts(ks[at]));
    SF_TRY(found(ks[at], result));
  }
  options.sink->progress("k-means", ks.size(), ks.size());
  return {};
}

Result<KMeans> k_means(const MatrixView<const float>& points, uint32_t k, const KMeansOptions& options) {
  KMeans result;
  SF_TRY(k_means_sweep(points, std::span(&k, 1), options, [&](uint32_t, KMeans& found) -> Status {
    result = std::move(found);
    return {};
  }));
  return result;
}

}  // namespace standfast
