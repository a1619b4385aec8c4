#include "standfast/num/autodiff/layer_norm.h"

#include <cassert>
#include <cmath>

#include "standfast/num/kernel/lanes.h"

namespace standfast {
namespace {

using lanes::Floats;
using lanes::kLanes;

// One row, whose last numbers are fewer than there are lanes: `tail` of them.
void normalise(const LayerNorm& norm, float* x, const float* more, size_t columns) {
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
    lanes::store(x + j, (in - mean) * scale * weight + bias);
  }
  for (size_t j = whole; j < columns; ++j) x[j] = (x[j] - mean) * scale * norm.weight[j] + norm.bias[j];
}

}  // namespace

void layer_norm(const LayerNorm& norm, const Strided<float>& x, const Strided<const float>& more) {
  assert(norm.weight.size() == x.columns && norm.bias.size() == x.columns);
  assert(more.rows == 0 || (more.rows == x.rows && more.columns == x.columns));
  at_level<Simd::v4>([&](auto) {
    for (size_t i = 0; i < x.rows; ++i)
      normalise(norm, x.row(i), more.rows == 0 ? nullptr : more.row(i), x.columns);
  });
}

}  // namespace standfast
