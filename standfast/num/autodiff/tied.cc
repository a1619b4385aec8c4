#include "standfast/num/autodiff/tied.h"

#include <algorithm>
#include <cassert>

#include "standfast/base/parallel.h"

namespace standfast {

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
