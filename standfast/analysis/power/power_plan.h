// What a comparison over topics could find on a given corpus, before anyone runs it: how often each test errs
// where nothing is there, how often it finds an assumed difference, and the smallest difference that it would
// find most of the time. By simulation over the corpus's own author x topic table
// (metric/topics/test_simulation.h says under which truth), and by formula what an observed difference must
// be to count as significant.
//
// A drop between two conditions of one model is the same question as a difference between two models: two
// scores of the same documents, topic by topic.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/base/sink.h"
#include "standfast/corpus/topic_counts.h"
#include "standfast/metric/topics/test_simulation.h"

namespace standfast {

struct PowerAssumptions {
  // Accuracy of the lower score, the difference to the other, and the spread of accuracy over topics.
  // Defaults: the larger set of the novel-topic paper (.7272, SD .1631 over topics; a claim of +7 points).
  double accuracy = 0.7272, difference = 0.07, topic_sd = 0.1631;
  // How the difference varies over topics. No paper prints it; with this default a difference of 7 points has
  // the other sign on a quarter of topics. Larger: less power.
  double topic_difference_sd = 0.1;
  double author_sd = 0, author_difference_sd = 0, agreement = 0;  // as in SimulationDesign
};

struct PowerOptions {
  SimulationOptions simulation;
  double target_power = 0.8;
  bool smallest = true;  // look for the smallest differences too: about fifty times the time
};

struct PlannedTest {
  std::string name, summary;
  bool recommended = false;
  double size = 0;   // share of simulations that reject where there is no difference
  double power = 0;  // where there is the assumed one
  // False where `size` is above alpha by more than three of its standard errors (and by a tenth of alpha):
  // then power means nothing and no smallest difference is given.
  bool holds_level = true;
  std::optional<double> coverage;  // of its interval, under the assumed difference
  std::optional<double> smallest;  // nothing if none was looked for or none is found
};

// The least observed difference that a test calls significant if the spread over topics comes out as assumed.
struct SignificantFrom {
  std::string test;  // name as in PlannedTest
  double standard_error = 0, df = 0, difference = 0;
};

struct PowerPlan {
  PowerAssumptions assumptions;
  PowerOptions options;
  uint32_t topics = 0, authors = 0;
  uint64_t documents = 0;
  double effective_topics = 0;
  std::vector<PlannedTest> tests;
  std::vector<SignificantFrom> significant_from;
};

// Errors as simulate_tests has them; a usage error for a target outside (0, 1).
Result<PowerPlan> plan_power(const TopicCounts& counts, const PowerAssumptions& assumptions,
                             const PowerOptions& options, Sink& sink = null_sink());

}  // namespace standfast
