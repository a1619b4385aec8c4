#include "standfast/metric/topics/test_simulation.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <map>
#include <numbers>

#include <fmt/format.h>

#include "standfast/base/parallel.h"
#include "standfast/base/rng.h"
#include "standfast/metric/stat/discrete_distributions.h"
#include "standfast/metric/stat/distributions.h"
#include "standfast/metric/stat/interval.h"
#include "standfast/metric/stat/multinomial.h"
#include "standfast/metric/stat/rank_stability.h"
#include "standfast/metric/stat/unit_estimate.h"
#include "standfast/metric/stat/weighted_mean.h"
#include "standfast/metric/stat/weighted_tests.h"
#include "standfast/metric/topics/topic_comparison.h"
#include "standfast/num/kernel/portable_math.h"

namespace standfast {

namespace {

double density(double z) {
  return std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
}

double distribution(double z) {
  return 0.5 * std::erfc(-z / std::numbers::sqrt2);
}

// Returns E[min(max(X, 0), 1)], X ~ N(center, sd).
double clipped_mean(double center, double sd) {
  const double low = -center / sd, high = (1 - center) / sd;
  return center * (distribution(high) - distribution(low)) + sd * (density(low) - density(high)) +
         distribution(-high);
}

double chance(double x) {
  return std::clamp(x, 0.0, 1.0);
}

// Returns P(both are right) for two methods that are right with chances a and b. "A is right" and "B is
// right" correlate by r, as far as a and b allow it.
double both_right(double a, double b, double r) {
  const double wanted = a * b + r * std::sqrt(a * (1 - a) * b * (1 - b));
  return std::clamp(wanted, std::max(0.0, a + b - 1), std::min(a, b));
}

Status check(const SimulationDesign& d) {
  const auto inside = [](double x) { return x > 0 && x < 1; };
  if (!inside(d.accuracy) || !inside(d.accuracy + d.difference))
    return usage_error(
        fmt::format("the accuracies of both methods must lie between 0 and 1, not {:g} and {:g}", d.accuracy,
                    d.accuracy + d.difference));
  for (const double sd : {d.topic_sd, d.topic_difference_sd, d.author_sd, d.author_difference_sd})
    if (!(sd >= 0 && sd <= 10))
      return usage_error(
          fmt::format("a standard deviation of accuracies lies between 0 and 10, not {:g}", sd));
  if (!(d.agreement >= -1 && d.agreement <= 1))
    return usage_error(fmt::format("a correlation lies between -1 and 1, not {:g}", d.agreement));
  return {};
}

}  // namespace

double center_of_clipped_normal(double mean, double sd) {
  if (sd == 0) return mean;
  double low = -40 * sd - 1, high = 40 * sd + 2;
  for (;;) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) return middle;
    (clipped_mean(middle, sd) < mean ? low : high) = middle;
  }
}

Result<SimulatedTopics> SimulatedTopics::make(const SimulationDesign& design) {
  SF_TRY(check(design));
  std::map<uint32_t, uint32_t> topics, authors;
  for (const auto& cell : design.cells) {
    if (cell.documents == 0) continue;
    topics.emplace(cell.topic, 0);
    authors.emplace(cell.author, 0);
  }
  if (topics.size() < 2)
    return data_error(fmt::format("a comparison over topics needs two topics with documents; there {} {}",
                                  topics.size() == 1 ? "is" : "are", topics.size()));
  for (auto* codes : {&topics, &authors}) {
    uint32_t next = 0;
    for (auto& [number, code] : *codes) code = next++;
  }
  SimulatedTopics result;
  result.design_ = design;
  result.design_.cells.clear();
  result.sizes_.resize(topics.size());
  result.authors_ = static_cast<uint32_t>(authors.size());
  for (const auto& cell : design.cells) {
    if (cell.documents == 0) continue;
    result.design_.cells.push_back({topics.at(cell.topic), authors.at(cell.author), cell.documents});
    result.sizes_[topics.at(cell.topic)] += cell.documents;
    result.documents_ += cell.documents;
  }
  const double half = root_of_squares(design.topic_difference_sd, design.author_difference_sd) / 2;
  const double sd = std::hypot(design.topic_sd, design.author_sd, half);
  result.center_a_ = center_of_clipped_normal(design.accuracy, sd);
  result.center_b_ = center_of_clipped_normal(design.accuracy + design.difference, sd);
  return result;
}

