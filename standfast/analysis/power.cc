#include "standfast/analysis/power.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "standfast/metric/stat/distributions.h"
#include "standfast/metric/stat/weighted_mean.h"
#include "standfast/metric/stat/weighted_tests.h"
#include "standfast/metric/topics/test_simulation.h"

namespace standfast {
namespace {

SimulationDesign design_of(const TopicCounts& counts, const PowerAssumptions& assumptions) {
  SimulationDesign design;
  for (const auto& cell : counts.cells)
    design.cells.push_back(
        {cell.topic, cell.author, static_cast<uint32_t>(std::min<uint64_t>(cell.documents, UINT32_MAX))});
  design.accuracy = assumptions.accuracy;
  design.topic_sd = assumptions.topic_sd;
  design.topic_difference_sd = assumptions.topic_difference_sd;
  design.author_sd = assumptions.author_sd;
  design.author_difference_sd = assumptions.author_difference_sd;
  design.agreement = assumptions.agreement;
  return design;
}

// Computes the standard errors for the assumed weighted spread over topics, and the smallest significant
// differences.
std::vector<SignificantFrom> thresholds(const TopicCounts& counts, const PowerAssumptions& assumptions,
                                        double alpha) {
  std::vector<double> sizes;
  for (const uint64_t n : counts.topic_totals())
    if (n > 0) sizes.push_back(static_cast<double>(n));
  std::vector<double> any(sizes.size());  // arbitrary values: degrees of freedom depend on the sizes alone
  for (size_t t = 0; t < any.size(); ++t) any[t] = static_cast<double>(t % 2);
  const WeightedMoments shape = weighted_moments(any, sizes);
  const auto n = static_cast<double>(sizes.size());
  const double by_topics = 1 / std::sqrt(n), by_effective = 1 / std::sqrt(shape.effective),
               two = std::sqrt(2.0);
  const double s = assumptions.topic_sd, d = assumptions.topic_difference_sd;
  std::vector<SignificantFrom> out = {
      {"one-se-t", s * by_topics, 2 * n - 2},
      {"unpaired-t-topics", s * by_topics * two, 2 * n - 2},
      {"unpaired-t", s * by_effective * two, 2 * shape.df_effective},
      {"paired-t-topics", d * by_topics, n - 1},
      {"paired-t", d * by_effective, shape.df_effective},
  };
  for (auto& one : out) one.difference = least_significant(one.standard_error, one.df, alpha);
  return out;
}

}  // namespace

Result<PowerPlan> plan_power(const TopicCounts& counts, const PowerAssumptions& assumptions,
                             const PowerOptions& options, Sink& sink) {
  if (!(options.target_power > 0 && options.target_power < 1))
    return usage_error(fmt::format("the power must lie between 0 and 1; {} does not", options.target_power));
  if (options.simulation.simulations == 0) return usage_error("a plan needs at least one simulation");
  PowerPlan plan;
  plan.assumptions = assumptions;
  plan.options = options;
  SimulationDesign design = design_of(counts, assumptions);
  sink.progress("simulating no difference", 0, 2);
  design.difference = 0;
  SF_ASSIGN(const SimulationResult nothing, simulate_tests(design, options.simulation));
  sink.progress("simulating the difference", 1, 2);
  design.difference = assumptions.difference;
  SF_ASSIGN(const SimulationResult something, simulate_tests(design, options.simulation));
  plan.topics = nothing.topics;
  plan.authors = nothing.authors;
  plan.documents = nothing.documents;
  plan.effective_topics = nothing.effective_topics;
  plan.significant_from = thresholds(counts, assumptions, options.simulation.alpha);

  const double alpha = options.simulation.alpha;
  const double error = std::sqrt(alpha * (1 - alpha) / options.simulation.simulations);
  std::vector<DetectableDifference> smallest;
  if (options.smallest) {
    SF_ASSIGN(smallest, detectable_differences(design, options.simulation, options.target_power, sink));
  }
  for (size_t k = 0; k < nothing.tests.size(); ++k) {
    const SimulatedTest &size = nothing.tests[k], &power = something.tests[k];
    if (!size.of_difference) continue;
    PlannedTest test;
    test.name = size.name;
    test.summary = size.summary;
    test.recommended = size.recommended;
    test.size = size.rejection.value_or(0);
    test.power = power.rejection.value_or(0);
    test.holds_level = test.size <= alpha + std::max(3 * error, alpha / 10);
    test.coverage = power.coverage;
    if (test.holds_level)
      for (const auto& found : smallest)
        if (found.test == test.name) test.smallest = found.difference;
    plan.tests.push_back(std::move(test));
  }
  return plan;
}

LeastAuc least_auc(LeastAuc least) {
  least.independent = least.spread = 1;
  if (least.same == 0 || least.different == 0 || least.authors < 2) return least;
  const auto m = static_cast<double>(least.same), n = static_cast<double>(least.different);
  const auto authors = static_cast<double>(least.authors);
  const double of_pairs = (m + n + 1) / (12 * m * n);
  const double of_authors = kSpreadOverAuthors * kSpreadOverAuthors / authors;
  least.independent = std::min(1.0, 0.5 + normal_critical(0.05) * std::sqrt(of_pairs));
  least.spread = std::min(1.0, 0.5 + student_critical(0.05, authors - 1) * std::sqrt(of_pairs + of_authors));
  return least;
}

std::string describe(const LeastAuc& least) {
  if (least.independent >= 1)
    return fmt::format("power {}: \"{}\" tests too few pairs to tell a model from guessing", least.corpus,
                       least.condition);
  return fmt::format(
      "power {}: under \"{}\" a model can be told from guessing (else SF201) from an AUC of {:.3f} on if "
      "its errors are independent, and of {:.3f} if its AUC has an SD of {:g} over authors ({} pairs, {} "
      "authors). Only the run shows whether a model gets there",
      least.corpus, least.condition, least.independent, least.spread, kSpreadOverAuthors,
      least.same + least.different, least.authors);
}

}  // namespace standfast
