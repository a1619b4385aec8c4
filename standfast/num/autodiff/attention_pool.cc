#include "standfast/num/autodiff/attention_pool.h"

#include <algorithm>
#include <cassert>
#include <utility>
#include <vector>

#include "standfast/base/at_level.h"
#include "standfast/num/autodiff/activation.h"
#include "standfast/num/autodiff/dropout.h"
#include "standfast/num/kernel/dot.h"
#include "standfast/num/kernel/exp_double.h"

namespace standfast {
namespace {

// to += by * from.
void add_row(float by, const float* from, size_t columns, float* to) {
  for (size_t j = 0; j < columns; ++j) to[j] += by * from[j];
}

// Softmax of the scores of a text's rows.
void row_shares(const Value& keys, const Table& vector, size_t first, std::span<float> shares) {
  std::vector<double> terms(shares.size());
  for (size_t i = 0; i < terms.size(); ++i)
    terms[i] = dot(keys.read().row(first + i), vector.row(0).data(), keys.columns);
  const double most = *std::ranges::max_element(terms);
  double sum = 0;
  for (double& term : terms) sum += term = exp_double(term - most);
  for (size_t i = 0; i < terms.size(); ++i) shares[i] = static_cast<float>(terms[i] / sum);
}

// The mean of rows of x by shares that `keys` and the vector give them.
ValuePtr mean_by_scores(Tape& tape, const ValuePtr& x, const ValuePtr& keys, const Table& vector,
                        std::span<const uint32_t> segments) {
  assert(vector.rows == 1 && vector.columns == keys->columns && segments.back() == x->rows);
  const auto out = tape.make(segments.size() - 1, x->columns, x->wants_gradient || keys->wants_gradient);
  const auto shares = tape.make(x->rows, 1, false);
  std::ranges::fill(out->numbers, 0.0F);
  for (size_t s = 0; s < out->rows; ++s) {
    const size_t first = segments[s], rows = segments[s + 1] - first;
    if (rows == 0) continue;
    row_shares(*keys, vector, first, std::span(shares->numbers).subspan(first, rows));
    at_level<Simd::v4>([&](auto) {
      for (size_t i = first; i < first + rows; ++i)
        add_row(shares->numbers[i], x->read().row(i), x->columns, out->write().row(s));
    });
  }
  if (vector.learns != nullptr) keys->needed = true;
  tape.on_way_back(out, [&tape, x, keys, &vector, shares, out,
                         segments = std::vector<uint32_t>(segments.begin(), segments.end())] {
    if (!out->needed) tape.release(out->numbers);
    if (x->wants_gradient && tape.open_gradient(*x)) std::ranges::fill(x->gradient, 0.0F);
    const bool first_to_keys = keys->wants_gradient && tape.open_gradient(*keys);
    if (first_to_keys) std::ranges::fill(keys->gradient, 0.0F);
    const auto to_scores = tape.make(x->rows, 1, false);
    for (size_t s = 0; s < out->rows; ++s) {
      const float* given = out->gradient_rows().row(s);
      double mean = 0;
      std::vector<double> to_shares;
      for (size_t i = segments[s]; i < segments[s + 1]; ++i) {
        to_shares.push_back(dot(given, x->read().row(i), x->columns));
        mean += to_shares.back() * shares->numbers[i];
      }
      at_level<Simd::v4>([&](auto) {
        for (size_t i = segments[s]; i < segments[s + 1]; ++i) {
          const float to_score = static_cast<float>(shares->numbers[i] * (to_shares[i - segments[s]] - mean));
          to_scores->numbers[i] = to_score;
          if (x->wants_gradient)
            add_row(shares->numbers[i], given, x->columns, x->gradient.data() + i * x->columns);
          if (keys->wants_gradient)
            add_row(to_score, vector.row(0).data(), keys->columns, keys->gradient.data() + i * keys->columns);
        }
      });
    }
    if (vector.learns == nullptr) return;
    tape.defer(&vector, 1, [keys, to_scores, &vector](size_t) {
      at_level<Simd::v4>([&](auto) {
        for (size_t i = 0; i < keys->rows; ++i)
          add_row(to_scores->numbers[i], keys->read().row(i), keys->columns,
                  vector.learns->numbers.data.data());
      });
      vector.learns->touched[0] = 1;
    });
  });
  return out;
}

}  // namespace

void let_learn(AttentionPool& pool) {
  let_learn(pool.inner);
  let_learn(pool.vector);
}

ValuePtr attention_pool(Tape& tape, const ValuePtr& x, std::span<const uint32_t> segments,
                        const AttentionPool& pool, float dropped) {
  const auto entering = sequence_dropout(tape, x, segments, dropped);
  const auto bent = activation(tape, Activation::tanh, linear(tape, entering, pool.inner));
  return mean_by_scores(tape, x, sequence_dropout(tape, bent, segments, dropped), pool.vector, segments);
}

}  // namespace standfast
