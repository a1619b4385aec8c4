#include "standfast/metric/topics/topic_comparison.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "standfast/metric/resample/classification_bootstrap.h"
#include "standfast/metric/stat/distributions.h"
#include "standfast/metric/stat/rank_stability.h"
#include "standfast/metric/stat/weighted_tests.h"
#include "standfast/num/kernel/portable_math.h"

namespace standfast {
namespace {

void take(TopicTestResult& result, double difference, const TTest& test, double se, double level) {
  result.difference = difference;
  result.t = test.t;
  result.df = test.df;
  result.p = test.p;
  result.why_not = test.why_not;
  if (!test.t) return;
  const double reach = least_significant(se, test.df, 1 - level);
  result.interval = Interval{difference - reach, difference + reach};
}

}  // namespace

TopicComparison compare_over_topics(std::span<const double> a, std::span<const double> b,
                                    std::span<const double> weight, const TopicComparisonOptions& options) {
  assert(a.size() == b.size() && a.size() == weight.size());
  TopicComparison result;
  // Topics without documents would dilute the draws of the bootstrap.
  std::vector<double> of_a, of_b, weights, differences;
  for (size_t t = 0; t < a.size(); ++t) {
    if (weight[t] == 0) continue;
    of_a.push_back(a[t]);
    of_b.push_back(b[t]);
    differences.push_back(b[t] - a[t]);
    weights.push_back(weight[t]);
  }
  result.a = weighted_moments(of_a, weights);
  result.b = weighted_moments(of_b, weights);
  result.difference = weighted_moments(differences, weights);
  for (const auto& info : topic_tests()) {
    result.tests.push_back({});
    result.tests.back().info = info;
  }
  const auto at = [&](TopicTest which) -> TopicTestResult& {
    return result.tests[static_cast<size_t>(which)];
  };
  if (result.difference.n < 2) {
    for (auto& test : result.tests) test.why_not = "fewer than two topics";
    return result;
  }
  const double difference = result.difference.mean;
  const auto paired = [&](TopicTest which, const WeightedMoments& m, StandardError kind) {
    take(at(which), m.mean, paired_weighted_t(m, kind), *m.se(kind), options.level);
  };
  paired(TopicTest::paired_effective, result.difference, StandardError::effective);
  paired(TopicTest::paired_robust, result.difference, StandardError::robust);
  paired(TopicTest::paired_topics, result.difference, StandardError::topics);
  const std::vector<double> ones(weights.size(), 1);
  paired(TopicTest::paired_unweighted, weighted_moments(differences, ones), StandardError::topics);
  const auto unpaired = [&](TopicTest which, StandardError kind) {
    take(at(which), difference, unpaired_weighted_t(result.b, result.a, kind),
         root_of_squares(*result.a.se(kind), *result.b.se(kind)), options.level);
  };
  unpaired(TopicTest::unpaired_effective, StandardError::effective);
  unpaired(TopicTest::unpaired_topics, StandardError::topics);
  TTest one = one_standard_error_t(result.a, result.b);  // this test takes a - b
  if (one.t) one.t = -*one.t;
  take(at(TopicTest::one_standard_error), difference, one, *result.a.se_topics, options.level);

  auto& flips = at(TopicTest::sign_flip);
  flips.difference = difference;
  flips.p =
      sign_flip_test(differences, weights,
                     {.permutations = options.permutations, .seed = options.seed, .threads = options.threads})
          .p;
  const auto units = static_cast<uint32_t>(weights.size());
  const auto effective = std::max(2U, static_cast<uint32_t>(result.difference.effective + 1e-9));
  const Replicated resampled = ClusterBootstrap(units, {.resamples = options.resamples,
                                                        .seed = options.seed,
                                                        .threads = options.threads,
                                                        .shared = options.shared})
                                   .weighted_mean(differences, weights);
  const auto p = bootstrap_p(resampled.replicates);
  auto &widened = at(TopicTest::bootstrap), &plain = at(TopicTest::bootstrap_plain);
  widened.difference = plain.difference = difference;
  plain.p = p;
  if (p) widened.p = small_sample_p(*p, effective);
  plain.interval = percentile_interval(resampled.replicates, options.level);
  widened.interval =
      percentile_interval(resampled.replicates, small_sample_confidence(options.level, effective));
  return result;
}

std::span<const TopicTestInfo> topic_tests() {
  static constexpr TopicTestInfo kTests[] = {
      {"paired-t", "Paired weighted t over topics, standard error by effective topics", true},
      {"paired-t-robust", "Paired weighted t over topics, robust standard error", true},
      {"paired-t-topics", "Paired weighted t over topics, standard error by the number of topics", false},
      {"paired-t-unweighted", "Paired t over topics, all topics with equal weight", true},
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
