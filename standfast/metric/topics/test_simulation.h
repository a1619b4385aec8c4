// Error rates and power of tests of two methods over topics. They are found by simulation under a known truth
//, for the topics, authors and numbers of documents of a given corpus.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/rng.h"
#include "standfast/base/sink.h"

namespace standfast {

// Simulated answers of two methods on the documents of topics, drawn under a known truth.
//
// The truth: method A answers a document of topic t by author g correctly with chance x_A, and method B with
// chance x_B. Both are kept in [0, 1]:
//   x_A = m_A + T_t + G_g - (V_t + W_g) / 2      T ~ N(0, topic_sd),  V ~ N(0, topic_difference_sd)
//   x_B = m_B + T_t + G_g + (V_t + W_g) / 2      G ~ N(0, author_sd), W ~ N(0, author_difference_sd)
// m_A and m_B are set so that the expected accuracies are exactly `accuracy` and `accuracy + difference`.
// Numbers of right answers are then binomial in each cell of the author x topic table, so the cost does not
// depend on the number of documents. Without author effects topics are independent, as the tests over topics
// assume. Authors who write in several topics make topics dependent, and no test over topics sees that.
struct SimulatedCell {
  uint32_t topic = 0, author = 0;  // any numbers
  uint32_t documents = 0;
};

struct SimulationDesign {
  std::vector<SimulatedCell> cells;  // of the author x topic table; cells without documents are left out
  double accuracy = 0.7;             // of method A; it and accuracy + difference lie inside (0, 1)
  double difference = 0;             // accuracy of B minus accuracy of A
  double topic_sd = 0.15;            // spread of the accuracy over topics; larger: every score is less
                                     // certain
  double topic_difference_sd = 0.1;  // spread of the difference over topics; larger: less power
  double author_sd = 0, author_difference_sd = 0;  // the same for authors
  // Correlation between "A is right" and "B is right" on one document of a cell, as far as their accuracies
  // allow it.
  double agreement = 0;
};

struct SimulatedAnswers {
  std::vector<double> right_a, right_b;  // documents of each topic that the method answers correctly
  std::vector<double> cell_difference;   // for each cell: documents right by b minus those right by a
  double only_a = 0, only_b = 0;         // documents that only this method answers correctly
};

class SimulatedTopics {
 public:
  static Result<SimulatedTopics> make(const SimulationDesign& design);

  std::span<const uint64_t> sizes() const { return sizes_; }  // documents by topic, none 0
  // Returns the cells with documents. Topics and authors are numbered from 0, in the order of their given
  // numbers.
  std::span<const SimulatedCell> cells() const { return design_.cells; }
  uint32_t authors() const { return authors_; }
  uint64_t documents() const { return documents_; }
  SimulatedAnswers draw(Rng& rng) const;

 private:
  SimulationDesign design_;  // its cells are the ones of cells()
  std::vector<uint64_t> sizes_;
  uint32_t authors_ = 0;
  uint64_t documents_ = 0;
  double center_a_ = 0, center_b_ = 0;  // m_A, m_B
};

// Returns the m with E[min(max(X, 0), 1)] = mean for X ~ N(m, sd); 0 < mean < 1.
double center_of_clipped_normal(double mean, double sd);

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

// Minimum detectable effects: the smallest difference that each test finds with a given power in a given
// author x topic table. They show what a corpus can answer at all. Tests that reject true nulls too often
// find small differences because they also find differences that do not exist. So only the numbers of the
// recommended tests can be taken at face value.
struct DetectableDifference {
  std::string test;  // name; the tests of a difference in test_simulation.h, in their order
  bool recommended = false;
  // Nothing if even the largest possible difference (up to an accuracy of 0.999) is found too seldom.
  std::optional<double> difference;
};

// Searches the differences. power: the chance of finding the difference, inside (0, 1); 0.8 is usual.
// design.difference is ignored. A difference is the accuracy of method B minus the accuracy of A. It is
// searched by bisection, in steps of 1/256 of the room above A, and every step uses the same seed. All tests
// together take about fifty times as long as simulate_tests(); 300 simulations are enough for a first look.
Result<std::vector<DetectableDifference>> detectable_differences(const SimulationDesign& design,
                                                                 const SimulationOptions& options,
                                                                 double power, Sink& sink = null_sink());

}  // namespace standfast
