// Detection of divergence: warnings about a training by the losses of its batches.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace standfast {

// Returns the cross-entropy, in nats, of guessing by the frequencies of the classes, without reading texts.
// classes, weights: of texts; empty weights: all 1.
double guessing_loss(const std::vector<uint32_t>& classes, const std::vector<double>& weights);

// Returns a warning, or "". Compares the mean of the last quarter of the losses with the loss of guessing,
// and with the first quarter; a difference that the batches alone explain (three standard errors) does not
// count. Fewer than 20 losses give no warning, nor does a single class (guessing: 0).
std::string divergence(std::span<const double> losses, double guessing, double learning_rate);

// Returns only the second warning, about a loss that grew, or "". scale: the unit in which small changes of
// the loss are ignored, as guessing above; 0: the mean of the first quarter.
std::string growth(std::span<const double> losses, double learning_rate, double scale = 0);

}  // namespace standfast
