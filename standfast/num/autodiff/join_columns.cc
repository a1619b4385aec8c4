#include "standfast/num/autodiff/join_columns.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace standfast {

ValuePtr join_columns(Tape& tape, std::vector<ValuePtr> parts) {
  size_t columns = 0;
  bool wants = false;
  for (const ValuePtr& part : parts) {
    assert(part->rows == parts.front()->rows);
    columns += part->columns;
    wants = wants || part->wants_gradient;
  }
  const auto out = tape.make(parts.front()->rows, columns, wants);
  size_t first = 0;
  for (const ValuePtr& part : parts) {
    for (size_t i = 0; i < out->rows; ++i)
      std::copy_n(part->read().row(i), part->columns, out->write().row(i) + first);
    first += part->columns;
  }
  tape.on_way_back(out, [&tape, out, parts = std::move(parts)] {
    if (!out->needed) tape.release(out->numbers);
    size_t begin = 0;
    for (const ValuePtr& part : parts) {
      if (part->wants_gradient) {
        if (tape.open_gradient(*part)) std::ranges::fill(part->gradient, 0.0F);
        for (size_t i = 0; i < out->rows; ++i) {
          const float* from = out->gradient_rows().row(i) + begin;
          float* to = part->gradient.data() + i * part->columns;
          for (size_t j = 0; j < part->columns; ++j) to[j] += from[j];
        }
      }
      begin += part->columns;
    }
  });
  return out;
}

}  // namespace standfast
