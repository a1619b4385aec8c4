#include "standfast/metric/topics/topic_test_list.h"

namespace standfast {

std::span<const TopicTestInfo> topic_tests() {
  static constexpr TopicTestInfo kTests[] = {
      {"paired-t", "Paired weighted t over topics, standard error by effective topics", true},
      {"paired-t-robust", "Paired weighted t over topics, robust standard error", true},
      {"paired-t-topics", "Paired weighted t over topics, standard error by the number of topics", false},
      {"paired-t-unweighted", "Paired t over topics, each topic counting alike", true},
      {"sign-flip", "Permutation: the sign of each topic's difference", true},
      {"bootstrap", "Topics resampled, percentiles widened for few effective topics", true},
      {"bootstrap-plain", "Topics resampled, plain percentiles", false},
      {"unpaired-t", "Weighted t as if each method had topics of its own, by effective topics", false},
      {"unpaired-t-topics", "The same, standard errors by the number of topics", false},
      {"one-se-t", "The difference divided by the standard error of the first method alone", false},
  };
  return kTests;
}

}  // namespace standfast
