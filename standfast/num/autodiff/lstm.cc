#include "standfast/num/autodiff/lstm.h"

#include <algorithm>
#include <utility>

#include "standfast/num/autodiff/dropout.h"
#include "standfast/num/kernel/erf_tanh.h"

namespace standfast {
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
