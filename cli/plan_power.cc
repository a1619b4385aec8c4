// standfast plan-power: statistical power of a comparison over the topics of this corpus.
#include <cmath>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/corpus_args.h"
#include "cli/show_tables.h"
#include "standfast/analysis/power.h"
#include "standfast/base/in_words.h"
#include "standfast/base/json.h"

namespace standfast::cli {
namespace {

using report::exact;
using report::Table;

struct PlanArgs {
  CountsArgs counts;
  PowerAssumptions assumptions;
  double target_power = 0.8, alpha = 0.05;
  int64_t simulations = 2000, resamples = 999;
  bool no_smallest = false;
  SimulationOutput output;
};

std::string points(double difference) {
  return fmt::format("{:+.1f}", 100 * difference);
}

Table tests_table(const PowerPlan& plan) {
  const PowerAssumptions& a = plan.assumptions;
  const PowerOptions& o = plan.options;
  Table out;
  out.name = "power";
  out.title = "What each test could find";
  out.caption = fmt::format(
      "{} simulations of {} documents of {} authors on {} topics (worth {:.2f} equal ones). Truth: accuracy "
      "{:g} and {:g}; SD over topics {:g} of the accuracy, {:g} of the difference; over authors {:g} and "
      "{:g}. Error: share of simulations without any difference that are called significant at {:g}; its "
      "Monte-Carlo standard error is {:.1f} points. Power: share of simulations with a difference of {} "
      "points. Smallest: points found with a power of {:g}. A test marked \"errs\" calls too many "
      "differences significant, so its power means nothing.",
      o.simulation.simulations, grouped(plan.documents), plan.authors, plan.topics, plan.effective_topics,
      a.accuracy, a.accuracy + a.difference, a.topic_sd, a.topic_difference_sd, a.author_sd,
      a.author_difference_sd, o.simulation.alpha,
      100 * std::sqrt(o.simulation.alpha * (1 - o.simulation.alpha) / o.simulation.simulations),
      points(a.difference), o.target_power);
  out.header = {"test", "error", "power", "smallest", ""};
  out.data_header = {"test",        "error",       "power",  "coverage", "smallest_difference",
                     "holds_level", "recommended", "summary"};
  for (const auto& test : plan.tests) {
    const std::string smallest = !test.holds_level ? ""
                                 : test.smallest   ? points(*test.smallest)
                                 : o.smallest      ? "none"
                                                   : "";
    out.rows.push_back({{test.name},
                        {report::exact_percent(test.size)},
                        {test.holds_level ? report::exact_percent(test.power)
                                          : "(" + report::exact_percent(test.power) + ")"},
                        {smallest},
                        {!test.holds_level  ? "errs"
                         : test.recommended ? "recommended"
                                            : ""}});
    out.data.push_back({test.name, exact(test.size), exact(test.power), exact(test.coverage),
                        exact(test.smallest), test.holds_level ? "1" : "0", test.recommended ? "1" : "0",
                        test.summary});
  }
  return out;
}

Table thresholds_table(const PowerPlan& plan) {
  Table out;
  out.name = "significant-from";
  out.title = "Smallest observed difference that would count as significant";
  out.caption = fmt::format(
      "By formula, if the weighted SD over topics comes out as {:g} for each score and {:g} for the "
      "difference. The "
      "one-SE form takes the mean of one method to be known; only with it do the claims of the novel-topic "
      "paper hold.",
      plan.assumptions.topic_sd, plan.assumptions.topic_difference_sd);
  out.header = {"test", "points", "standard error", "degrees of freedom"};
  out.data_header = {"test", "difference", "standard_error", "df"};
  for (const auto& one : plan.significant_from) {
    out.rows.push_back({{one.test},
                        {points(one.difference)},
                        {report::shown(one.standard_error, 4)},
                        {report::shown(one.df, 1)}});
    out.data.push_back({one.test, exact(one.difference), exact(one.standard_error), exact(one.df)});
  }
  return out;
}

Status check(const PlanArgs& given) {
  if (given.simulations < 1 || given.simulations > 10'000'000)
    return usage_error("plan-power: --simulations is from 1 to 10,000,000");
  if (given.resamples < 2 || given.resamples > 1'000'000)
    return usage_error("plan-power: --resamples is from 2 to 1,000,000");
  return {};
}

Status run(const PlanArgs& given) {
  SF_TRY(check(given));
  SF_ASSIGN(const auto read, given.counts.read("plan-power"));
  PowerOptions options;
  options.simulation.simulations = static_cast<uint32_t>(given.simulations);
  options.simulation.resamples = static_cast<uint32_t>(given.resamples);
  options.simulation.alpha = given.alpha;
  options.simulation.seed = static_cast<uint64_t>(given.output.seed);
  options.simulation.threads = threads_of(given.output.jobs);
  options.target_power = given.target_power;
  options.smallest = !given.no_smallest;
  const auto plan = plan_power(read.counts, given.assumptions, options, terminal());
  if (!plan) return with_context("plan-power", plan.error());
  const PowerAssumptions& a = plan->assumptions;
  std::string lines;
  for (const auto& test : plan->tests) lines += fmt::format("{:<20} {}\n", test.name, test.summary);
  return given.output.give({tests_table(*plan), thresholds_table(*plan)}, given.counts.files(),
                           {{"schema", "standfast-power/1"},
                            {"data", read.name},
                            {"documents", plan->documents},
                            {"topics", plan->topics},
                            {"effective_topics", plan->effective_topics},
                            {"authors", plan->authors},
                            {"assumptions",
                             {{"accuracy", a.accuracy},
                              {"difference", a.difference},
                              {"topic_sd", a.topic_sd},
                              {"topic_difference_sd", a.topic_difference_sd},
                              {"author_sd", a.author_sd},
                              {"author_difference_sd", a.author_difference_sd},
                              {"agreement", a.agreement}}},
                            {"simulations", given.simulations},
                            {"resamples", given.resamples},
                            {"alpha", given.alpha},
                            {"target_power", given.target_power},
                            {"seed", given.output.seed}},
                           lines);
}

}  // namespace

Command plan_power_command() {
  return {"plan-power", "Compute the differences that a comparison over the topics of a corpus could find",
          [](Args& args) {
            auto given = std::make_shared<PlanArgs>();
            auto& a = given->assumptions;
            given->counts.declare(args);
            args.number("--difference", a.difference,
                        "Assumed difference of two accuracies, or drop of one: 0.07 is 7 points");
            args.number("--accuracy", a.accuracy,
                        "Assumed accuracy of the lower one (default: novel-topic paper, larger set)");
            args.number("--topic-sd", a.topic_sd, "SD of accuracy over topics (default: the same paper)");
            args.number("--topic-difference-sd", a.topic_difference_sd, "SD of the difference over topics");
            args.number("--author-sd", a.author_sd, "SD of accuracy over authors");
            args.number("--author-difference-sd", a.author_difference_sd,
                        "SD of the difference over authors");
            args.number("--agreement", a.agreement,
                        "Correlation of the two on a document, beyond topic and author; 0..1");
            args.number("--power", given->target_power, "Power with which the smallest difference is found");
            args.number("--alpha", given->alpha, "Level of the tests");
            args.count("--simulations", given->simulations, "Simulated comparisons for each number");
            args.count("--resamples", given->resamples, "Resamples of the bootstrap in each of them");
            args.flag("--no-smallest", given->no_smallest, "Do not look for smallest differences: faster");
            given->output.declare(args);
            args.footer(
                "Only the author x topic table of the corpus is used, no text. Tests that take documents as "
                "independent "
                "(mcnemar,\ndocuments-z) are shown as a warning: look at their errors (docs/power.md).");
            args.example("standfast plan-power corpus.jsonl --simulations 100 --no-smallest",
                         "Estimate roughly what a comparison over these topics could find");
            return [given] { return run(*given); };
          }};
}

}  // namespace standfast::cli
