// The key bias of gates (attention.h): the logarithm of the weight of a key.
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/num/autodiff/tape.h"

namespace standfast {

// The weight of a key whose gate is 0, so that its logarithm is finite: -18.42.
inline constexpr double kShutGate = 1e-8;

// Rows of the result without a gate: always open (0), and always shut (log of kShutGate).
inline constexpr uint32_t kOpenRow = UINT32_MAX, kShutRow = UINT32_MAX - 1;

// Computes the biases. gates: one column of numbers within [0, 1]. Row i of the result is
// log(gates[places[i]] + kShutGate), or one of the two constants above; a gate may be taken any number of
// times. hard: gates above .5 count as 1 and all others as 0, with the gradient of the logarithm of the soft
// gate (straight through: Bengio, Leonard and Courville 2013; a gate that is shut has no usable gradient of
// its own).
ValuePtr log_gates(Tape& tape, const ValuePtr& gates, std::vector<uint32_t> places, bool hard);

}  // namespace standfast
