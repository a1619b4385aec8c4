// Whether a training has gone wrong, by the losses of its batches.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace standfast {

// What to say of it, or "". The last quarter of the losses is compared with the loss of a guesser, ln of the number of classes,
// and with the first quarter; what the batches alone explain (three standard errors of the difference) is nothing. Fewer
// than 20 losses say nothing.
std::string divergence(std::span<const double> losses, size_t classes, double learning_rate);

}  // namespace standfast
