#include "standfast/num/autodiff/layer_norm.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

#include "standfast/num/autodiff/pool.h"
#include "standfast/num/kernel/dot.h"
#include "standfast/num/kernel/lanes.h"

namespace standfast {
namespace {

using lanes::Floats;
using lanes::kLanes;

// The number of columns whose gradients one thread adds.
constexpr size_t kColumnsOfPart = 64;

// Normalises one row. Returns its factor; `normed`, if not null, is given the row before weight and bias.
float normalise(const LayerNorm& norm, float* x, const float* more, size_t columns, float* normed) {
  const size_t whole = columns / kLanes * kLanes;
  Floats sums = {}, in, other;
  float rest_sum = 0;
  for (size_t j = 0; j < whole; j += kLanes) {
    lanes::load(in, x + j);
    if (more != nullptr) {
      lanes::load(other, more + j);
      in += other;
      lanes::store(x + j, in);
    }
    sums += in;
  }
  for (size_t j = whole; j < columns; ++j) {
    if (more != nullptr) x[j] += more[j];
    rest_sum += x[j];
  }
  const float mean = (lanes::sum(sums) + rest_sum) / static_cast<float>(columns);
  sums = Floats{};
  rest_sum = 0;
  for (size_t j = 0; j < whole; j += kLanes) {
    lanes::load(in, x + j);
    in -= mean;
    sums += in * in;
  }
  for (size_t j = whole; j < columns; ++j) rest_sum += (x[j] - mean) * (x[j] - mean);
  const float variance = (lanes::sum(sums) + rest_sum) / static_cast<float>(columns);
  const float scale = 1.0F / std::sqrt(variance + norm.epsilon);
  Floats weight, bias;
  for (size_t j = 0; j < whole; j += kLanes) {
    lanes::load(in, x + j);
    lanes::load(weight, norm.weight.data() + j);
    lanes::load(bias, norm.bias.data() + j);
    in = (in - mean) * scale;
    if (normed != nullptr) lanes::store(normed + j, in);
    lanes::store(x + j, in * weight + bias);
  }
  for (size_t j = whole; j < columns; ++j) {
    const float one = (x[j] - mean) * scale;
    if (normed != nullptr) normed[j] = one;
    x[j] = one * norm.weight[j] + norm.bias[j];
  }
  return scale;
}

// Computes the gradient to x of a row: scale (g - mean of g - normed * mean of g normed), where g = gradient
// * weight.
template <bool kAdd>
void gradient_of_row(const NormWeights& norm, const float* gradient, const float* normed, float scale,
                     size_t columns, float* to) {
  const size_t whole = columns / kLanes * kLanes;
  Floats sums = {}, products = {}, g, in, weight, before;
  float rest_sum = 0, rest_product = 0;
  for (size_t j = 0; j < whole; j += kLanes) {
    lanes::load(g, gradient + j);
    lanes::load(weight, norm.weight.data() + j);
    lanes::load(in, normed + j);
    g *= weight;
    sums += g;
    products += g * in;
  }
  for (size_t j = whole; j < columns; ++j) {
    const float one = gradient[j] * norm.weight[j];
    rest_sum += one;
    rest_product += one * normed[j];
  }
  const auto n = static_cast<float>(columns);
  const float mean = (lanes::sum(sums) + rest_sum) / n, slope = (lanes::sum(products) + rest_product) / n;
  for (size_t j = 0; j < whole; j += kLanes) {
    lanes::load(g, gradient + j);
    lanes::load(weight, norm.weight.data() + j);
    lanes::load(in, normed + j);
    g = scale * (g * weight - mean - in * slope);
    if constexpr (kAdd) {
      lanes::load(before, to + j);
      g += before;
    }
    lanes::store(to + j, g);
  }
  for (size_t j = whole; j < columns; ++j) {
    const float one = scale * (gradient[j] * norm.weight[j] - mean - normed[j] * slope);
    to[j] = kAdd ? to[j] + one : one;
  }
}

void add_to_input(Tape& tape, const NormWeights& norm, const Value& result, const Value& normed,
                  const Value& scales, Value& input) {
  const bool first = tape.open_gradient(input);
  at_level<Simd::v4>([&](auto) {
    for (size_t i = 0; i < result.rows; ++i) {
      const size_t at = i * result.columns;
      const float *from = result.gradient.data() + at, *shape = normed.numbers.data() + at;
      float* to = input.gradient.data() + at;
      if (first)
        gradient_of_row<false>(norm, from, shape, scales.numbers[i], result.columns, to);
      else
        gradient_of_row<true>(norm, from, shape, scales.numbers[i], result.columns, to);
    }
  });
}

}  // namespace

void layer_norm(const LayerNorm& norm, const Strided<float>& x, const Strided<const float>& more) {
  assert(norm.weight.size() == x.columns && norm.bias.size() == x.columns);
  assert(more.rows == 0 || (more.rows == x.rows && more.columns == x.columns));
  at_level<Simd::v4>([&](auto) {
    for (size_t i = 0; i < x.rows; ++i)
      normalise(norm, x.row(i), more.rows == 0 ? nullptr : more.row(i), x.columns, nullptr);
  });
}

void let_learn(NormWeights& norm) {
  norm.learns = std::make_shared<NormWeights::Gradient>();
  norm.learns->weight.resize(norm.weight.size());
  norm.learns->bias.resize(norm.bias.size());
}

ValuePtr layer_norm(Tape& tape, const NormWeights& norm, float epsilon, const ValuePtr& x,
                    const ValuePtr& more) {
  const LayerNorm how{norm.weight, norm.bias, epsilon};
  const auto added = more ? more->read() : Strided<const float>{};
  if (!tape.records()) {
    layer_norm(how, x->write(), added);
    return x;
  }
  const bool wants = x->wants_gradient || (more && more->wants_gradient) || norm.learns != nullptr;
  const auto y = tape.make(x->rows, x->columns, wants), normed = tape.make(x->rows, x->columns, false),
             scales = tape.make(x->rows, 1, false);
  std::ranges::copy(x->numbers, y->numbers.begin());
  at_level<Simd::v4>([&](auto) {
    for (size_t i = 0; i < y->rows; ++i)
      scales->numbers[i] = normalise(how, y->write().row(i), more ? added.row(i) : nullptr, y->columns,
                                     normed->write().row(i));
  });
  tape.on_way_back(y, [&tape, &norm, x, more, y, normed, scales] {
    if (x->wants_gradient) add_to_input(tape, norm, *y, *normed, *scales, *x);
    if (more && more->wants_gradient) add_to_input(tape, norm, *y, *normed, *scales, *more);
    if (norm.learns == nullptr) return;
    tape.defer(&norm, (y->columns + kColumnsOfPart - 1) / kColumnsOfPart, [&norm, y, normed](size_t part) {
      const size_t begin = part * kColumnsOfPart, end = std::min(begin + kColumnsOfPart, y->columns);
      at_level<Simd::v4>([&](auto) {
        float *weight = norm.learns->weight.data(), *bias = norm.learns->bias.data();
        for (size_t i = 0; i < y->rows; ++i) {
          const float *g = y->gradient_rows().row(i), *shape = normed->read().row(i);
          for (size_t j = begin; j < end; ++j) {
            weight[j] += g[j] * shape[j];
            bias[j] += g[j];
          }
        }
      });
    });
  });
  return y;
}

ValuePtr unit_rows(Tape& tape, const ValuePtr& x) {
  const size_t columns = x->columns;
  const auto out = tape.make(x->rows, columns, x->wants_gradient);
  std::ranges::copy(x->numbers, out->numbers.begin());
  for (size_t i = 0; i < out->rows; ++i) to_unit_length(std::span(out->write().row(i), columns));
  // (g - y (y . g)) / length; a row that is shorter than the smallest length is only scaled.
  tape.on_way_back(out, [&tape, x, out, columns] {
    if (tape.open_gradient(*x)) std::ranges::fill(x->gradient, 0.0F);
    for (size_t i = 0; i < out->rows; ++i) {
      const float *from = x->read().row(i), *unit = out->read().row(i), *given = out->gradient_rows().row(i);
      const double length = std::sqrt(dot(from, from, columns));
      const double along = length > kShortestLength ? dot(unit, given, columns) : 0,
                   scale = 1 / std::max(length, kShortestLength);
      float* const to = x->gradient.data() + i * columns;
      for (size_t j = 0; j < columns; ++j) to[j] += static_cast<float>((given[j] - along * unit[j]) * scale);
    }
    if (!out->needed) tape.release(out->numbers);
  });
  return out;
}

namespace {

// Adds to[i] += gradient of row i * rows of `others`.
void add_scaled(Tape& tape, const Value& gradients, const Value& others, Value& to) {
  if (!to.wants_gradient) return;
  if (tape.open_gradient(to)) std::ranges::fill(to.gradient, 0.0F);
  for (size_t i = 0; i < to.rows; ++i) {
    const float by = gradients.gradient[i];
    const float* from = others.read().row(i);
    float* row = to.gradient.data() + i * to.columns;
    for (size_t j = 0; j < to.columns; ++j) row[j] += by * from[j];
  }
}

}  // namespace

ValuePtr cosine(Tape& tape, const ValuePtr& a, const ValuePtr& b) {
  assert(a->rows == b->rows && a->columns == b->columns);
  const auto left = unit_rows(tape, a), right = unit_rows(tape, b);
  const auto out = tape.make(a->rows, 1, left->wants_gradient || right->wants_gradient);
  for (size_t i = 0; i < out->rows; ++i)
    out->numbers[i] = static_cast<float>(dot(left->read().row(i), right->read().row(i), a->columns));
  tape.on_way_back(out, [&tape, left, right, out] {
    add_scaled(tape, *out, *right, *left);
    add_scaled(tape, *out, *left, *right);
  });
  return out;
}

}  // namespace standfast
