#include "standfast/neural/train/divergence.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "standfast/num/kernel/root_of_squares.h"

namespace standfast {
namespace {

struct Part {
  double mean = 0, error = 0;  // its standard error
};

Part part_of(std::span<const double> losses) {
  Part part;
  const auto n = static_cast<double>(losses.size());
  for (const double loss : losses) part.mean += loss / n;
  double squares = 0;
  for (const double loss : losses) squares += (loss - part.mean) * (loss - part.mean);
  part.error = std::sqrt(squares / (n - 1) / n);
  return part;
}

// Shares of the loss of guessing below which a change is ignored.
constexpr double kAboveGuessing = 0.1, kGrowth = 0.02;
constexpr size_t kLeastOfQuarter = 5;  // losses

}  // namespace

double guessing_loss(const std::vector<uint32_t>& classes, const std::vector<double>& weights) {
  std::map<uint32_t, double> of_class;
  double all = 0, loss = 0;
  for (size_t i = 0; i < classes.size(); ++i) {
    const double weight = weights.empty() ? 1 : weights[i];
    of_class[classes[i]] += weight;
    all += weight;
  }
  for (const auto& [name, weight] : of_class)
    if (weight > 0) loss -= weight / all * std::log(weight / all);
  return loss;
}

std::string divergence(std::span<const double> losses, double guessing, double learning_rate) {
  const size_t quarter = losses.size() / 4;
  if (quarter < kLeastOfQuarter || guessing <= 0) return "";
  const Part last = part_of(losses.last(quarter));
  if (last.mean - guessing > std::max(kAboveGuessing * guessing, 3 * last.error))
    return fmt::format(
        "the loss ends at {:.3f}, above the {:.3f} of guessing: the training diverged; is the learning rate {:.2g} too high?",
        last.mean, guessing, learning_rate);
  return growth(losses, learning_rate, guessing);
}

std::string growth(std::span<const double> losses, double learning_rate, double scale) {
  const size_t quarter = losses.size() / 4;
  if (quarter < kLeastOfQuarter) return "";
  const Part first = part_of(losses.first(quarter)), last = part_of(losses.last(quarter));
  const double little = kGrowth * (scale > 0 ? scale : first.mean);
  if (last.mean - first.mean <= std::max(little, 3 * root_of_squares(first.error, last.error))) return "";
  return fmt::format(
      "the loss grew while it learned, from {:.3f} to {:.3f}: is the learning rate {:.2g} too high?",
      first.mean, last.mean, learning_rate);
}

}  // namespace standfast
