// Times a thousand resamples of all PAN metrics, by item for 14,311 pairs (goal: 0.025 s on one core) and for
// a million (3.0 s); and by author. The second number is the number of threads. Checked first: the spread of
// c@1 without non-answers equals the known standard error of a share, and threads change no byte. Peer:
// bench/peers/pan_metrics.py.
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include <benchmark/benchmark.h>

#include "standfast/base/rng.h"
#include "standfast/metric/resample/bootstrap.h"

namespace standfast {
namespace {

const MetricProfile& pan21() {
  return **find_profile("pan21");
}

ScoredItems pairs(size_t n, uint32_t authors) {
  Rng rng(1, "bench/bootstrap");
  ScoredItems items;
  for (size_t i = 0; i < n; ++i) {
    const bool same = rng.chance(0.5);
    items.same.push_back(same);
    items.score.push_back(1 / (1 + std::exp(-(rng.normal() + (same ? 1 : -1)))));
    items.author_a.push_back(static_cast<uint32_t>(rng.below(authors)));
    items.author_b.push_back(same ? items.author_a.back() : static_cast<uint32_t>(rng.below(authors)));
  }
  return items;
}

void check() {
  const ScoredItems items = pairs(2000, 100);
  const RankedItems ranked(items.score, items.same);
  const auto one = bootstrap_items(pan21(), ranked, {.resamples = 3000, .seed = 1, .threads = 1});
  const auto two = bootstrap_items(pan21(), ranked, {.resamples = 3000, .seed = 1, .threads = 2});
  const double q = *one[1].value;
  double mean = 0, square = 0;
  for (const double v : one[1].replicates) mean += v / 3000;
  for (const double v : one[1].replicates) square += (v - mean) * (v - mean) / 2999;
  const double known = std::sqrt(q * (1 - q) / 2000);
  if (std::abs(mean - q) > 5 * known / std::sqrt(3000.0) || std::abs(std::sqrt(square) / known - 1) > 0.07 ||
      one[1].replicates != two[1].replicates) {
    std::fprintf(stderr, "wrong answer: the spread of c@1 is not its standard error\n");
    std::exit(1);
  }
}

void by_item(benchmark::State& state) {
  check();
  const ScoredItems items = pairs(static_cast<size_t>(state.range(0)), 100);
  const ResampleOptions options{.resamples = 1000, .seed = 1, .threads = static_cast<int>(state.range(1))};
  // The time includes sorting.
  for (auto _ : state)
    benchmark::DoNotOptimize(bootstrap_items(pan21(), RankedItems(items.score, items.same), options));
}
BENCHMARK(by_item)
    ->Args({14'311, 1})
    ->Args({14'311, 2})
    ->Args({1'000'000, 1})
    ->Args({1'000'000, 2})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

void by_author(benchmark::State& state) {
  const ScoredItems items = pairs(static_cast<size_t>(state.range(0)), 12'636);
  const UnitBootstrap bootstrap(12'636,
                                {.resamples = 1000, .seed = 1, .threads = static_cast<int>(state.range(1))});
  for (auto _ : state) benchmark::DoNotOptimize(bootstrap.scores(pan21(), items));
}
BENCHMARK(by_author)
    ->Args({14'311, 1})
    ->Args({14'311, 2})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

}  // namespace
}  // namespace standfast
