// Times k-means on 18,000 float32 vectors, all k from 3 to 50 with 10 starts each, in two sizes:
//   50 numbers:  60 clusters of normal vectors that overlap;
//   768 numbers: points around 60 centres that lie on 24 dimensions, and noise, like language model vectors.
// Before timing, the inertia of some clusterings is summed again in double from their centres. `few` takes k
// = 5, 10, 20 and 50 with 3 starts of the smaller vectors. plain_gflop: the cost of plain Lloyd's steps, if
// all starts took as many steps as the best one. STANDFAST_BENCH_DUMP=file writes vectors, columns, and k and
// inertia of each clustering for bench/peers/k_means.py.
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <vector>

#include <benchmark/benchmark.h>

#include "standfast/base/rng.h"
#include "standfast/cluster/k_means.h"

namespace standfast {
namespace {

constexpr size_t kPoints = 18'000, kClusters = 60, kDimensions = 24;
constexpr size_t kSmall = 50, kLarge = 768;

FloatMatrix small_points() {
  Rng rng(1, "bench/k-means");
  std::vector<double> centres(kClusters * kSmall);
  for (double& x : centres) x = 0.6 * rng.normal();
  FloatMatrix out(kPoints, kSmall);
  for (size_t i = 0; i < kPoints; ++i)
    for (size_t j = 0; j < kSmall; ++j)
      out.row(i)[j] = static_cast<float>(centres[i % kClusters * kSmall + j] + rng.normal());
  return out;
}

// Makes points from a few latent dimensions, spread over all columns, and noise.
FloatMatrix large_points() {
  Rng rng(1, "bench/k-means/large");
  DenseMatrix centres(kClusters, kDimensions), spread(kDimensions, kLarge);
  for (double& x : centres.data) x = 1.2 * rng.normal();
  for (double& x : spread.data) x = rng.normal() / 5;
  FloatMatrix points(kPoints, kLarge);
  std::vector<double> behind(kDimensions), row(kLarge);
  for (size_t i = 0; i < kPoints; ++i) {
    const auto centre = centres.row(rng.below(kClusters));
    for (size_t d = 0; d < kDimensions; ++d) behind[d] = centre[d] + 0.6 * rng.normal();
    for (double& x : row) x = 0.1 * rng.normal();
    for (size_t d = 0; d < kDimensions; ++d)
      for (size_t c = 0; c < kLarge; ++c) row[c] += behind[d] * spread.row(d)[c];
    for (size_t c = 0; c < kLarge; ++c) points.row(i)[c] = static_cast<float>(row[c]);
  }
  return points;
}

const FloatMatrix& points(size_t columns) {
  static const FloatMatrix small = small_points();
  if (columns == kSmall) return small;
  static const FloatMatrix large = large_points();
  return large;
}

struct Job {
  size_t columns = kSmall;
  std::vector<uint32_t> ks;
  uint32_t starts = 10;
  int threads = 1;
};

template <class Found>
void sweep(const Job& job, const Found& found) {
  KMeansOptions options;
  options.restarts = job.starts;
  options.threads = job.threads;
  const auto done =
      k_means_sweep(points(job.columns), job.ks, options, [&](uint32_t k, KMeans& clustering) -> Status {
        found(k, clustering);
        return {};
      });
  if (!done) std::abort();
}

bool inertia_right(const FloatMatrix& all, const KMeans& clustering) {
  double sum = 0;
  for (size_t i = 0; i < all.rows; ++i)
    for (size_t j = 0; j < all.columns; ++j) {
      const double apart = static_cast<double>(all.row(i)[j]) -
                           static_cast<double>(clustering.centres.row(clustering.cluster_of[i])[j]);
      sum += apart * apart;
    }
  return std::abs(sum - clustering.inertia) <= 1e-5 * sum;
}

bool answer_right(const Job& job) {
  bool right = true;
  sweep({job.columns, {3, 20, 50}, 1, 1}, [&](uint32_t, const KMeans& clustering) {
    right = right && inertia_right(points(job.columns), clustering);
  });
  return right;
}

void dump(const Job& job, const std::vector<double>& inertias) {
  const char* path = std::getenv("STANDFAST_BENCH_DUMP");
  if (path == nullptr) return;
  const auto& all = points(job.columns);
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(all.data.data()),
             static_cast<std::streamsize>(all.data.size() * sizeof(float)));
  std::ofstream answer(std::string(path) + ".answer");
  answer.precision(17);
  answer << job.columns << ' ' << job.starts << '\n';
  for (size_t at = 0; at < job.ks.size(); ++at) answer << job.ks[at] << ' ' << inertias[at] << '\n';
}

void run(benchmark::State& state, const Job& job) {
  if (!answer_right(job)) return state.SkipWithError("an inertia is not that of its centres");
  std::vector<double> inertias;
  double gflop = 0;
  for (auto _ : state) {
    inertias.clear();
    gflop = 0;
    sweep(job, [&](uint32_t k, const KMeans& found) {
      inertias.push_back(found.inertia);
      gflop += 2e-9 * kPoints * static_cast<double>(job.columns) * k * job.starts * (1 + found.iterations);
    });
  }
  state.counters["plain_gflop"] = gflop;
  dump(job, inertias);
}

std::vector<uint32_t> from_3_to_50(uint32_t step) {
  std::vector<uint32_t> ks;
  for (uint32_t k = 3; k <= 50; k += step) ks.push_back(k);
  return ks;
}

void few(benchmark::State& state) {
  run(state, {kSmall, {5, 10, 20, 50}, 3, static_cast<int>(state.range(0))});
}
BENCHMARK(few)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();

// Times all k. Arguments: dimensions of a vector, threads, step of k.
void whole(benchmark::State& state) {
  run(state, {static_cast<size_t>(state.range(0)), from_3_to_50(static_cast<uint32_t>(state.range(2))), 10,
              static_cast<int>(state.range(1))});
}
BENCHMARK(whole)
    ->ArgNames({"numbers", "threads", "step"})
    ->Args({50, 1, 1})
    ->Args({50, 2, 1})
    ->Args({50, 1, 8})
    ->Args({768, 1, 1})
    ->Args({768, 2, 1})
    ->Args({768, 1, 16})
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

}  // namespace
}  // namespace standfast
