#include "standfast/neural/train/adamw.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "standfast/base/parallel.h"
#include "standfast/num/kernel/lane_functions.h"
#include "standfast/num/kernel/lanes.h"

namespace standfast {
namespace {

using lanes::Floats;
using lanes::kLanes;

// Approximate number of numbers of a piece.
constexpr size_t kNumbersOfPiece = size_t{1} << 14;

// Constants of an update.
struct Update {
  float decay;  // numbers are multiplied by it first
  float beta1, beta2;
  float step;             // learning rate / (1 - beta1^t)
  float root;             // 1 / sqrt(1 - beta2^t)
  float epsilon, factor;  // factor: of clipping
};

// Limit below which numbers count as 0. No sum notices them, but denormal numbers would make a processor
// slow.
constexpr float kNothing = 1e-30F;

template <bool kHasGradient, Simd L>
void update_eight(Copy<L> copy, const Update& u, float* numbers, float* gradient, float* first,
                  float* second) {
  Floats p, g = {}, m, v, root;
  lanes::load(p, numbers);
  lanes::load(m, first);
  lanes::load(v, second);
  const Floats zero = {};
  m = m * u.beta1;
  v = v * u.beta2;
  if constexpr (kHasGradient) {
    lanes::load(g, gradient);
    g = g * u.factor;
    m += (1.0F - u.beta1) * g;
    v += (1.0F - u.beta2) * (g * g);
    lanes::store(gradient, zero);
  }
  m = (m < kNothing) & (m > -kNothing) ? zero : m;
  v = v < kNothing * 1e-6F ? zero : v;
  lanes::sqrt_of(copy, v, root);
  p = p * u.decay - u.step * m / (root * u.root + u.epsilon);
  lanes::store(numbers, p);
  lanes::store(first, m);
  lanes::store(second, v);
}

// Updates a buffer. The numbers after the last multiple of eight are updated in a copy.
template <bool kHasGradient>
void update_all(const Update& u, float* numbers, float* gradient, float* first, float* second, size_t n) {
  at_level<Simd::v4>([&](auto copy) {
    const size_t whole = n / kLanes * kLanes;
    for (size_t i = 0; i < whole; i += kLanes)
      update_eight<kHasGradient>(copy, u, numbers + i, gradient + i, first + i, second + i);
    if (whole == n) return;
    float rest[4][kLanes] = {};
    float* const all[4] = {numbers, gradient, first, second};
    for (size_t a = 0; a < 4; ++a) std::copy(all[a] + whole, all[a] + n, rest[a]);
    update_eight<kHasGradient>(copy, u, rest[0], rest[1], rest[2], rest[3]);
    for (size_t a = 0; a < 4; ++a) std::copy_n(rest[a], n - whole, all[a] + whole);
  });
}

// Computes a power. The C library's has other last bits on other processors.
double power(double base, uint64_t exponent) {
  double out = 1;
  for (; exponent > 0; exponent /= 2, base *= base)
    if (exponent % 2 == 1) out *= base;
  return out;
}

double squares(const float* x, size_t n) {
  double sums[4] = {};
  size_t i = 0;
  for (; i + 4 <= n; i += 4)
    for (size_t k = 0; k < 4; ++k) sums[k] += double{x[i + k]} * x[i + k];
  for (; i < n; ++i) sums[0] += double{x[i]} * x[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

}  // namespace

AdamW::AdamW(const AdamWOptions& options, std::vector<Parameter> parameters)
    : options_(options), parameters_(std::move(parameters)) {
  for (size_t i = 0; i < parameters_.size(); ++i) {
    const Parameter& parameter = parameters_[i];
    first_.emplace_back(parameter.numbers.size());
    second_.emplace_back(parameter.numbers.size());
    std::ranges::fill(first_.back(), 0.0F);
    std::ranges::fill(second_.back(), 0.0F);
    ever_touched_.emplace_back(parameter.table != nullptr ? parameter.table->rows : 0);
    // Pieces have whole rows of tables, and whole panels of weights.
    size_t unit = 1;
    if (parameter.table != nullptr) unit = parameter.table->columns;
    if (parameter.layer != nullptr) unit = parameter.layer->inputs() * kPanelRows;
    const size_t some = std::max<size_t>(kNumbersOfPiece / unit, 1) * unit;
    for (size_t begin = 0; begin < parameter.numbers.size(); begin += some)
      pieces_.push_back({i, begin, std::min(begin + some, parameter.numbers.size())});
  }
}

std::vector<double> AdamW::squares_of_pieces(int threads) const {
  std::vector<double> sums(pieces_.size());
  parallel_for(pieces_.size(), threads, [&](size_t i) {
    const Piece& piece = pieces_[i];
    const Parameter& parameter = parameters_[piece.parameter];
    const float* gradient = parameter.gradient.data();
    if (parameter.table == nullptr) {
      sums[i] = squares(gradient + piece.begin, piece.end - piece.begin);
      return;
    }
    const size_t columns = parameter.table->columns;
    for (size_t row = piece.begin / columns; row < piece.end / columns; ++row)
      if (parameter.table->learns->touched[row] != 0) sums[i] += squares(gradient + row * columns, columns);
  });
  return sums;
}

void AdamW::update(const Piece& piece, float rate, float step, float root, float factor) {
  Parameter& parameter = parameters_[piece.parameter];
  const bool decays = parameter.decays || options_.decay_everything;
  const Update u{decays ? 1.0F - rate * static_cast<float>(options_.weight_decay) : 1.0F,
                 static_cast<float>(options_.beta1),
                 static_cast<float>(options_.beta2),
                 step,
                 root,
                 static_cast<float>(options_.epsilon),
                 factor};
  float *numbers = parameter.numbers.data(), *gradient = parameter.gradient.data(),
        *first = first_[piece.parameter].data(), *second = second_[piece.parameter].data();
  if (parameter.table != nullptr) {
    const size_t columns = parameter.table->columns;
    for (size_t row = piece.begin / columns; row < piece.end / columns; ++row) {
      const size_t at = row * columns;
      uint8_t &touched = parameter.table->learns->touched[row], &ever = ever_touched_[piece.parameter][row];
      ever |= touched;
      if (touched != 0)
        update_all<true>(u, numbers + at, gradient + at, first + at, second + at, columns);
      else if (ever != 0)
        update_all<false>(u, numbers + at, gradient + at, first + at, second + at, columns);
      else  // its moments are 0
        for (size_t j = 0; j < columns; ++j) numbers[at + j] *= u.decay;
      touched = 0;
    }
    return;
  }
  const size_t at = piece.begin;
  update_all<true>(u, numbers + at, gradient + at, first + at, second + at, piece.end - at);
  if (parameter.layer != nullptr) {
    const size_t panel = parameter.layer->inputs() * kPanelRows;
    turn_weights(*parameter.layer, piece.begin / panel, piece.end / panel);
  }
}

std::vector<float> AdamW::factors(std::span<const double> squares_of_pieces, double norm) const {
  // Clips as PyTorch's clip_grad_norm_.
  const auto factor = [&](double of) {
    return static_cast<float>(std::min(1.0, options_.clip / (of + 1e-6)));
  };
  std::vector<float> out(parameters_.size(), 1.0F);
  if (options_.clip <= 0) return out;
  if (!options_.clip_each) {
    std::ranges::fill(out, factor(norm));
    return out;
  }
  std::vector<double> squares(parameters_.size());
  for (size_t i = 0; i < pieces_.size(); ++i) squares[pieces_[i].parameter] += squares_of_pieces[i];
  for (size_t p = 0; p < out.size(); ++p) out[p] = factor(std::sqrt(squares[p]));
  return out;
}

double AdamW::step(double learning_rate, int threads) {
  const std::vector<double> squares = squares_of_pieces(threads);
  double sum = 0;
  for (const double one : squares) sum += one;
  const double norm = std::sqrt(sum);
  const std::vector<float> factor = factors(squares, norm);
  ++steps_;
  const double step = learning_rate / (1 - power(options_.beta1, steps_)),
               root = 1 / std::sqrt(1 - power(options_.beta2, steps_));
  parallel_for(pieces_.size(), threads, [&](size_t i) {
    update(pieces_[i], static_cast<float>(learning_rate), static_cast<float>(step), static_cast<float>(root),
           factor[pieces_[i].parameter]);
  });
  return norm;
}

void AdamW::drop_gradients() {
  for (Parameter& parameter : parameters_) {
    std::ranges::fill(parameter.gradient, 0.0F);
    if (parameter.table != nullptr) std::ranges::fill(parameter.table->learns->touched, uint8_t{0});
  }
}

std::vector<std::span<float>> AdamW::state() {
  std::vector<std::span<float>> out;
  for (const Parameter& parameter : parameters_) out.push_back(parameter.numbers);
  for (auto& one : first_) out.emplace_back(one);
  for (auto& one : second_) out.emplace_back(one);
  return out;
}

void AdamW::resume(uint64_t steps) {
  steps_ = steps;
  for (size_t i = 0; i < parameters_.size(); ++i) {
    const Parameter& parameter = parameters_[i];
    if (parameter.layer != nullptr) turn_weights(*parameter.layer, 0, parameter.layer->weights.count());
    if (parameter.table == nullptr) continue;
    const size_t columns = parameter.table->columns;
    for (size_t row = 0; row < parameter.table->rows; ++row) {
      const auto* second = second_[i].data() + row * columns;
      ever_touched_[i][row] =
          std::any_of(second, second + columns, [](float v) { return v != 0; }) ||
          std::any_of(first_[i].data() + row * columns, first_[i].data() + (row + 1) * columns,
                      [](float m) { return m != 0; });
    }
  }
}

}  // namespace standfast
