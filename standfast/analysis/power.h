// Power analysis before a run. A comparison over topics on a given corpus gets the type I error of each test,
// its power for an assumed difference, and the smallest difference that it detects most of the time. The
// numbers come from simulation over the corpus's own author x topic table (metric/topics/test_simulation.h
// describes the assumed truth); the smallest significant observed difference comes from a formula.
//
// A drop between two conditions of one model is the same question as a difference between two models: two
// scores of the same documents, topic by topic.
//
// A verifier gets its least detectable AUC.
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
  // The SD of the difference over topics. No paper prints it; with this default a difference of 7 points has
  // the other sign on a quarter of topics. Larger: less power.
  double topic_difference_sd = 0.1;
  double author_sd = 0, author_difference_sd = 0, agreement = 0;  // as in SimulationDesign
};

struct PowerOptions {
  SimulationOptions simulation;
  double target_power = 0.8;
  bool smallest = true;  // also search for the smallest differences: about fifty times the time
};

struct PlannedTest {
  std::string name, summary;
  bool recommended = false;
  double size = 0;   // share of simulations without a difference that reject
  double power = 0;  // share of simulations with the assumed difference that reject
  // False if `size` is above alpha by more than three of its standard errors (and by a tenth of alpha): then
  // power is meaningless and no smallest difference is given.
  bool holds_level = true;
  std::optional<double> coverage;  // of its interval, under the assumed difference
  std::optional<double> smallest;  // nothing if none was searched for or none was found
};

// The smallest observed difference that a test calls significant if the spread over topics is as assumed.
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

// Computes the plan. Errors are those of simulate_tests; a usage error for a target outside (0, 1).
Result<PowerPlan> plan_power(const TopicCounts& counts, const PowerAssumptions& assumptions,
                             const PowerOptions& options, Sink& sink = null_sink());

// The least detectable AUC of a verifier: the smallest AUC that can be told from guessing, given how many
// pairs and authors a condition tests. Before a run the variation of a model's score over authors is
// unknown, so there are two answers: the smallest possible one, with independent errors of all pairs, and one
// under an assumed spread over authors. Neither promises that a model gets there.

struct LeastAuc {
  std::string corpus, condition;
  uint64_t same = 0,
           different = 0;  // tested pairs of one draw, over all its folds; the fewest over several draws
  uint32_t authors = 0;    // with a same-author pair, in the smallest draw
  double independent = 0;  // independent errors of pairs: Mann and Whitney's error at 0.5
  double spread = 0;       // in addition the AUC of an author has an SD of kSpreadOverAuthors over authors
};

// The same value as the SD over topics that plan-power assumes of a difference; real corpora had 0.05 to
// 0.11.
inline constexpr double kSpreadOverAuthors = 0.1;

// Computes independent and spread: the lower ends of 95 % intervals at these AUCs are 0.5. Both kinds of
// pairs and two authors are needed; otherwise they stay at 1.
LeastAuc least_auc(LeastAuc counts);

// Returns the result in words: "under "i.i.d." a model is told from guessing from an AUC of 0.507 on if ...".
std::string describe(const LeastAuc& least);

}  // namespace standfast
