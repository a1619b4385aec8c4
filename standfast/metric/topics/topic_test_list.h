// The tests of two methods over topics, by name: what compare_over_topics() applies to data
// (topic_comparison.h) and simulate_tests() to a known truth (test_simulation.h).
#pragma once

#include <cstddef>
#include <span>

namespace standfast {

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
  // Keeps its level in simulations where topics are independent, and uses that both methods met the same
  // topics. The others are there to check what others have computed.
  bool recommended;
};

// By number of the test.
std::span<const TopicTestInfo> topic_tests();

}  // namespace standfast
