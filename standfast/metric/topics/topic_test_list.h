// The tests of two methods over topics, by name. compare_over_topics() applies them to data
// (topic_comparison.h), and simulate_tests() applies them under a known truth (test_simulation.h).
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
  // The test keeps its level in simulations with independent topics, and it uses the fact that both methods
  // were tested on the same topics. The other tests are there to check what others have computed.
  bool recommended;
};

// Returns the tests by number of TopicTest.
std::span<const TopicTestInfo> topic_tests();

}  // namespace standfast
