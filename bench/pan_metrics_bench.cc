// Times PAN's metrics, once on a million pairs, and Spearman's rho on a million values (goals: 0.050 s and
// 0.075 s on one core). Answers are first checked against straightforward arithmetic. Peer:
// bench/peers/pan_metrics.py.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include <benchmark/benchmark.h>

#include "standfast/base/rng.h"
#include "standfast/metric/pairs/profile.h"
#include "standfast/metric/stat/correlation.h"

namespace standfast {
namespace {

struct Items {
  std::vector<double> score;
  std::vector<uint8_t> same;
};

Items million_pairs(size_t n) {
  Rng rng(1, "bench/pan");
  Items items;
  for (size_t i = 0; i < n; ++i) {
    const bool same = rng.chance(0.5);
    const double p = 1 / (1 + std::exp(-(rng.normal() + (same ? 1 : -1))));
    items.same.push_back(same);
    items.score.push_back(rng.chance(0.05) ? 0.5 : p);
  }
  return items;
}

void refuse_if(bool wrong, const char* what) {
  if (!wrong) return;
  std::fprintf(stderr, "wrong answer: %s\n", what);
  std::exit(1);
}

void metrics_once(benchmark::State& state) {
  const MetricProfile& profile = **find_profile("pan21");
  const Items small = million_pairs(3000);
  const auto scores = evaluate(profile, small.score, small.same);
  double wins = 0, pairs = 0, error = 0;
  for (size_t i = 0; i < small.score.size(); ++i) {
    error += (small.score[i] - small.same[i]) * (small.score[i] - small.same[i]);
    for (size_t j = 0; j < small.score.size(); ++j)
      if (small.same[i] && !small.same[j]) {
        ++pairs;
        wins += small.score[i] > small.score[j] ? 1 : small.score[i] == small.score[j] ? 0.5 : 0;
      }
  }
  refuse_if(std::abs(*scores.values[0] - wins / pairs) > 1e-12, "AUC");
  refuse_if(std::abs(*scores.values[4] - (1 - error / 3000)) > 1e-12, "Brier");

  const Items items = million_pairs(static_cast<size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(evaluate(profile, items.score, items.same));
}
BENCHMARK(metrics_once)->Arg(14'311)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

void spearman_once(benchmark::State& state) {
  Rng rng(2, "bench/spearman");
  std::vector<double> x, y;
  for (int64_t i = 0; i < state.range(0); ++i) {
    x.push_back(rng.normal());
    y.push_back(x.back() + rng.normal());
  }
  {  // rho = 1 - 6 sum d^2 / (n (n^2 - 1)) without ties
    constexpr size_t n = 2000;
    double sum = 0;
    for (size_t i = 0; i < n; ++i) {
      const auto rank = [&](const std::vector<double>& v) {
        return std::count_if(v.begin(), v.begin() + n, [&](double w) { return w < v[i]; });
      };
      const auto d = static_cast<double>(rank(x) - rank(y));
      sum += d * d;
    }
    const double expected = 1 - 6 * sum / (n * (double{n} * n - 1));
    refuse_if(std::abs(*spearman(std::span(x).first(n), std::span(y).first(n)) - expected) > 1e-12,
              "Spearman");
  }
  for (auto _ : state) benchmark::DoNotOptimize(spearman(x, y));
}
BENCHMARK(spearman_once)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace standfast
