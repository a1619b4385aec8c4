// Activation functions, element by element.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "standfast/num/autodiff/tape.h"

namespace standfast {

enum class Activation {
  gelu,       // x (1 + erf(x / sqrt 2)) / 2
  gelu_tanh,  // x (1 + tanh(sqrt(2 / pi) (x + .044715 x^3))) / 2: "gelu_new" and "gelu_pytorch_tanh"
  relu,       // max(x, 0)
  silu,       // x / (1 + e^-x)
  tanh,
};

// Returns the activation of a name in Hugging Face configurations ("gelu", "gelu_new", "relu", "silu",
// "swish", ...); nothing for others.
std::optional<Activation> activation_named(std::string_view name);

// Replaces x by f(x). Absolute errors are below 5e-7 (1 + |x|). The same bytes at every level of vector
// instructions.
void activate(Activation f, std::span<float> x);
// Multiplies gradient[i] by f'(x[i]), with the same error bound.
void multiply_by_slope(Activation f, std::span<const float> x, std::span<float> gradient);

ValuePtr activation(Tape& tape, Activation f, const ValuePtr& x);

}  // namespace standfast
