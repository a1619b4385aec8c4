// Error rates and power of tests of two methods over topics. They are found by simulation under a known truth
// (simulated_topics.h), for the topics, authors and numbers of documents of a given corpus.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/metric/topics/simulated_topics.h"

namespace standfast {

struct SimulationOptions {
  uint32_t simulations = 2000;  // more: finer rates (standard error sqrt(rate (1 - rate) / simulations))
  uint32_t resamples = 999;     // of the bootstrap, and of sign flips above 32 topics
  double alpha = 0.05;          // level of tests; intervals have level 1 - alpha
  uint64_t seed = 0;
  int threads = 1;  // changes no byte of the result
};

struct SimulatedTest {
  std::string name;           // kebab-case
  std::string summary;        // one sentence
  bool of_difference = true;  // false: an interval of the accuracy of method A alone
  bool recommended = false;
  uint64_t rejected = 0;                // simulations in which the difference was called significant
  uint64_t covered = 0, intervals = 0;  // intervals that held the truth, and intervals in all
  double mean_width = 0;                // of the intervals
  // Share of simulations that reject: the error of the first kind where difference = 0, else the power.
  std::optional<double> rejection;  // nothing for accuracies
  std::optional<double> coverage;   // nothing if the test has no interval
};

struct SimulationResult {
  uint64_t simulations = 0;
  uint32_t topics = 0, authors = 0;
  uint64_t documents = 0;
  double effective_topics = 0;  // 1 / V2
  std::vector<SimulatedTest> tests;
  const SimulatedTest* find(std::string_view name) const;  // null: there is no such test
};

// Runs the simulation. Usage error: a parameter is out of range. Data error: fewer than two topics have
// documents.
Result<SimulationResult> simulate_tests(const SimulationDesign& design, const SimulationOptions& options);

}  // namespace standfast
