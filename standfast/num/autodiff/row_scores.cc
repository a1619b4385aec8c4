#include "standfast/num/autodiff/row_scores.h"

#include <algorithm>
#include <cassert>

#include "standfast/base/at_level.h"
#include "standfast/num/kernel/dot.h"

namespace standfast {

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

}  // namespace standfast
