#include "standfast/num/autodiff/activation.h"

#include <array>
#include <cstring>
#include <utility>

#include "standfast/num/kernel/erf_tanh.h"

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
    const size_t whole = x.size() / kLanes * kLanes;
    Floats in, out;
    for (size_t i = 0; i < whole; i += kLanes) {
      lanes::load(in, x.data() + i);
      activated(f, in, out);
      lanes::store(x.data() + i, out);
    }
    if (whole == x.size()) return;
    float rest[kLanes] = {};
    std::memcpy(rest, x.data() + whole, (x.size() - whole) * sizeof(float));
    lanes::load(in, rest);
    activated(f, in, out);
    lanes::store(rest, out);
    std::memcpy(x.data() + whole, rest, (x.size() - whole) * sizeof(float));
  });
}

}  // namespace standfast
