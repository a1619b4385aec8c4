#include "standfast/num/autodiff/linear.h"

#include <algorithm>
#include <cassert>

#include "standfast/base/at_level.h"
#include "standfast/base/parallel.h"

namespace standfast {
namespace {

// The number of panels that one thread adds to.
constexpr size_t kPanelsOfPart = 8;

void add_rows(const Strided<const float>& rows, float* sums) {
  at_level<Simd::v4>([&](auto) {
    for (size_t i = 0; i < rows.rows; ++i) {
      const float* row = rows.row(i);
      for (size_t j = 0; j < rows.columns; ++j) sums[j] += row[j];
    }
  });
}

}  // namespace

void let_learn(Linear& layer) {
  let_learn(layer, layer.bias.size());
}

void let_learn(Linear& layer, size_t outputs) {
  assert(outputs > 0 && (layer.bias.empty() || layer.bias.size() == outputs));
  layer.learns = std::make_shared<LinearGradient>(LinearGradient{Panels(outputs, layer.inputs()),
                                                                 std::vector<float>(layer.bias.size()),
                                                                 Panels(layer.inputs(), outputs)});
  std::ranges::fill(layer.learns->weights.numbers(), 0.0F);
  std::ranges::fill(layer.learns->across.numbers(), 0.0F);
  turn_weights(layer, 0, layer.weights.count());
}

void let_pass(Linear& layer) {
  const size_t outputs = layer.bias.size();
  layer.learns = std::make_shared<LinearGradient>(
      LinearGradient{Panels(0, 0), {}, Panels(layer.inputs(), outputs), true});
  std::ranges::fill(layer.learns->across.numbers(), 0.0F);
  turn_weights(layer, 0, layer.weights.count());
}

void turn_weights(Linear& layer, size_t first, size_t last) {
  turn(layer.weights, first, last, layer.learns->across);
}

void defer_gradient(Tape& tape, const Linear& layer, const ValuePtr& x, const ValuePtr& y) {
  const size_t panels = layer.weights.count();
  tape.defer(&layer, (panels + kPanelsOfPart - 1) / kPanelsOfPart, [x, y, &layer](size_t part) {
    const size_t panel = part * kPanelsOfPart, column = panel * kPanelRows;
    const size_t columns = std::min(kPanelsOfPart * kPanelRows, y->columns - column);
    const Strided<const float> gradients{y->gradient.data() + column, y->rows, columns, y->columns};
    add_outer_products(x->read(), gradients, panel, layer.learns->weights);
    if (!layer.bias.empty()) add_rows(gradients, layer.learns->bias.data() + column);
  });
}

ValuePtr linear(Tape& tape, const ValuePtr& x, const Linear& layer) {
  const bool learns = layer.learns != nullptr && !layer.learns->passes_only;
  const auto y = tape.make(x->rows, layer.bias.size(), x->wants_gradient || learns);
  linear(layer, x->read(), y->write(), 1);
  if (learns) x->needed = true;
  tape.on_way_back(y, [&tape, x, y, &layer, learns] {
    if (!y->needed) tape.release(y->numbers);
    if (x->wants_gradient) {
      // A layer that neither learns nor passes gradients lacks the weights for the backward pass.
      assert(layer.learns != nullptr);
      const bool first = tape.open_gradient(*x);
      product(y->gradient_rows(), layer.learns->across,
              {first ? Start::With::nothing : Start::With::result, {}},
              {x->gradient.data(), x->rows, x->columns, x->columns}, 1);
    }
    if (learns) defer_gradient(tape, layer, x, y);
  });
  return y;
}

Linear tied_to(const Table& table) {
  return {pack_outputs({table.data.data(), table.rows, table.columns, table.columns}),
          std::vector<float>(table.rows)};
}

void follow(const Table& table, Linear& tied, int threads) {
  assert(tied.bias.size() == table.rows && tied.inputs() == table.columns);
  parallel_for(tied.weights.count(), threads, [&](size_t panel) {
    const size_t end = std::min((panel + 1) * kPanelRows, table.rows);
    for (size_t row = panel * kPanelRows; row < end; ++row)
      tied.weights.set(row, [from = table.row(row)](size_t j) { return from[j]; });
    if (tied.learns != nullptr) turn_weights(tied, panel, panel + 1);
  });
}

void give_gradient(Linear& tied, Table& table, int threads) {
  Panels& from = tied.learns->weights;
  parallel_for(from.count(), threads, [&](size_t p) {
    float* panel = from.panel(p);
    const size_t begin = p * kPanelRows, end = std::min(begin + kPanelRows, table.rows);
    for (size_t row = begin; row < end; ++row) {
      if (table.learns->stays[row] != 0) continue;
      const auto to = table.learns->numbers.row(row);
      for (size_t j = 0; j < to.size(); ++j) to[j] += panel[j * kPanelRows + row - begin];
      table.learns->touched[row] = 1;
    }
    std::fill_n(panel, from.columns() * kPanelRows, 0.0F);
  });
}

}  // namespace standfast
