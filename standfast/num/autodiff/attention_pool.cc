#include "standfast/num/autodiff/attention_pool.h"

#include <algorithm>
#include <cassert>
#include <vector>

#include "standfast/base/at_level.h"
#include "standfast/num/autodiff/activation.h"
#include "standfast/num/autodiff/dropout.h"
#include "standfast/num/kernel/dot.h"
#include "standfast/num/kernel/portable_math.h"

namespace standfast {

// Adds to += by * from.
static void add_row(float by, const float* from, size_t columns, float* to) {
  for (size_t j = 0; j < columns; ++j) to[j] += by * from[j];
}

ValuePtr weighted_sum(Tape& tape, const ValuePtr& weights, const ValuePtr& x,
                      std::span<const uint32_t> segments) {
  assert(weights->columns == 1 && weights->rows == x->rows && segments.back() == x->rows);
  const size_t columns = x->columns;
  const auto out = tape.make(segments.size() - 1, columns, x->wants_gradient || weights->wants_gradient);
  std::ranges::fill(out->numbers, 0.0F);
  at_level<Simd::v4>([&](auto) {
    for (size_t s = 0; s < out->rows; ++s)
      for (size_t i = segments[s]; i < segments[s + 1]; ++i)
        add_row(weights->numbers[i], x->read().row(i), columns, out->write().row(s));
  });
  tape.on_way_back(out, [&tape, weights, x, out, columns,
                         begins = std::vector<uint32_t>(segments.begin(), segments.end())] {
    if (!out->needed) tape.release(out->numbers);
    if (x->wants_gradient) {
      if (tape.open_gradient(*x)) std::ranges::fill(x->gradient, 0.0F);
      at_level<Simd::v4>([&](auto) {
        for (size_t s = 0; s < out->rows; ++s)
          for (size_t i = begins[s]; i < begins[s + 1]; ++i)
            add_row(weights->numbers[i], out->gradient_rows().row(s), columns,
                    x->gradient.data() + i * columns);
      });
    }
    if (!weights->wants_gradient) return;
    if (tape.open_gradient(*weights)) std::ranges::fill(weights->gradient, 0.0F);
    for (size_t s = 0; s < out->rows; ++s)
      for (size_t i = begins[s]; i < begins[s + 1]; ++i)
        weights->gradient[i] +=
            static_cast<float>(dot(out->gradient_rows().row(s), x->read().row(i), columns));
  });
  return out;
}

ValuePtr segment_softmax(Tape& tape, const ValuePtr& scores, std::span<const uint32_t> segments) {
  assert(scores->columns == 1 && segments.back() == scores->rows);
  const auto out = tape.make(scores->rows, 1, scores->wants_gradient);
  std::vector<double> terms;
  for (size_t s = 0; s + 1 < segments.size(); ++s) {
    const size_t first = segments[s], rows = segments[s + 1] - first;
    if (rows == 0) continue;
    const double most = *std::ranges::max_element(std::span(scores->numbers).subspan(first, rows));
    terms.resize(rows);
    double sum = 0;
    for (size_t i = 0; i < rows; ++i) sum += terms[i] = exp_double(scores->numbers[first + i] - most);
    for (size_t i = 0; i < rows; ++i) out->numbers[first + i] = static_cast<float>(terms[i] / sum);
  }
  tape.on_way_back(
      out, [&tape, scores, out, begins = std::vector<uint32_t>(segments.begin(), segments.end())] {
        if (tape.open_gradient(*scores)) std::ranges::fill(scores->gradient, 0.0F);
        for (size_t s = 0; s + 1 < begins.size(); ++s) {
          double mean = 0;
          for (size_t i = begins[s]; i < begins[s + 1]; ++i)
            mean += double{out->numbers[i]} * out->gradient[i];
          for (size_t i = begins[s]; i < begins[s + 1]; ++i)
            scores->gradient[i] += static_cast<float>(out->numbers[i] * (out->gradient[i] - mean));
        }
        if (!out->needed) tape.release(out->numbers);
      });
  return out;
}

ValuePtr row_scores(Tape& tape, const ValuePtr& x, const Table& vector) {
  assert(vector.rows == 1 && vector.columns == x->columns);
  const size_t columns = x->columns;
  const auto out = tape.make(x->rows, 1, x->wants_gradient || vector.learns != nullptr);
  for (size_t i = 0; i < x->rows; ++i)
    out->numbers[i] = static_cast<float>(dot(x->read().row(i), vector.row(0).data(), columns));
  if (vector.learns != nullptr) x->needed = true;
  tape.on_way_back(out, [&tape, x, out, columns, &vector] {
    if (!out->needed) tape.release(out->numbers);
    if (x->wants_gradient) {
      if (tape.open_gradient(*x)) std::ranges::fill(x->gradient, 0.0F);
      at_level<Simd::v4>([&](auto) {
        const float* const by = vector.row(0).data();
        for (size_t i = 0; i < x->rows; ++i) {
          float* const to = x->gradient.data() + i * columns;
          for (size_t j = 0; j < columns; ++j) to[j] += out->gradient[i] * by[j];
        }
      });
    }
    if (vector.learns == nullptr) return;
    tape.defer(&vector, 1, [x, out, columns, &vector](size_t) {
      at_level<Simd::v4>([&](auto) {
        float* const to = vector.learns->numbers.data.data();
        for (size_t i = 0; i < x->rows; ++i) {
          const float* const from = x->read().row(i);
          for (size_t j = 0; j < columns; ++j) to[j] += out->gradient[i] * from[j];
        }
      });
      vector.learns->touched[0] = 1;
    });
  });
  return out;
}

void let_learn(AttentionPool& pool) {
  let_learn(pool.inner);
  let_learn(pool.vector);
}

ValuePtr attention_pool(Tape& tape, const ValuePtr& x, std::span<const uint32_t> segments,
                        const AttentionPool& pool, float dropped) {
  const auto entering = sequence_dropout(tape, x, segments, dropped);
  const auto bent = activation(tape, Activation::tanh, linear(tape, entering, pool.inner));
  const auto scores = row_scores(tape, sequence_dropout(tape, bent, segments, dropped), pool.vector);
  return weighted_sum(tape, segment_softmax(tape, scores, segments), x, segments);
}

}  // namespace standfast
