// How fast is k-means? 18,000 float32 vectors of 50 numbers, k = 5, 10, 20 and 50, 3 starts each: 60 clusters of normal
// vectors that overlap. Before timing, the inertia of each clustering is summed again in double from its centres.
// STANDFAST_BENCH_DUMP=file writes vectors and inertias for bench/peers/k_means.py.
#include <cmath>
#include <cstdlib>
#include <fstream>

#include <benchmark/benchmark.h>

#include "standfast/base/rng.h"
#include "standfast/cluster/k_means.h"

namespace standfast {
namespace {

constexpr size_t kPoints = 18'000, kColumns = 50, kClusters = 60;
constexpr uint32_t kNumbers[] = {5, 10, 20, 50};

const FloatMatrix& points() {
  static const FloatMatrix made = [] {
    Rng rng(1, "bench/k-means");
    std::vector<double> centres(kClusters * kColumns);
    for (double& x : centres) x = 0.6 * rng.normal();
    FloatMatrix out(kPoints, kColumns);
    for (size_t i = 0; i < kPoints; ++i)
      for (size_t j = 0; j < kColumns; ++j)
        out.row(i)[j] = static_cast<float>(centres[i % kClusters * kColumns + j] + rng.normal());
    return out;
  }();
  return made;
}

template <class Found>
void sweep(int threads, const Found& found) {
  KMeansOptions options;
  options.restarts = 3;
  options.threads = threads;
  const auto done = k_means_sweep(points(), kNumbers, options, [&](uint32_t, KMeans& clustering) -> Status {
    found(clustering);
    return {};
  });
  if (!done) std::abort();
}

bool answer_right() {
  static const bool right = [] {
    bool same = true;
    std::vector<double> inertias;
    sweep(1, [&](const KMeans& clustering) {
      double sum = 0;
      for (size_t i = 0; i < kPoints; ++i)
        for (size_t j = 0; j < kColumns; ++j) {
          const double apart = static_cast<double>(points().row(i)[j]) -
                               static_cast<double>(clustering.centres.row(clustering.cluster_of[i])[j]);
          sum += apart * apart;
        }
      same = same && std::abs(sum - clustering.inertia) <= 1e-5 * sum;
      inertias.push_back(clustering.inertia);
    });
    if (const char* path = std::getenv("STANDFAST_BENCH_DUMP")) {
      std::ofstream file(path, std::ios::binary);
      file.write(reinterpret_cast<const char*>(points().data.data()),
                 static_cast<std::streamsize>(points().data.size() * sizeof(float)));
      std::ofstream answer(std::string(path) + ".answer");
      answer.precision(17);
      for (const double inertia : inertias) answer << inertia << '\n';
    }
    return same;
  }();
  return right;
}

void Sweep(benchmark::State& state) {
  if (!answer_right()) return state.SkipWithError("an inertia is not that of its centres");
  for (auto _ : state)
    sweep(static_cast<int>(state.range(0)),
          [](const KMeans& found) { benchmark::DoNotOptimize(found.inertia); });
}
BENCHMARK(Sweep)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();

}  // namespace
}  // namespace standfast
