#include "standfast/num/autodiff/weighted_sum.h"

#include <algorithm>
#include <cassert>
#include <vector>

#include "standfast/base/at_level.h"
#include "standfast/num/kernel/dot.h"

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

}  // namespace standfast
