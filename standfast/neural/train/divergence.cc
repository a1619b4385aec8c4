#include "standfast/neural/train/divergence.h"

#include <algorithm>
#include <cmath>

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

// Shares of the loss of a guesser that are too little to speak of.
constexpr double kAboveGuessing = 0.1, kGrowth = 0.02;

}  // namespace

std::string divergence(std::span<const double> losses, size_t classes, double learning_rate) {
  const size_t quarter = losses.size() / 4;
  if (quarter < 5 || classes < 2) return "";
  const Part first = part_of(losses.first(quarter)), last = part_of(losses.last(quarter));
  const double guess = std::log(static_cast<double>(classes));
  if (last.mean - guess > std::max(kAboveGuessing * guess, 3 * last.error))
    return fmt::format(
        "the loss ends at {:.3f}, above the {:.3f} of guessing among {} classes: the training diverged; is the learning "
        "rate {:.2g} too high?",
        last.mean, guess, classes, learning_rate);
  if (last.mean - first.mean > std::max(kGrowth * guess, 3 * root_of_squares(first.error, last.error)))
    return fmt::format(
        "the loss grew while it learned, from {:.3f} to {:.3f}: is the learning rate {:.2g} too high?",
        first.mean, last.mean, learning_rate);
  return "";
}

}  // namespace standfast
