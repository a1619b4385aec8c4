// Times scores of a classifier by resampling topics, the simulation of tests over topics, and sign flips.
// Answers are checked before timing.
#include <cmath>
#include <cstdlib>

#include <benchmark/benchmark.h>

#include "standfast/base/rng.h"
#include "standfast/metric/resample/classification_bootstrap.h"
#include "standfast/metric/stat/weighted_tests.h"
#include "standfast/metric/topics/test_simulation.h"
#include "tests/support/novel_topic_tables.h"

namespace standfast {
namespace {

// Returns 18,862 answers over the author x topic table of the novel-topic paper; 70 % are right.
const ScoredClasses& answers() {
  static const ScoredClasses made = [] {
    Rng rng(1, "bench/topic-statistics");
    ScoredClasses scored;
    scored.classes = 15;
    const auto& table = testing_support::multi_table();
    for (uint32_t t = 0; t < table.size(); ++t)
      for (const auto& [author, count] : table[t].documents)
        for (uint32_t i = 0; i < count; ++i) {
          scored.truth.push_back(author - 1);
          scored.cluster.push_back(t);
          std::vector<double> row(15);
          double sum = 0;
          for (auto& p : row) sum += p = rng.uniform();
          const double bonus = rng.chance(.7) ? 1.0 : 0.0;
          row[author - 1] += bonus;
          for (const double p : row) scored.probabilities.push_back(p / (sum + bonus));
        }
    return scored;
  }();
  return made;
}

void bootstrap_over_topics(benchmark::State& state, const char* name) {
  const auto& profile = **find_classification_profile(name);
  const auto& scored = answers();
  const auto topics = static_cast<uint32_t>(testing_support::multi_table().size());
  // The first replicates must equal the results of reading all items again.
  const ResampleOptions few{.resamples = 3};
  const auto quick = ClusterBootstrap(topics, few).scores(profile, scored);
  const auto slow = UnitBootstrap(topics, few)
                        .replicates(scored.cluster, scored.cluster, profile.metrics.size(),
                                    [&](std::span<const uint32_t> weights, std::span<double> out) {
                                      const auto scores = evaluate(profile, scored.items(), weights);
                                      for (size_t m = 0; m < out.size(); ++m)
                                        out[m] = scores.values[m].value_or(0);
                                    });
  for (size_t m = 0; m < slow.size(); ++m)
    if (quick[m].replicates != slow[m]) std::abort();
  for (auto _ : state)
    benchmark::DoNotOptimize(ClusterBootstrap(topics, {.resamples = 1000}).scores(profile, scored));
}
BENCHMARK_CAPTURE(bootstrap_over_topics, labels, "classification-labels")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(bootstrap_over_topics, with_auc, "classification")->Unit(benchmark::kMillisecond);

void simulation_of_tests(benchmark::State& state) {
  SimulationDesign design;
  const auto& table = testing_support::multi_table();
  for (uint32_t t = 0; t < table.size(); ++t)
    for (const auto& [author, count] : table[t].documents) design.cells.push_back({t, t, count});
  const auto checked = simulate_tests(design, {});
  if (!checked || std::abs(*checked->find("sign-flip")->rejection - .05) > .02) std::abort();
  for (auto _ : state) benchmark::DoNotOptimize(simulate_tests(design, {}));
}
BENCHMARK(simulation_of_tests)->Unit(benchmark::kMillisecond);

// Times sign flips of 685 terms of many sizes. The answer is checked by adding the terms of one permutation
// after the other, with the same coins.
void sign_flips(benchmark::State& state) {
  Rng rng(2, "bench/topic-statistics");
  std::vector<double> terms;
  for (int i = 0; i < 685; ++i) terms.push_back(rng.normal() + .05);
  const std::vector<double> weights(terms.size(), 1);
  const auto p_of = [&](uint32_t permutations, int threads) {
    return sign_flip_test(terms, weights, {.permutations = permutations, .seed = 1, .threads = threads}).p;
  };
  double observed = 0, size = 0;
  for (const double term : terms) {
    observed += term;
    size += std::abs(term);
  }
  uint32_t hits = 0;
  for (uint32_t r = 0; r < 1000; ++r) {
    Rng coins(1, "metric/sign-flip", std::to_string(r));
    uint64_t word = 0;
    double sum = 0;
    for (size_t i = 0; i < terms.size(); ++i) {
      if (i % 64 == 0) word = coins.next();
      sum += (word >> i % 64 & 1) != 0 ? terms[i] : -terms[i];
    }
    hits += std::abs(sum) >= std::abs(observed) - 1e-12 * size ? 1 : 0;
  }
  if (p_of(1000, 1) != (hits + 1.0) / 1001) std::abort();
  for (auto _ : state) benchmark::DoNotOptimize(p_of(99'999, static_cast<int>(state.range(0))));
}
BENCHMARK(sign_flips)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace standfast
