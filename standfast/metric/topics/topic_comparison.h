// Comparison of two methods topic by topic, with every test over topics that we have. This includes tests
// that others have used, so that their claims can be checked. No test over topics accounts for authors whom
// topics share. If authors are known, use the test of weighted_mean.h (docs/topic-statistics.md).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/metric/resample/bootstrap.h"
#include "standfast/metric/stat/interval.h"
#include "standfast/metric/stat/weighted_mean.h"

namespace standfast {

// The tests of two methods over topics, by name. compare_over_topics() applies them to data
// (below), and simulate_tests() applies them under a known truth (test_simulation.h).
enum class TopicTest : size_t {
  paired_effective,
  paired_robust,
  paired_topics,
  paired_unweighted,
  sign_flip,
  bootstrap,
  bootstrap_plain,
  unpaired_effective,
  unpaired_topics,
  one_standard_error,
};

struct TopicTestInfo {
  const char* name;     // kebab-case
  const char* summary;  // one sentence
  // The test keeps its level in simulations with independent topics, and it uses the fact that both methods
  // were tested on the same topics. The other tests are there to check what others have computed.
  bool recommended;
};

// Returns the tests by number of TopicTest.
std::span<const TopicTestInfo> topic_tests();

struct TopicComparisonOptions {
  double level = 0.95;           // of intervals
  uint32_t resamples = 9999;     // of the bootstrap
  uint32_t permutations = 9999;  // of sign flips above 32 topics
  uint64_t seed = 0;
  int threads = 1;                   // changes no byte of the result
  ResampleCounts* shared = nullptr;  // for several comparisons over equally many topics: draws once
};

struct TopicTestResult {
  TopicTestInfo info;
  std::optional<double> difference;  // b minus a
  std::optional<double> t;           // of t-tests
  double df = 0;                     // of t-tests
  std::optional<double> p;           // two-sided
  std::optional<Interval> interval;  // of the difference; sign flips have none
  std::string why_not;               // reason why there is no p
};

struct TopicComparison {
  WeightedMoments a, b, difference;    // difference: of b - a, topic by topic
  std::vector<TopicTestResult> tests;  // index: TopicTest
  const TopicTestResult& test(TopicTest which) const { return tests[static_cast<size_t>(which)]; }
};

// Compares two methods. a[t], b[t]: their scores on topic t, on the same documents. weight[t]: its number of
// documents; 0 leaves the topic out. The weighted mean of accuracies is the accuracy over all documents.
TopicComparison compare_over_topics(std::span<const double> a, std::span<const double> b,
                                    std::span<const double> weight, const TopicComparisonOptions& options);

}  // namespace standfast
