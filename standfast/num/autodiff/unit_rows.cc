#include "standfast/num/autodiff/unit_rows.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "standfast/num/autodiff/pool.h"
#include "standfast/num/kernel/dot.h"

namespace standfast {

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

}  // namespace standfast