SimulatedAnswers SimulatedTopics::draw(Rng& rng) const {
  struct Effect {
    double both, half_difference;
  };
  const auto effects = [&](size_t n, double sd, double difference_sd) {
    std::vector<Effect> result(n);
    for (auto& effect : result) effect = {sd * rng.normal(), difference_sd * rng.normal() / 2};
    return result;
  };
  const auto of_topic = effects(sizes_.size(), design_.topic_sd, design_.topic_difference_sd);
  const auto of_author = effects(authors_, design_.author_sd, design_.author_difference_sd);
  SimulatedAnswers answers;
  answers.right_a.resize(sizes_.size());
  answers.right_b.resize(sizes_.size());
  for (const auto& cell : design_.cells) {
    const double both = of_topic[cell.topic].both + of_author[cell.author].both;
    const double half = of_topic[cell.topic].half_difference + of_author[cell.author].half_difference;
    const double a = chance(center_a_ + both - half), b = chance(center_b_ + both + half);
    const double joint = both_right(a, b, design_.agreement);
    const uint32_t right_a = draw_binomial(rng, cell.documents, a);
    const uint32_t right_both = a > 0 ? draw_binomial(rng, right_a, chance(joint / a)) : 0;
    const uint32_t only_b =
        a < 1 ? draw_binomial(rng, cell.documents - right_a, chance((b - joint) / (1 - a))) : 0;
    answers.right_a[cell.topic] += right_a;
    answers.right_b[cell.topic] += right_both + only_b;
    answers.cell_difference.push_back(static_cast<double>(right_both) + only_b - right_a);
    answers.only_a += right_a - right_both;
    answers.only_b += only_b;
  }
  return answers;
}

namespace {

constexpr uint64_t kMostShares = uint64_t{1} << 27;  // limit of resamples x topics in memory: 1 GB

// The tests, in the order of the result: first the ones of topic_tests().
enum Test : size_t {
  kPairedEffective = static_cast<size_t>(TopicTest::paired_effective),
  kPairedRobust = static_cast<size_t>(TopicTest::paired_robust),
  kPairedTopics = static_cast<size_t>(TopicTest::paired_topics),
  kPairedUnweighted = static_cast<size_t>(TopicTest::paired_unweighted),
  kSignFlip = static_cast<size_t>(TopicTest::sign_flip),
  kBootstrap = static_cast<size_t>(TopicTest::bootstrap),
  kBootstrapPlain = static_cast<size_t>(TopicTest::bootstrap_plain),
  kUnpairedEffective = static_cast<size_t>(TopicTest::unpaired_effective),
  kUnpairedTopics = static_cast<size_t>(TopicTest::unpaired_topics),
  kOneStandardError = static_cast<size_t>(TopicTest::one_standard_error),
  kTwoWay,
  kTwoWayFlips,
  kMcNemar,
  kDocuments,
  kScoreEffective,
  kScoreRobust,
  kScoreTopics,
  kScoreBootstrap,
  kScoreWilson,
  kTests
};

std::vector<SimulatedTest> listed_tests() {
  std::vector<SimulatedTest> tests;
  const auto add = [&](const char* name, const char* summary, bool of_difference, bool recommended) {
    SimulatedTest test;
    test.name = name;
    test.summary = summary;
    test.of_difference = of_difference;
    test.recommended = recommended;
    tests.push_back(std::move(test));
  };
  for (const auto& info : topic_tests()) add(info.name, info.summary, true, info.recommended);
  add("two-way-t", "Paired weighted t that allows for topics and for authors, robust", true, true);
  add("two-way-flips", "Signs flipped over topics and over authors, the larger p: the test of the report",
      true, true);
  add("mcnemar", "Paired, as if documents were independent", true, false);
  add("documents-z", "Two proportions, as if documents were independent", true, false);
  add("score-t", "Accuracy of one method: weighted t, by effective topics", false, true);
  add("score-t-robust", "Accuracy of one method: weighted t, robust", false, true);
  add("score-t-topics", "Accuracy of one method: weighted t, by the number of topics", false, false);
  add("score-bootstrap", "Accuracy of one method: topics resampled, widened for few topics", false, true);
  add("score-wilson", "Accuracy of one method: Wilson, as if documents were independent", false, false);
  return tests;
}

// Outcome of one test in one simulation.
struct Outcome {
  bool rejected = false, has_interval = false, covered = false;
  float width = 0;
};

// State that depends only on the sizes of the topics.
class Bench {
 public:
  Bench(const SimulatedTopics& topics, double truth_a, double truth_difference,
        const SimulationOptions& options)
      : topics_(topics), truth_a_(truth_a), truth_difference_(truth_difference), options_(options) {
    const auto counts = topics.sizes();
    sizes_.assign(counts.begin(), counts.end());
    equal_.assign(sizes_.size(), 1);
    std::vector<double> any(sizes_.size());
    for (size_t t = 0; t < any.size(); ++t) any[t] = static_cast<double>(t % 2);
    shape_ = weighted_moments(any, sizes_);
    const double alpha = options.alpha, n = static_cast<double>(sizes_.size());
    critical_topics_ = student_critical(alpha, n - 1);
    critical_effective_ = student_critical(alpha, shape_.df_effective);
    critical_robust_ = student_critical(alpha, shape_.df_robust);
    critical_two_ = student_critical(alpha, 2 * n - 2);
    critical_two_effective_ = student_critical(alpha, 2 * shape_.df_effective);
    critical_normal_ = normal_critical(alpha);
    widened_ = small_sample_confidence(1 - alpha, std::max(2U, static_cast<uint32_t>(shape_.effective)));
    std::vector<double> none;
    for (const auto& cell : topics.cells()) {
      cell_topic_.push_back(cell.topic);
      cell_author_.push_back(cell.author);
      cell_size_.push_back(cell.documents);
      none.push_back(0);
    }
    const TwoWayMean both = two_way_mean(none, cell_size_, cell_topic_, cell_author_);
    if (both.se) critical_two_way_ = student_critical(alpha, both.df);
    std::vector<ItemUnits> units;
    for (size_t c = 0; c < cell_size_.size(); ++c) {
      units.push_back({{cell_author_[c], kNoUnit}, {cell_topic_[c], kNoUnit}});
      cell_share_.push_back(cell_size_[c] / static_cast<double>(topics.documents()));
    }
    items_ = space_.items(units, cell_share_);
    draw_resamples();
  }

