// Scores of a classifier by resampling topics, and the simulation of tests over topics. Answers are checked,
// then the time is measured.
#include <cmath>
#include <cstdlib>

#include <benchmark/benchmark.h>

#include "standfast/base/rng.h"
#include "standfast/metric/resample/classification_bootstrap.h"
#include "standfast/metric/topics/test_simulation.h"
#include "tests/support/novel_topic_tables.h"

namespace standfast {
namespace {

// 18,862 answers over the author x topic table of the novel-topic paper; 70 % are right.
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
  // The first replicates must equal those from reading all items again.
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

}  // namespace
}  // namespace standfast
