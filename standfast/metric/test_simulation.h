// How often tests of two methods over topics are wrong, and how often they find what is there: by simulation
// under a known truth, for the topics, authors and numbers of documents of a given corpus.
//
// The truth. Method A answers a document of topic t by author g rightly with chance x_A, method B with x_B,
// both held in [0, 1]:
//   x_A = m_A + T_t + G_g - (V_t + W_g) / 2      T ~ N(0, topic_sd),  V ~ N(0, topic_difference_sd)
//   x_B = m_B + T_t + G_g + (V_t + W_g) / 2      G ~ N(0, author_sd), W ~ N(0, author_difference_sd)
// where m_A and m_B are set so that the expected accuracies are exactly `accuracy` and `accuracy +
// difference`. Numbers of right answers are then binomial in each cell of the author x topic table, so the
// cost does not depend on the number of documents. Without author effects topics are independent, as the
// tests over topics assume; authors who write in several topics tie topics together, which no test over
// topics sees.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

struct SimulatedCell {
  uint32_t topic = 0, author = 0;  // any numbers
  uint32_t documents = 0;
};

struct SimulationDesign {
  std::vector<SimulatedCell> cells;  // of the author x topic table; those without documents are left out
  double accuracy = 0.7;             // of method A; this and accuracy + difference inside (0, 1)
  double difference = 0;             // accuracy of B minus that of A
  double topic_sd = 0.15;  // how unequally hard topics are, in accuracy; larger: every score less sure
  double topic_difference_sd = 0.1;  // how the difference varies over topics; larger: less power
  double author_sd = 0, author_difference_sd = 0;  // the same of authors
  // Correlation of the methods' being right on one document of a cell, as far as their accuracies allow it.
  double agreement = 0;
};

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
  bool of_difference = true;  // else an interval of the accuracy of method A alone
  bool recommended = false;
  uint64_t rejected = 0;                // simulations in which the difference was called significant
  uint64_t covered = 0, intervals = 0;  // intervals that held the truth, of those that there were
  double mean_width = 0;                // of the intervals
  // Share of simulations that reject: the error of the first kind where difference = 0, else the power.
  std::optional<double> rejection;  // nothing for accuracies
  std::optional<double> coverage;   // nothing where the test has no interval
};

struct SimulationResult {
  uint64_t simulations = 0;
  uint32_t topics = 0, authors = 0;
  uint64_t documents = 0;
  double effective_topics = 0;  // 1 / V2
  std::vector<SimulatedTest> tests;
  const SimulatedTest* find(std::string_view name) const;  // null: there is none
};

// Usage error: a parameter out of range. Data error: fewer than two topics with documents.
Result<SimulationResult> simulate_tests(const SimulationDesign& design, const SimulationOptions& options);

}  // namespace standfast
