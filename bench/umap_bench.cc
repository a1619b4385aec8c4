// Times UMAP to 2 and to 50 dimensions, and measures how well neighbours are kept (18,000 points in 768
// columns around 60 centres that lie on fewer dimensions, like vectors of a language model).
// STANDFAST_BENCH_VECTORS=file.npy takes other vectors instead (float32), and STANDFAST_BENCH_DUMP=file.npy
// writes the vectors for bench/peers/umap.py. The neighbours are timed by themselves (nearest), and are a
// part of the other figures.
#include <cstdlib>
#include <iostream>

#include <benchmark/benchmark.h>

#include "standfast/base/file.h"
#include "standfast/base/rng.h"
#include "standfast/cluster/map_quality.h"
#include "standfast/cluster/umap/umap.h"
#include "standfast/feature/encoder/vectors_reader.h"
#include "standfast/num/kernel/npy.h"

namespace standfast {
namespace {

constexpr size_t kPoints = 18'000, kColumns = 768, kCentres = 60, kDimensions = 24;

// Makes points from a few latent dimensions, spread over all columns, and noise.
FloatMatrix made_up() {
  Rng rng(1, "bench/umap");
  DenseMatrix centres(kCentres, kDimensions), spread(kDimensions, kColumns);
  for (double& x : centres.data) x = 1.2 * rng.normal();
  for (double& x : spread.data) x = rng.normal() / 5;
  FloatMatrix points(kPoints, kColumns);
  std::vector<double> behind(kDimensions), row(kColumns);
  for (size_t i = 0; i < kPoints; ++i) {
    const auto centre = centres.row(rng.below(kCentres));
    for (size_t d = 0; d < kDimensions; ++d) behind[d] = centre[d] + 0.6 * rng.normal();
    for (double& x : row) x = 0.1 * rng.normal();
    for (size_t d = 0; d < kDimensions; ++d)
      for (size_t c = 0; c < kColumns; ++c) row[c] += behind[d] * spread.row(d)[c];
    for (size_t c = 0; c < kColumns; ++c) points.row(i)[c] = static_cast<float>(row[c]);
  }
  return points;
}

const FloatMatrix& points() {
  static const FloatMatrix all = [] {
    FloatMatrix made;
    if (const char* path = std::getenv("STANDFAST_BENCH_VECTORS")) {
      auto table = read_vector_table(path, "");
      if (table && std::holds_alternative<FloatMatrix>(table->vectors))
        made = std::get<FloatMatrix>(std::move(table->vectors));
      else
        std::cerr << "no float32 vectors in " << path << '\n';
    } else {
      made = made_up();
    }
    if (const char* path = std::getenv("STANDFAST_BENCH_DUMP"))
      if (!write_file(path, npy_bytes(std::span<const float>(made.data), made.rows, made.columns)))
        std::cerr << "cannot write " << path << '\n';
    return made;
  }();
  return all;
}

void nearest(benchmark::State& state) {
  for (auto _ : state)
    if (!nearest_neighbours(points(), 14, NeighbourMetric::euclidean, static_cast<int>(state.range(0))))
      return state.SkipWithError("no neighbours");
}
BENCHMARK(nearest)->Arg(1)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();

// Times UMAP. Arguments: dimensions of the map, threads.
void umap_to(benchmark::State& state) {
  UmapOptions options;
  options.components = static_cast<uint32_t>(state.range(0));
  options.threads = static_cast<int>(state.range(1));
  FloatMatrix map;
  for (auto _ : state) {
    auto made = umap(points(), options);
    if (!made) return state.SkipWithError(made.error().message.c_str());
    map = std::move(*made);
  }
  const auto quality = map_quality(points(), map, 15, NeighbourMetric::euclidean, options.threads);
  if (!quality || quality->trustworthiness < 0.6) return state.SkipWithError("a map by chance");
  state.counters["trustworthiness"] = quality->trustworthiness;
  state.counters["kept"] = quality->kept;
}
BENCHMARK(umap_to)
    ->Args({2, 1})
    ->Args({2, 2})
    ->Args({50, 1})
    ->Args({50, 2})
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime();

}  // namespace
}  // namespace standfast
