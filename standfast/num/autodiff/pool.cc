#include "standfast/num/autodiff/pool.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace standfast {
namespace {

// The sum of the weights.
float add_weighed(const Strided<const float>& tokens, size_t first, bool by_place, std::span<float> out) {
  float sum = 0;
  std::fill(out.begin(), out.end(), 0.0F);
  for (size_t i = first; i < tokens.rows; ++i) {
    const float weight = by_place ? static_cast<float>(i + 1) : 1.0F;
    sum += weight;
    for (size_t j = 0; j < out.size(); ++j) out[j] += weight * tokens.row(i)[j];
  }
  return sum;
}

void divide(std::span<float> out, float by) {
  for (float& number : out) number /= by;
}

}  // namespace

void pool(Pooling how, const Strided<const float>& tokens, std::span<float> out, size_t left_out) {
  assert(tokens.rows > 0 && tokens.columns == out.size());
  if (left_out >= tokens.rows) {
    std::ranges::fill(out, 0.0F);
    return;
  }
  switch (how) {
    case Pooling::first:
      std::copy_n(tokens.row(left_out), out.size(), out.begin());
      return;
    case Pooling::last:
      std::copy_n(tokens.row(tokens.rows - 1), out.size(), out.begin());
      return;
    case Pooling::max:
      std::copy_n(tokens.row(left_out), out.size(), out.begin());
      for (size_t i = left_out + 1; i < tokens.rows; ++i)
        for (size_t j = 0; j < out.size(); ++j) out[j] = std::max(out[j], tokens.row(i)[j]);
      return;
    case Pooling::mean:
      divide(out, add_weighed(tokens, left_out, false, out));
      return;
    case Pooling::mean_sqrt:
      divide(out, std::sqrt(add_weighed(tokens, left_out, false, out)));
      return;
    case Pooling::weighted_mean:
      divide(out, add_weighed(tokens, left_out, true, out));
      return;
  }
}

void to_unit_length(std::span<float> vector) {
  double squares = 0;
  for (const float number : vector) squares += double{number} * number;
  const double length = std::max(std::sqrt(squares), 1e-12);
  for (float& number : vector) number = static_cast<float>(number / length);
}

}  // namespace standfast
