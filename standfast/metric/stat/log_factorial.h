// Logarithms of factorials, for discrete distributions.
#pragma once

namespace standfast {

// Returns log k! of a whole number k >= 0, right to about 1e-12 (Stirling's series; a table below 16). It
// does not use std::lgamma, which writes a global variable.
double log_factorial(double k);

}  // namespace standfast
