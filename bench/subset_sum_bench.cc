// Times the search for the best set of clusters, with the backtracking: 50 clusters in three classes, 600,
// 500 and 800 documents wanted. Counts are synthetic, because none are published: 17,305 documents in all (as
// many as HateXplain has for splitting), the largest cluster with six times the documents of the smallest,
// each with a tendency to one class. "real" takes these counts: few sums are within the quotas. "fine" takes
// a sixth of each: many are. Before timing, the total is computed again by a plain table of bytes over
// (cluster, sum). STANDFAST_BENCH_DUMP=path writes the counts to path.1.txt and path.6.txt for
// bench/peers/subset_sum.py.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>

#include <benchmark/benchmark.h>

#include "standfast/base/rng.h"
#include "standfast/split/latent/subset_sum.h"

namespace standfast {
namespace {

using Counts = std::vector<uint32_t>;

const Counts kTargets = {600, 500, 800};

std::vector<Counts> clusters(uint32_t divisor) {
  constexpr size_t kClusters = 50;
  constexpr double kDocuments = 17'305;
  Rng rng(1, "bench/subset-sum");
  const auto weight = [](size_t j) { return 10 + static_cast<double>(j); };
  double weights = 0;
  for (size_t j = 0; j < kClusters; ++j) weights += weight(j);
  std::vector<Counts> counts;
  for (size_t j = 0; j < kClusters; ++j) {
    const double size = kDocuments * weight(j) / weights;
    double share[3], sum = 0;
    for (size_t c = 0; c < 3; ++c) {
      share[c] = kTargets[c] * (0.1 + rng.uniform() + (rng.below(3) == c ? 1.5 : 0));
      sum += share[c];
    }
    auto& of_cluster = counts.emplace_back();
    for (const double one : share) of_cluster.push_back(static_cast<uint32_t>(size * one / sum) / divisor);
  }
  rng.shuffle(counts);
  return counts;
}

// Computes the largest total by a table of bytes, updated cluster by cluster, from the last sum to the first.
uint64_t plain_total(const std::vector<Counts>& counts) {
  const size_t b = kTargets[1] + 1, c = kTargets[2] + 1;
  std::vector<uint8_t> made((kTargets[0] + 1) * b * c, 0);
  made[0] = 1;
  for (const auto& n : counts)
    for (size_t x = kTargets[0] + 1; x-- > n[0];)
      for (size_t y = b; y-- > n[1];) {
        uint8_t* const to = made.data() + (x * b + y) * c;
        const uint8_t* const from = made.data() + ((x - n[0]) * b + y - n[1]) * c;
        for (size_t z = c; z-- > n[2];) to[z] |= from[z - n[2]];
      }
  size_t best = 0;
  for (size_t i = 0; i < made.size(); ++i)
    if (made[i] != 0) best = std::max(best, i / (b * c) + i / c % b + i % c);
  return best;
}

void best_set(benchmark::State& state) {
  const auto counts = clusters(static_cast<uint32_t>(state.range(0)));
  if (const char* const path = std::getenv("STANDFAST_BENCH_DUMP")) {
    std::ofstream file(path + ("." + std::to_string(state.range(0)) + ".txt"));
    for (const auto& of : counts) file << of[0] << ' ' << of[1] << ' ' << of[2] << '\n';
  }
  const auto found = best_subset(counts, kTargets);
  if (!found) return state.SkipWithError(found.error().message.c_str());
  if (std::getenv("STANDFAST_BENCH_TRUST") == nullptr && plain_total(counts) != found->total)
    return state.SkipWithError("another total than that of a plain table");
  for (auto _ : state) benchmark::DoNotOptimize(best_subset(counts, kTargets));
  state.counters["total"] = static_cast<double>(found->total);
  state.counters["clusters"] = static_cast<double>(found->chosen.size());
}
BENCHMARK(best_set)->ArgName("divisor")->Arg(1)->Arg(6)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace standfast
