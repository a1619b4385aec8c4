#include "standfast/num/autodiff/pool.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

#include "standfast/base/at_level.h"

namespace standfast {
namespace {

// Adds the weighted rows and returns the sum of the weights.
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

// Returns the weight of token i of n in the vector of a text; not for max pooling.
float weight_of(Pooling how, size_t i, size_t n) {
  const auto count = static_cast<float>(n);
  switch (how) {
    case Pooling::first:
      return i == 0 ? 1.0F : 0.0F;
    case Pooling::last:
      return i + 1 == n ? 1.0F : 0.0F;
    case Pooling::mean:
      return 1.0F / count;
    case Pooling::mean_sqrt:
      return 1.0F / std::sqrt(count);
    case Pooling::weighted_mean:
      return static_cast<float>(i + 1) / (count * (count + 1.0F) / 2.0F);
    case Pooling::max:
      break;
  }
  assert(false);
  return 0;
}

// Finds, by column, the first row that has the largest number.
void find_largest(const Strided<const float>& tokens, const float* largest, uint32_t* rows) {
  at_level<Simd::v4>([&](auto) {
    for (size_t i = tokens.rows; i-- > 0;) {
      const float* row = tokens.row(i);
      for (size_t j = 0; j < tokens.columns; ++j)
        rows[j] = row[j] == largest[j] ? static_cast<uint32_t>(i) : rows[j];
    }
  });
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

ValuePtr pool(Tape& tape, Pooling how, const ValuePtr& x, std::span<const uint32_t> segments) {
  assert(segments.back() == x->rows);
  const size_t columns = x->columns;
  const auto out = tape.make(segments.size() - 1, columns, x->wants_gradient);
  std::vector<uint32_t> largest(how == Pooling::max && out->wants_gradient ? out->rows * columns : 0);
  for (size_t s = 0; s < out->rows; ++s) {
    float* const to = out->write().row(s);
    const size_t first = segments[s], rows = segments[s + 1] - first;
    if (rows == 0) {
      std::fill_n(to, columns, 0.0F);
      continue;
    }
    const Strided<const float> tokens{x->read().row(first), rows, columns, columns};
    pool(how, tokens, std::span(to, columns));
    if (!largest.empty()) find_largest(tokens, to, largest.data() + s * columns);
  }
  tape.on_way_back(out, [&tape, how, x, out, columns, largest = std::move(largest),
                         segments = std::vector<uint32_t>(segments.begin(), segments.end())] {
    if (!out->needed) tape.release(out->numbers);
    if (tape.open_gradient(*x)) std::ranges::fill(x->gradient, 0.0F);
    at_level<Simd::v4>([&](auto) {
      for (size_t s = 0; s < out->rows; ++s) {
        const float* from = out->gradient_rows().row(s);
        const size_t rows = segments[s + 1] - segments[s];
        float* const text = x->gradient.data() + segments[s] * columns;
        if (how == Pooling::max) {
          for (size_t j = 0; j < columns && rows > 0; ++j)
            text[largest[s * columns + j] * columns + j] += from[j];
          continue;
        }
        for (size_t i = 0; i < rows; ++i) {
          const float weight = weight_of(how, i, rows);
          float* const to = text + i * columns;
          for (size_t j = 0; j < columns; ++j) to[j] += weight * from[j];
        }
      }
    });
  });
  return out;
}

void to_unit_length(std::span<float> vector) {
  double squares = 0;
  for (const float number : vector) squares += double{number} * number;
  const double length = std::max(std::sqrt(squares), kShortestLength);
  for (float& number : vector) number = static_cast<float>(number / length);
}

}  // namespace standfast