  double effective() const { return shape_.effective; }

  void run(uint64_t simulation, std::span<Outcome> out) const {
    Rng rng(options_.seed, "metric/test-simulation", std::to_string(simulation));
    const SimulatedAnswers answers = topics_.draw(rng);
    const size_t n = sizes_.size();
    std::vector<double> a(n), b(n), d(n);
    for (size_t t = 0; t < n; ++t) {
      a[t] = answers.right_a[t] / sizes_[t];
      b[t] = answers.right_b[t] / sizes_[t];
      d[t] = b[t] - a[t];
    }
    const auto of_a = weighted_moments(a, sizes_), of_b = weighted_moments(b, sizes_);
    const auto paired = weighted_moments(d, sizes_), unweighted = weighted_moments(d, equal_);
    const auto test = [&](Test which, double difference, double se, double critical) {
      judge(out[which], truth_difference_, {difference - critical * se, difference + critical * se}, se > 0);
    };
    test(kPairedEffective, paired.mean, *paired.se_effective, critical_effective_);
    test(kPairedRobust, paired.mean, *paired.se_robust, critical_robust_);
    test(kPairedTopics, paired.mean, *paired.se_topics, critical_topics_);
    test(kPairedUnweighted, unweighted.mean, *unweighted.se_topics, critical_topics_);
    test(kUnpairedEffective, paired.mean, root_of_squares(*of_a.se_effective, *of_b.se_effective),
         critical_two_effective_);
    test(kUnpairedTopics, paired.mean, root_of_squares(*of_a.se_topics, *of_b.se_topics), critical_two_);
    test(kOneStandardError, paired.mean, *of_a.se_topics, critical_two_);
    if (critical_two_way_) {
      std::vector<double> by_cell = answers.cell_difference;
      for (size_t c = 0; c < by_cell.size(); ++c) by_cell[c] /= cell_size_[c];
      const TwoWayMean both = two_way_mean(by_cell, cell_size_, cell_topic_, cell_author_);
      test(kTwoWay, both.mean, *both.se, *critical_two_way_);
      Influenced mean{both.mean, {}};
      for (size_t c = 0; c < by_cell.size(); ++c)
        mean.influence.push_back(cell_share_[c] * (by_cell[c] - both.mean));
      const UnitTerm terms[] = {{{&items_, &mean}, 1}};
      if (const Difference flips = unit_sum(space_, terms, 1 - options_.alpha); flips.p)
        judge(out[kTwoWayFlips], truth_difference_, *flips.estimate.interval, true);
    }
    out[kSignFlip].rejected =
        sign_flip_test(d, sizes_, {.permutations = options_.resamples, .seed = options_.seed + simulation})
            .p.value_or(1) <= options_.alpha;
    bootstrap(d, truth_difference_, &out[kBootstrap], &out[kBootstrapPlain]);
    bootstrap(a, truth_a_, &out[kScoreBootstrap], nullptr);
    as_if_independent(answers, of_a.mean, of_b.mean, out);
    const auto score = [&](Test which, double se, double critical) {
      judge(out[which], truth_a_, {of_a.mean - critical * se, of_a.mean + critical * se}, se > 0);
    };
    score(kScoreEffective, *of_a.se_effective, critical_effective_);
    score(kScoreRobust, *of_a.se_robust, critical_robust_);
    score(kScoreTopics, *of_a.se_topics, critical_topics_);
  }

