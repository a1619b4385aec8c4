#include "standfast/num/autodiff/pool.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace standfast {
namespace {

void add_weighed(const Strided<const float>& tokens, bool by_place, std::span<float> out) {
  std::fill(out.begin(), out.end(), 0.0F);
  for (size_t i = 0; i < tokens.rows; ++i) {
    const float weight = by_place ? static_cast<float>(i + 1) : 1.0F;
    for (size_t j = 0; j < out.size(); ++j) out[j] += weight * tokens.row(i)[j];
  }
}

void divide(std::span<float> out, float by) {
  for (float& number : out) number /= by;
}

}  // namespace

void pool(Pooling how, const Strided<const float>& tokens, std::span<float> out) {
  assert(tokens.rows > 0 && tokens.columns == out.size());
  const auto n = static_cast<float>(tokens.rows);
  switch (how) {
    case Pooling::first:
      std::copy_n(tokens.row(0), out.size(), out.begin());
      return;
    case Pooling::last:
      std::copy_n(tokens.row(tokens.rows - 1), out.size(), out.begin());
      return;
    case Pooling::max:
      std::copy_n(tokens.row(0), out.size(), out.begin());
      for (size_t i = 1; i < tokens.rows; ++i)
        for (size_t j = 0; j < out.size(); ++j) out[j] = std::max(out[j], tokens.row(i)[j]);
      return;
    case Pooling::mean:
      add_weighed(tokens, false, out);
      divide(out, n);
      return;
    case Pooling::mean_sqrt:
      add_weighed(tokens, false, out);
      divide(out, std::sqrt(n));
      return;
    case Pooling::weighted_mean:
      add_weighed(tokens, true, out);
      divide(out, n * (n + 1) / 2);
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
