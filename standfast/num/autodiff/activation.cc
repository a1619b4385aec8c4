#include "standfast/num/autodiff/activation.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <utility>

#include "standfast/num/kernel/lane_functions.h"

namespace standfast {
namespace {

using lanes::Floats;
using lanes::kLanes;

void activated(Activation f, const Floats& x, Floats& out) {
  switch (f) {
    case Activation::gelu:
      lanes::erf_of(x * 0.70710678F, out);
      out = 0.5F * x * (1.0F + out);
      return;
    case Activation::gelu_tanh:
      lanes::tanh_of(0.79788456F * (x + 0.044715F * x * x * x), out);
      out = 0.5F * x * (1.0F + out);
      return;
    case Activation::relu: {
      const Floats zero = {};
      out = x > zero ? x : zero;
      return;
    }
    case Activation::silu:
      lanes::exp_of(-x, out);
      out = x / (1.0F + out);
      return;
    case Activation::tanh:
      lanes::tanh_of(x, out);
      return;
  }
}

void slope(Activation f, const Floats& x, Floats& out) {
  Floats other;
  switch (f) {
    case Activation::gelu: {  // Phi(x) + x phi(x)
      lanes::exp_of_negative(-0.5F * x * x, other);
      lanes::erf_of(x * 0.70710678F, out);
      out = 0.5F * (1.0F + out) + x * (0.39894228F * other);
      return;
    }
    case Activation::gelu_tanh: {
      lanes::tanh_of(0.79788456F * (x + 0.044715F * x * x * x), other);
      out = 0.5F * (1.0F + other) +
            0.5F * x * (1.0F - other * other) * (0.79788456F * (1.0F + 0.134145F * x * x));
      return;
    }
    case Activation::relu: {
      const Floats zero = {}, one = zero + 1.0F;
      out = x > zero ? one : zero;
      return;
    }
    case Activation::silu:
      lanes::exp_of(-x, other);
      other = 1.0F / (1.0F + other);
      out = other * (1.0F + x * (1.0F - other));
      return;
    case Activation::tanh:
      lanes::tanh_of(x, other);
      out = 1.0F - other * other;
      return;
  }
}

// Calls body(from, to) for eight numbers at `from` and eight at `to`, also for the last ones, which may be
// fewer.
template <class Body>
void by_eights(const float* from, float* to, size_t n, const Body& body) {
  const size_t whole = n / kLanes * kLanes;
  for (size_t i = 0; i < whole; i += kLanes) body(from + i, to + i);
  if (whole == n) return;
  float in[kLanes] = {}, out[kLanes] = {};
  std::memcpy(in, from + whole, (n - whole) * sizeof(float));
  std::memcpy(out, to + whole, (n - whole) * sizeof(float));
  body(in, out);
  std::memcpy(to + whole, out, (n - whole) * sizeof(float));
}

}  // namespace

std::optional<Activation> activation_named(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, Activation>, 9> kNames = {{
      {"gelu", Activation::gelu},
      {"gelu_python", Activation::gelu},
      {"gelu_new", Activation::gelu_tanh},
      {"gelu_pytorch_tanh", Activation::gelu_tanh},
      {"gelu_fast", Activation::gelu_tanh},
      {"relu", Activation::relu},
      {"silu", Activation::silu},
      {"swish", Activation::silu},
      {"tanh", Activation::tanh},
  }};
  for (const auto& [known, f] : kNames)
    if (known == name) return f;
  return std::nullopt;
}

void activate(Activation f, std::span<float> x) {
  at_level<Simd::v4>([&](auto) {
    by_eights(x.data(), x.data(), x.size(), [&](const float* from, float* to) {
      Floats in, out = {};
      lanes::load(in, from);
      activated(f, in, out);
      lanes::store(to, out);
    });
  });
}

void multiply_by_slope(Activation f, std::span<const float> x, std::span<float> gradient) {
  at_level<Simd::v4>([&](auto) {
    by_eights(x.data(), gradient.data(), x.size(), [&](const float* from, float* to) {
      Floats in, before, out = {};
      lanes::load(in, from);
      lanes::load(before, to);
      slope(f, in, out);
      lanes::store(to, out * before);
    });
  });
}

ValuePtr activation(Tape& tape, Activation f, const ValuePtr& x) {
  if (!tape.records()) {
    activate(f, x->numbers);
    return x;
  }
  const auto y = tape.make(x->rows, x->columns, x->wants_gradient);
  std::ranges::copy(x->numbers, y->numbers.begin());
  activate(f, y->numbers);
  tape.on_way_back(y, [f, x, y] {
    // x came from one operation and goes to this one alone: the gradient of the result becomes its own.
    assert(x->gradient.empty());
    multiply_by_slope(f, x->numbers, y->gradient);
    std::swap(x->gradient, y->gradient);
  });
  return y;
}

}  // namespace standfast
