#include "standfast/num/autodiff/gather.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "standfast/base/at_level.h"

namespace standfast {

// The number of columns whose gradients one thread adds.
static constexpr size_t kTableColumnsOfPart = 64;

void let_learn(Table& table, std::span<const uint32_t> rows_that_stay) {
  table.learns = std::make_shared<TableGradient>();
  table.learns->numbers = FloatMatrix(table.rows, table.columns);
  table.learns->touched.assign(table.rows, 0);
  table.learns->stays.assign(table.rows, 0);
  for (const uint32_t row : rows_that_stay) table.learns->stays[row] = 1;
}

ValuePtr gather(Tape& tape, std::vector<RowsOf> tables) {
  const size_t rows = tables.front().rows.size(), columns = tables.front().table->columns;
  const bool wants =
      std::ranges::any_of(tables, [](const RowsOf& from) { return from.table->learns != nullptr; });
  const auto out = tape.make(rows, columns, wants);
  at_level<Simd::v4>([&](auto) {
    for (size_t i = 0; i < rows; ++i) {
      float* to = out->numbers.data() + i * columns;
      std::copy_n(tables.front().table->row(tables.front().rows[i]).data(), columns, to);
      for (size_t t = 1; t < tables.size(); ++t) {
        const float* more = tables[t].table->row(tables[t].rows[i]).data();
        for (size_t j = 0; j < columns; ++j) to[j] += more[j];
      }
    }
  });
  tape.on_way_back(out, [&tape, out, tables = std::move(tables)] {
    if (!out->needed) tape.release(out->numbers);
    for (const RowsOf& from : tables) {
      if (from.table->learns == nullptr) continue;
      const size_t parts = (out->columns + kTableColumnsOfPart - 1) / kTableColumnsOfPart;
      tape.defer(from.table, parts, [out, from](size_t part) {
        TableGradient& gradient = *from.table->learns;
        const size_t begin = part * kTableColumnsOfPart,
                     end = std::min(begin + kTableColumnsOfPart, out->columns);
        at_level<Simd::v4>([&](auto) {
          for (size_t i = 0; i < out->rows; ++i) {
            if (gradient.stays[from.rows[i]] != 0) continue;
            float* to = gradient.numbers.data.data() + from.rows[i] * out->columns;
            const float* g = out->gradient.data() + i * out->columns;
            for (size_t j = begin; j < end; ++j) to[j] += g[j];
            if (part == 0) gradient.touched[from.rows[i]] = 1;
          }
        });
      });
    }
  });
  return out;
}

ValuePtr pick_rows(Tape& tape, const ValuePtr& x, std::vector<uint32_t> places) {
  const auto out = tape.make(places.size(), x->columns, x->wants_gradient);
  for (size_t i = 0; i < places.size(); ++i)
    std::copy_n(x->read().row(places[i]), x->columns, out->write().row(i));
  tape.on_way_back(out, [&tape, x, out, places = std::move(places)] {
    if (tape.open_gradient(*x)) std::ranges::fill(x->gradient, 0.0F);
    for (size_t i = 0; i < places.size(); ++i) {
      const float* from = out->gradient_rows().row(i);
      float* to = x->gradient.data() + places[i] * x->columns;
      for (size_t j = 0; j < x->columns; ++j) to[j] += from[j];
    }
  });
  return out;
}

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