 private:
  static void judge(Outcome& out, double truth, const Interval& interval, bool defined) {
    if (!defined) return;
    out.has_interval = true;
    out.rejected = interval.low > 0 || interval.high < 0;
    out.covered = interval.low <= truth && truth <= interval.high;
    out.width = static_cast<float>(interval.high - interval.low);
  }

  // Draws the resamples of topics that all simulations use: they do not depend on the data.
  void draw_resamples() {
    const size_t n = sizes_.size();
    const MultinomialCounts multinomial(n);
    std::vector<uint8_t> times(n);
    shares_.resize(options_.resamples * n);
    for (size_t r = 0; r < options_.resamples; ++r) {
      Rng rng(options_.seed, "metric/bootstrap", std::to_string(r));
      multinomial.draw(rng, times);
      double total = 0;
      for (size_t t = 0; t < n; ++t) total += times[t] * sizes_[t];
      for (size_t t = 0; t < n; ++t) shares_[r * n + t] = times[t] * sizes_[t] / total;
    }
  }

  void bootstrap(const std::vector<double>& x, double truth, Outcome* widened, Outcome* plain) const {
    if (options_.resamples < 2) return;
    const size_t n = x.size();
    std::vector<double> means(options_.resamples);
    for (size_t r = 0; r < means.size(); ++r) {
      const double* share = shares_.data() + r * n;
      double sum = 0;
      for (size_t t = 0; t < n; ++t) sum += share[t] * x[t];
      means[r] = sum;
    }
    std::sort(means.begin(), means.end());
    const auto middle = [&](double level) {
      return Interval{quantile(means, (1 - level) / 2), quantile(means, 1 - (1 - level) / 2)};
    };
    judge(*widened, truth, middle(widened_), true);
    if (plain != nullptr) judge(*plain, truth, middle(1 - options_.alpha), true);
  }

  void as_if_independent(const SimulatedAnswers& answers, double a, double b, std::span<Outcome> out) const {
    const auto n = static_cast<double>(topics_.documents());
    const double difference = b - a, discordant = (answers.only_a + answers.only_b) / n;
    const double paired = std::sqrt((discordant - difference * difference) / n);
    const double apart = std::sqrt((a * (1 - a) + b * (1 - b)) / n);
    const auto reach = [&](double se) {
      return Interval{difference - critical_normal_ * se, difference + critical_normal_ * se};
    };
    judge(out[kMcNemar], truth_difference_, reach(paired), paired > 0);
    judge(out[kDocuments], truth_difference_, reach(apart), apart > 0);
    const auto right = static_cast<uint64_t>(std::llround(a * n));
    judge(out[kScoreWilson], truth_a_, wilson_interval(right, topics_.documents(), 1 - options_.alpha), true);
  }

  const SimulatedTopics& topics_;
  double truth_a_, truth_difference_;
  SimulationOptions options_;
  std::vector<double> sizes_, equal_;
  WeightedMoments shape_;
  double critical_topics_ = 0, critical_effective_ = 0, critical_robust_ = 0, critical_two_ = 0,
         critical_two_effective_ = 0, critical_normal_ = 0, widened_ = 0;
  std::vector<uint32_t> cell_topic_, cell_author_;
  std::vector<double> cell_size_;
  std::optional<double> critical_two_way_;  // nothing if there is only one author
  std::vector<double> cell_share_;
  UnitSpace space_;
  UnitItems items_;
  std::vector<double> shares_;  // resamples x topics: the weights of a resample, which add up to 1
};

}  // namespace

const SimulatedTest* SimulationResult::find(std::string_view name) const {
  for (const auto& test : tests)
    if (test.name == name) return &test;
  return nullptr;
}

