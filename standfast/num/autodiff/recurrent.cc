#include "standfast/num/autodiff/recurrent.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "standfast/base/at_level.h"
#include "standfast/num/autodiff/dropout.h"
#include "standfast/num/kernel/lane_functions.h"

namespace standfast {

RecurrentSteps::RecurrentSteps(std::span<const uint32_t> segments, Direction direction) : begins_{0} {
  const auto length = [&](uint32_t s) { return segments[s + 1] - segments[s]; };
  for (uint32_t s = 0; s + 1 < segments.size(); ++s)
    if (length(s) > 0) order_.push_back(s);
  std::ranges::stable_sort(order_, [&](uint32_t a, uint32_t b) { return length(a) > length(b); });
  if (order_.empty()) return;
  size_t alive = order_.size();
  for (uint32_t step = 0; step < length(order_.front()); ++step) {
    while (length(order_[alive - 1]) <= step) --alive;
    for (size_t i = 0; i < alive; ++i) {
      const uint32_t s = order_[i];
      rows_.push_back(direction == Direction::forward ? segments[s] + step : segments[s + 1] - 1 - step);
    }
    begins_.push_back(rows_.size());
  }
}

void RecurrentSteps::pack(const float* from, size_t columns, float* to) const {
  for (size_t i = 0; i < rows_.size(); ++i) std::copy_n(from + rows_[i] * columns, columns, to + i * columns);
}

void RecurrentSteps::unpack(const float* from, size_t columns, bool add, float* to) const {
  at_level<Simd::v4>([&](auto) {
    for (size_t i = 0; i < rows_.size(); ++i) {
      const float* row = from + i * columns;
      float* out = to + rows_[i] * columns;
      if (!add)
        std::copy_n(row, columns, out);
      else
        for (size_t j = 0; j < columns; ++j) out[j] += row[j];
    }
  });
}

Buffer<float> RecurrentSteps::masks(Tape& tape, float share, size_t columns) const {
  Buffer<float> out;
  if (!tape.records() || share <= 0) return out;
  const uint64_t site = tape.next_site();
  out.resize(most() * columns);
  std::ranges::fill(out, 1.0F);
  for (size_t i = 0; i < most(); ++i)
    drop(share, tape.stream(order_[i], site), out.data() + i * columns, columns);
  return out;
}

void apply_masks(const float* from, const Buffer<float>& masks, size_t n, float* to) {
  if (masks.empty()) {
    std::copy_n(from, n, to);
    return;
  }
  at_level<Simd::v4>([&](auto) {
    for (size_t i = 0; i < n; ++i) to[i] = from[i] * masks[i];
  });
}

namespace {

using lanes::Floats;
using lanes::kLanes;

// Some sequences at one step. gates and made: the pre-activations, three times `hidden` numbers a row (r, z,
// n), of the layers of the input and of the state.
struct GruStep {
  size_t rows, hidden;
  float* gates;
  float* made;
  const float* before;  // states; null at the first step: zeros
};

// Replaces the pre-activations in `gates` by the gates, and computes the states.
void gru_states(const GruStep& step, float* states) {
  at_level<Simd::v4>([&](auto) {
    for (size_t row = 0; row < step.rows; ++row)
      for (size_t j = 0; j < step.hidden; j += kLanes) {
        const size_t some = std::min(kLanes, step.hidden - j), at = row * step.hidden + j;
        float* const gates = step.gates + row * 3 * step.hidden + j;
        const float* const made = step.made + row * 3 * step.hidden + j;
        Floats r, z, n, more, before = {};
        lanes::load_some(r, gates, some);
        lanes::load_some(more, made, some);
        lanes::sigmoid_of(r + more, r);
        lanes::load_some(z, gates + step.hidden, some);
        lanes::load_some(more, made + step.hidden, some);
        lanes::sigmoid_of(z + more, z);
        lanes::load_some(n, gates + 2 * step.hidden, some);
        lanes::load_some(more, made + 2 * step.hidden, some);
        lanes::tanh_of(n + r * more, n);
        if (step.before != nullptr) lanes::load_some(before, step.before + at, some);
        lanes::store_some(gates, r, some);
        lanes::store_some(gates + step.hidden, z, some);
        lanes::store_some(gates + 2 * step.hidden, n, some);
        lanes::store_some(states + at, (1.0F - z) * n + z * before, some);
      }
  });
}

// Replaces gates and made by the gradients to the outputs of the layers. given: gradients to the states, from
// the results; later: gradients from the next step. It becomes the part of the gradients to the previous
// states that does not pass through the layer.
void gru_states_back(const GruStep& step, const float* given, float* later) {
  at_level<Simd::v4>([&](auto) {
    for (size_t row = 0; row < step.rows; ++row)
      for (size_t j = 0; j < step.hidden; j += kLanes) {
        const size_t some = std::min(kLanes, step.hidden - j), at = row * step.hidden + j;
        float* const gates = step.gates + row * 3 * step.hidden + j;
        float* const made = step.made + row * 3 * step.hidden + j;
        Floats r, z, n, of_state, before = {}, to_state, more;
        lanes::load_some(r, gates, some);
        lanes::load_some(z, gates + step.hidden, some);
        lanes::load_some(n, gates + 2 * step.hidden, some);
        lanes::load_some(of_state, made + 2 * step.hidden, some);
        if (step.before != nullptr) lanes::load_some(before, step.before + at, some);
        lanes::load_some(to_state, given + at, some);
        lanes::load_some(more, later + at, some);
        to_state += more;
        const Floats to_n = to_state * (1.0F - z) * (1.0F - n * n);
        const Floats to_z = to_state * (before - n) * z * (1.0F - z);
        const Floats to_r = to_n * of_state * r * (1.0F - r);
        lanes::store_some(gates, to_r, some);
        lanes::store_some(made, to_r, some);
        lanes::store_some(gates + step.hidden, to_z, some);
        lanes::store_some(made + step.hidden, to_z, some);
        lanes::store_some(gates + 2 * step.hidden, to_n, some);
        lanes::store_some(made + 2 * step.hidden, to_n * r, some);
        lanes::store_some(later + at, to_state * z, some);
      }
  });
}

// Data kept for the backward pass. Rows go by steps.
struct GruPass {
  RecurrentSteps steps;
  Buffer<float> masks;
  ValuePtr gates, made, states;
};

// Runs the backward pass. recurrent: receives the gradients to the output of the state's layer.
void gru_back(Tape& tape, const GruPass& pass, const Gru& network, Value& projected, Value& recurrent,
              const Value& out) {
  const RecurrentSteps& steps = pass.steps;
  const size_t hidden = out.columns;
  const auto given = tape.make(out.rows, hidden, false), later = tape.make(steps.most(), hidden, false),
             by_layer = tape.make(steps.most(), hidden, false);
  steps.pack(out.gradient.data(), hidden, given->numbers.data());
  std::ranges::fill(later->numbers, 0.0F);
  for (size_t t = steps.count(); t-- > 0;) {
    const size_t begin = steps.begin(t), rows = steps.sequences(t), numbers = rows * hidden;
    const GruStep step{rows, hidden, pass.gates->write().row(begin), pass.made->write().row(begin),
                       t == 0 ? nullptr : pass.states->read().row(steps.begin(t - 1))};
    gru_states_back(step, given->read().row(begin), later->numbers.data());
    if (t == 0) break;
    float* const more = by_layer->numbers.data();
    product({step.made, rows, 3 * hidden, 3 * hidden}, network.recurrent.learns->across, {},
            {more, rows, hidden, hidden}, 1);
    if (!pass.masks.empty()) apply_masks(more, pass.masks, numbers, more);
    at_level<Simd::v4>([&](auto) {
      float* const to = later->numbers.data();
      for (size_t i = 0; i < numbers; ++i) to[i] += more[i];
    });
  }
  const bool first = tape.open_gradient(projected);
  steps.unpack(pass.gates->numbers.data(), 3 * hidden, !first, projected.gradient.data());
  tape.open_gradient(recurrent);
  steps.unpack(pass.made->numbers.data(), 3 * hidden, false, recurrent.gradient.data());
}

}  // namespace

void let_learn(Gru& network) {
  let_learn(network.input);
  let_learn(network.recurrent);
}

ValuePtr gru(Tape& tape, const ValuePtr& x, std::span<const uint32_t> segments, const Gru& network,
             Direction direction, const RecurrentDropout& dropped) {
  const size_t hidden = network.hidden();
  const auto projected = linear(tape, sequence_dropout(tape, x, segments, dropped.input), network.input);
  const auto out = tape.make(x->rows, hidden, projected->wants_gradient);
  GruPass pass{RecurrentSteps(segments, direction), {}, nullptr, nullptr, nullptr};
  const RecurrentSteps& steps = pass.steps;
  pass.masks = steps.masks(tape, dropped.state, hidden);
  pass.gates = tape.make(x->rows, 3 * hidden, false);
  pass.made = tape.make(x->rows, 3 * hidden, false);
  pass.states = tape.make(x->rows, hidden, false);
  const auto entering = tape.make(x->rows, hidden, false);
  steps.pack(projected->numbers.data(), 3 * hidden, pass.gates->numbers.data());
  for (size_t t = 0; t < steps.count(); ++t) {
    const size_t begin = steps.begin(t), rows = steps.sequences(t);
    const GruStep step{rows, hidden, pass.gates->write().row(begin), pass.made->write().row(begin),
                       t == 0 ? nullptr : pass.states->read().row(steps.begin(t - 1))};
    float* const from = entering->write().row(begin);
    if (t == 0)
      std::fill_n(from, rows * hidden, 0.0F);
    else
      apply_masks(step.before, pass.masks, rows * hidden, from);
    linear(network.recurrent, {from, rows, hidden, hidden}, {step.made, rows, 3 * hidden, 3 * hidden}, 1);
    gru_states(step, pass.states->write().row(begin));
  }
  steps.unpack(pass.states->numbers.data(), hidden, false, out->numbers.data());
  if (!out->wants_gradient) return out;
  // The sums of the weights' gradients go row by row.
  const auto entered = tape.make(x->rows, hidden, false), recurrent = tape.make(x->rows, 3 * hidden, false);
  steps.unpack(entering->numbers.data(), hidden, false, entered->numbers.data());
  tape.release(recurrent->numbers);  // only its gradient is needed
  tape.on_way_back(out, [&tape, &network, pass = std::move(pass), projected, entered, recurrent, out] {
    if (!out->needed) tape.release(out->numbers);
    gru_back(tape, pass, network, *projected, *recurrent, *out);
    defer_gradient(tape, network.recurrent, entered, recurrent);
  });
  return out;
}

namespace {

using lanes::Floats;
using lanes::kLanes;

// Some sequences at one step: gates (four times `hidden` numbers a row: i, f, g, o), cells and states.
struct LstmStep {
  size_t rows, hidden;
  float* gates;
  const float* cells_before;  // null at the first step: zeros
};

// Replaces the pre-activations in the gates by the gates, and computes cells and states.
void lstm_cells(const LstmStep& step, float* cells, float* states) {
  at_level<Simd::v4>([&](auto) {
    for (size_t r = 0; r < step.rows; ++r)
      for (size_t j = 0; j < step.hidden; j += kLanes) {
        const size_t n = std::min(kLanes, step.hidden - j), at = r * step.hidden + j;
        float* const gates = step.gates + r * 4 * step.hidden + j;
        Floats i, f, g, o, cell = {}, bent;
        lanes::load_some(i, gates, n);
        lanes::load_some(f, gates + step.hidden, n);
        lanes::load_some(g, gates + 2 * step.hidden, n);
        lanes::load_some(o, gates + 3 * step.hidden, n);
        lanes::sigmoid_of(i, i);
        lanes::sigmoid_of(f, f);
        lanes::tanh_of(g, g);
        lanes::sigmoid_of(o, o);
        if (step.cells_before != nullptr) lanes::load_some(cell, step.cells_before + at, n);
        cell = f * cell + i * g;
        lanes::tanh_of(cell, bent);
        lanes::store_some(gates, i, n);
        lanes::store_some(gates + step.hidden, f, n);
        lanes::store_some(gates + 2 * step.hidden, g, n);
        lanes::store_some(gates + 3 * step.hidden, o, n);
        lanes::store_some(cells + at, cell, n);
        lanes::store_some(states + at, o * bent, n);
      }
  });
}

// Replaces the gates by the gradients to their pre-activations. given: gradients to the states, from the
// results; later: from the next step. to_cells: gradients to the cells of this step, which become the
// gradients to the cells of the step before.
void lstm_cells_back(const LstmStep& step, const float* cells, const float* given, const float* later,
                     float* to_cells) {
  at_level<Simd::v4>([&](auto) {
    for (size_t r = 0; r < step.rows; ++r)
      for (size_t j = 0; j < step.hidden; j += kLanes) {
        const size_t n = std::min(kLanes, step.hidden - j), at = r * step.hidden + j;
        float* const gates = step.gates + r * 4 * step.hidden + j;
        Floats i, f, g, o, cell, before = {}, bent, to_state, to_cell, more;
        lanes::load_some(i, gates, n);
        lanes::load_some(f, gates + step.hidden, n);
        lanes::load_some(g, gates + 2 * step.hidden, n);
        lanes::load_some(o, gates + 3 * step.hidden, n);
        lanes::load_some(cell, cells + at, n);
        if (step.cells_before != nullptr) lanes::load_some(before, step.cells_before + at, n);
        lanes::load_some(to_state, given + at, n);
        lanes::load_some(more, later + at, n);
        to_state += more;
        lanes::load_some(to_cell, to_cells + at, n);
        lanes::tanh_of(cell, bent);
        to_cell += to_state * o * (1.0F - bent * bent);
        lanes::store_some(gates, to_cell * g * i * (1.0F - i), n);
        lanes::store_some(gates + step.hidden, to_cell * before * f * (1.0F - f), n);
        lanes::store_some(gates + 2 * step.hidden, to_cell * i * (1.0F - g * g), n);
        lanes::store_some(gates + 3 * step.hidden, to_state * bent * o * (1.0F - o), n);
        lanes::store_some(to_cells + at, to_cell * f, n);
      }
  });
}

// Data kept for the backward pass. Rows go by steps.
struct LstmPass {
  RecurrentSteps steps;
  Buffer<float> masks;
  ValuePtr gates, cells;
};

void lstm_back(Tape& tape, const LstmPass& pass, const Lstm& network, Value& projected, const Value& out) {
  const RecurrentSteps& steps = pass.steps;
  const size_t hidden = out.columns, all = steps.most() * hidden;
  const auto given = tape.make(out.rows, hidden, false), later = tape.make(steps.most(), hidden, false),
             to_cells = tape.make(steps.most(), hidden, false);
  steps.pack(out.gradient.data(), hidden, given->numbers.data());
  std::fill_n(later->numbers.begin(), all, 0.0F);
  std::fill_n(to_cells->numbers.begin(), all, 0.0F);
  for (size_t t = steps.count(); t-- > 0;) {
    const size_t begin = steps.begin(t), rows = steps.sequences(t);
    float* const gates = pass.gates->write().row(begin);
    const float* before = t == 0 ? nullptr : pass.cells->read().row(steps.begin(t - 1));
    lstm_cells_back({rows, hidden, gates, before}, pass.cells->read().row(begin), given->read().row(begin),
                    later->numbers.data(), to_cells->numbers.data());
    if (t == 0) break;
    product({gates, rows, 4 * hidden, 4 * hidden}, network.recurrent.learns->across, {},
            {later->numbers.data(), rows, hidden, hidden}, 1);
    if (!pass.masks.empty())
      apply_masks(later->numbers.data(), pass.masks, rows * hidden, later->numbers.data());
  }
  const bool first = tape.open_gradient(projected);
  steps.unpack(pass.gates->numbers.data(), 4 * hidden, !first, projected.gradient.data());
}

}  // namespace

void let_learn(Lstm& network) {
  let_learn(network.input);
  let_learn(network.recurrent, network.input.bias.size());
}

ValuePtr lstm(Tape& tape, const ValuePtr& x, std::span<const uint32_t> segments, const Lstm& network,
              Direction direction, const RecurrentDropout& dropped) {
  const size_t hidden = network.hidden();
  const auto projected = linear(tape, sequence_dropout(tape, x, segments, dropped.input), network.input);
  const auto out = tape.make(x->rows, hidden, projected->wants_gradient);
  LstmPass pass{RecurrentSteps(segments, direction), {}, nullptr, nullptr};
  const RecurrentSteps& steps = pass.steps;
  pass.masks = steps.masks(tape, dropped.state, hidden);
  pass.gates = tape.make(x->rows, 4 * hidden, false);
  pass.cells = tape.make(x->rows, hidden, false);
  const auto states = tape.make(x->rows, hidden, false), entering = tape.make(x->rows, hidden, false);
  steps.pack(projected->numbers.data(), 4 * hidden, pass.gates->numbers.data());
  for (size_t t = 0; t < steps.count(); ++t) {
    const size_t begin = steps.begin(t), rows = steps.sequences(t);
    const LstmStep step{rows, hidden, pass.gates->write().row(begin),
                        t == 0 ? nullptr : pass.cells->read().row(steps.begin(t - 1))};
    float* const from = entering->write().row(begin);
    if (t == 0) {
      std::fill_n(from, rows * hidden, 0.0F);
    } else {
      apply_masks(states->read().row(steps.begin(t - 1)), pass.masks, rows * hidden, from);
      product({from, rows, hidden, hidden}, network.recurrent.weights, {Start::With::result, {}},
              {step.gates, rows, 4 * hidden, 4 * hidden}, 1);
    }
    lstm_cells(step, pass.cells->write().row(begin), states->write().row(begin));
  }
  steps.unpack(states->numbers.data(), hidden, false, out->numbers.data());
  if (!out->wants_gradient) return out;
  // The sums of the weights' gradients go row by row, not step by step: the order must not depend on the
  // piece.
  steps.unpack(entering->numbers.data(), hidden, false, states->numbers.data());
  tape.on_way_back(out, [&tape, &network, pass = std::move(pass), projected, entered = states, out] {
    if (!out->needed) tape.release(out->numbers);
    lstm_back(tape, pass, network, *projected, *out);
    if (network.recurrent.learns != nullptr) defer_gradient(tape, network.recurrent, entered, projected);
  });
  return out;
}

}  // namespace standfast
