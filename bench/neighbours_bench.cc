// Times all exact nearest neighbours: 18,000 float32 vectors of 768 dimensions, 15 neighbours each, by
// cosine: 300 clusters of normal vectors with a common direction, as sentence vectors have. Before timing,
// the neighbours of every 100th vector are found by a plain loop in double. STANDFAST_BENCH_DUMP=file writes
// vectors and neighbours for bench/peers/neighbours.py.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>

#include <benchmark/benchmark.h>

#include "standfast/base/rng.h"
#include "standfast/cluster/neighbours.h"

namespace standfast {
namespace {

constexpr size_t kPoints = 18'000, kColumns = 768, kClusters = 300;
constexpr uint32_t kNeighbours = 15;

const FloatMatrix& points() {
  static const FloatMatrix made = [] {
    Rng rng(1, "bench/neighbours");
    std::vector<double> centres(kClusters * kColumns);
    for (double& x : centres) x = rng.normal() + 0.5;
    FloatMatrix out(kPoints, kColumns);
    for (size_t i = 0; i < kPoints; ++i)
      for (size_t j = 0; j < kColumns; ++j)
        out.row(i)[j] = static_cast<float>(centres[i % kClusters * kColumns + j] + 1.5 * rng.normal());
    return out;
  }();
  return made;
}

Neighbours neighbours(int threads) {
  return *nearest_neighbours(points(), kNeighbours, NeighbourMetric::cosine, threads);
}

std::vector<uint32_t> by_definition(size_t i) {
  std::vector<std::pair<double, uint32_t>> all;
  for (uint32_t p = 0; p < kPoints; ++p) {
    if (p == i) continue;
    double xy = 0, xx = 0, yy = 0;
    for (size_t j = 0; j < kColumns; ++j) {
      const double a = static_cast<double>(points().row(i)[j]), b = static_cast<double>(points().row(p)[j]);
      xy += a * b;
      xx += a * a;
      yy += b * b;
    }
    all.emplace_back(1 - xy / std::sqrt(xx * yy), p);
  }
  std::partial_sort(all.begin(), all.begin() + kNeighbours, all.end());
  std::vector<uint32_t> ids;
  for (size_t at = 0; at < kNeighbours; ++at) ids.push_back(all[at].second);
  return ids;
}

bool answer_right() {
  static const bool right = [] {
    const Neighbours answer = neighbours(1);
    if (const char* path = std::getenv("STANDFAST_BENCH_DUMP")) {
      const auto write = [](const std::string& name, const auto& numbers) {
        std::ofstream(name, std::ios::binary)
            .write(reinterpret_cast<const char*>(numbers.data()),
                   static_cast<std::streamsize>(numbers.size() * sizeof numbers[0]));
      };
      write(path, points().data);
      write(std::string(path) + ".answer", answer.ids);
    }
    for (size_t i = 0; i < kPoints; i += 100)
      if (!std::ranges::equal(answer.ids_of(i), by_definition(i))) return false;
    return neighbours(2).ids == answer.ids;
  }();
  return right;
}

void Cosine(benchmark::State& state) {
  if (!answer_right()) return state.SkipWithError("the neighbours are not those of the definition");
  for (auto _ : state) benchmark::DoNotOptimize(neighbours(static_cast<int>(state.range(0))).ids.data());
}
BENCHMARK(Cosine)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();

void Euclidean(benchmark::State& state) {
  points();  // made before the clock starts
  for (auto _ : state)
    benchmark::DoNotOptimize(
        nearest_neighbours(points(), kNeighbours, NeighbourMetric::euclidean)->ids.data());
}
BENCHMARK(Euclidean)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace standfast
