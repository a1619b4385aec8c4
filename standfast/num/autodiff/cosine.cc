#include "standfast/num/autodiff/cosine.h"

#include <algorithm>
#include <cassert>

#include "standfast/num/autodiff/unit_rows.h"
#include "standfast/num/kernel/dot.h"

namespace standfast {
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