Result<SimulationResult> simulate_tests(const SimulationDesign& design, const SimulationOptions& options) {
  if (!(options.alpha > 0 && options.alpha < 1))
    return usage_error(fmt::format("the level of a test lies between 0 and 1, not {}", options.alpha));
  SF_ASSIGN(const SimulatedTopics topics, SimulatedTopics::make(design));
  if (uint64_t{options.resamples} * topics.sizes().size() > kMostShares)
    return usage_error(fmt::format("{} resamples of {} topics would take {} MB; at most {} resamples fit",
                                   options.resamples, topics.sizes().size(),
                                   uint64_t{options.resamples} * topics.sizes().size() * sizeof(double) >> 20,
                                   kMostShares / topics.sizes().size()));
  const Bench bench(topics, design.accuracy, design.difference, options);
  std::vector<Outcome> outcomes(size_t{options.simulations} * kTests);
  parallel_for(
      options.simulations, options.threads,
      [&](size_t s) { bench.run(s, std::span(outcomes).subspan(s * kTests, kTests)); }, 8);
  SimulationResult result;
  result.simulations = options.simulations;
  result.topics = static_cast<uint32_t>(topics.sizes().size());
  result.authors = topics.authors();
  result.documents = topics.documents();
  result.effective_topics = bench.effective();
  result.tests = listed_tests();
  assert(result.tests.size() == kTests);
  for (size_t k = 0; k < kTests; ++k) {
    SimulatedTest& test = result.tests[k];
    for (size_t s = 0; s < options.simulations; ++s) {
      const Outcome& one = outcomes[s * kTests + k];
      test.rejected += test.of_difference && one.rejected;
      test.intervals += one.has_interval;
      test.covered += one.covered;
      test.mean_width += one.width;
    }
    if (test.of_difference && options.simulations > 0)
      test.rejection = static_cast<double>(test.rejected) / options.simulations;
    if (test.intervals == 0) continue;
    test.coverage = static_cast<double>(test.covered) / static_cast<double>(test.intervals);
    test.mean_width /= static_cast<double>(test.intervals);
  }
  return result;
}

namespace {

constexpr uint32_t kSteps = 256;

// Rejections by step of the difference. Each step is simulated once for all tests.
class Powers {
 public:
  Powers(const SimulationDesign& design, const SimulationOptions& options, Sink& sink)
      : design_(design), options_(options), sink_(sink), room_(0.999 - design.accuracy) {}

  double difference(uint32_t step) const { return room_ * step / kSteps; }

  Result<const SimulationResult*> at(uint32_t step) {
    const auto known = results_.find(step);
    if (known != results_.end()) return &known->second;
    design_.difference = difference(step);
    SF_ASSIGN(SimulationResult result, simulate_tests(design_, options_));
    sink_.progress("simulating differences", results_.size() + 1, 0);
    return &results_.emplace(step, std::move(result)).first->second;
  }

 private:
  SimulationDesign design_;
  SimulationOptions options_;
  Sink& sink_;
  double room_;
  std::map<uint32_t, SimulationResult> results_;
};

}  // namespace

Result<std::vector<DetectableDifference>> detectable_differences(const SimulationDesign& design,
                                                                 const SimulationOptions& options,
                                                                 double power, Sink& sink) {
  if (!(power > 0 && power < 1))
    return usage_error(fmt::format("a power lies between 0 and 1, not {:g}", power));
  if (!(design.accuracy > 0 && design.accuracy < 0.999))
    return usage_error(fmt::format("an accuracy that leaves room above it lies between 0 and 0.999, not {:g}",
                                   design.accuracy));
  Powers powers(design, options, sink);
  SF_ASSIGN(const SimulationResult* most, powers.at(kSteps));
  std::vector<DetectableDifference> found;
  for (size_t k = 0; k < most->tests.size(); ++k) {
    const SimulatedTest& test = most->tests[k];
    if (!test.of_difference) continue;
    found.push_back({test.name, test.recommended, std::nullopt});
    if (test.rejection.value_or(0) < power) continue;
    uint32_t low = 0, high = kSteps;  // power is sufficient at high, not at low
    while (high - low > 1) {
      const uint32_t middle = low + (high - low) / 2;
      SF_ASSIGN(const SimulationResult* result, powers.at(middle));
      (result->tests[k].rejection.value_or(0) >= power ? high : low) = middle;
    }
    found.back().difference = powers.difference(high);
  }
  return found;
}

}  // namespace standfast
