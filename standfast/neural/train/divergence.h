// Whether a training has gone wrong, by the losses of its batches, and the loss from which that counts.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace standfast {

// The cross-entropy of a guesser that knows how frequent the classes are, and no text, in nats: of texts with these classes
// and weights (empty: all 1).
double guessing_loss(const std::vector<uint32_t>& classes, const std::vector<double>& weights);

// What to say of it, or "". The mean of the last quarter of the losses is compared with the loss of guessing, and with the
// first quarter; what the batches alone explain (three standard errors of the difference) is nothing. Fewer than 20 losses say
// nothing, nor does a single class (guessing: 0).
std::string divergence(std::span<const double> losses, double guessing, double learning_rate);

// The second of these: a warning about a loss that grew, or "". scale: a loss of which changes by little are nothing, as guessing
// above; 0: the mean of the first quarter.
std::string growth(std::span<const double> losses, double learning_rate, double scale = 0);

}  // namespace standfast
