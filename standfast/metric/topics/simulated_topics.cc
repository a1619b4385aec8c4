#include "standfast/metric/topics/simulated_topics.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include <fmt/format.h>

#include "standfast/metric/stat/binomial.h"
#include "standfast/num/kernel/root_of_squares.h"

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

}  // namespace standfast
