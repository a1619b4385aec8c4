// Tests of operations of networks over sequences, on the tape: values are compared with plain loops,
// gradients with finite differences, and the bytes are the same everywhere. A new operation is one line in
// the list. tests/num/recurrent_reference_test.cc has numbers of torch.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "standfast/num/autodiff/attention_pool.h"
#include "standfast/num/autodiff/gather.h"
#include "standfast/num/autodiff/max_convolution.h"
#include "standfast/num/autodiff/recurrent.h"
#include "tests/num/texts_case.h"

namespace standfast {
namespace {

using namespace gradients;  // NOLINT(google-build-using-namespace)

// The borders of sequences of many lengths, in no order, some of them without rows.
const std::vector<uint32_t> kSequences = {0, 0, 2, 9, 9, 10, 17, 20, 20};

double sigmoid(double x) {
  return 1 / (1 + std::exp(-x));
}
// Returns row i of the weights [.][columns] times x.
double times(const Doubles& weights, size_t i, const double* x, size_t columns) {
  double sum = 0;
  for (size_t j = 0; j < columns; ++j) sum += weights[i * columns + j] * x[j];
  return sum;
}
Doubles small(size_t n, uint64_t seed) {
  Doubles out = drawn(n, seed);
  for (double& number : out) number = static_cast<float>(number * 0.4);
  return out;
}

// Computes a recurrent network over kSequences in plain loops; its input and its state are multiplied by
// masks. step(row of x as it enters, states) returns the states after it.
template <class Step>
Doubles over_sequences(const Doubles& x, size_t inputs, size_t hidden, Direction direction,
                       const RecurrentDropout& dropped, size_t states, const Step& step) {
  Doubles y(kSequences.back() * hidden);
  const uint64_t input_site = 1, state_site = dropped.input > 0 ? 2 : 1;
  for (size_t s = 0; s + 1 < kSequences.size(); ++s) {
    const Floats on_input = dropout_factors(s, input_site, dropped.input, inputs),
                 on_state = dropout_factors(s, state_site, dropped.state, hidden);
    std::vector<Doubles> state(states, Doubles(hidden));
    const size_t rows = kSequences[s + 1] - kSequences[s];
    for (size_t t = 0; t < rows; ++t) {
      const size_t row = direction == Direction::forward ? kSequences[s] + t : kSequences[s + 1] - 1 - t;
      Doubles in(inputs), entering(hidden);
      for (size_t j = 0; j < inputs; ++j) in[j] = x[row * inputs + j] * double{on_input[j]};
      for (size_t j = 0; j < hidden; ++j) entering[j] = state[0][j] * double{on_state[j]};
      step(in, entering, state);
      std::ranges::copy(state[0], y.begin() + static_cast<ptrdiff_t>(row * hidden));
    }
  }
  return y;
}

Linear layer_of(const Floats& weights, size_t outputs, Floats bias) {
  const size_t inputs = weights.size() / outputs;
  return {pack_outputs({weights.data(), outputs, inputs, inputs}), std::move(bias)};
}

OnTexts lstm_case(size_t inputs, size_t hidden, Direction direction, RecurrentDropout dropped) {
  const size_t gates = 4 * hidden;
  return {.name = "lstm, hidden " + std::to_string(hidden) + ", dropped " + std::to_string(dropped.state),
          .segments = kSequences,
          .columns = {inputs},
          .learned = {small(gates * inputs, 1), small(gates, 2), small(gates * hidden, 3)},
          .plain =
              [=](const std::vector<Doubles>& x) {
                return over_sequences(
                    x[0], inputs, hidden, direction, dropped, 2,
                    [&](const Doubles& in, const Doubles& entering, std::vector<Doubles>& state) {
                      Doubles made;
                      for (size_t o = 0; o < gates; ++o)
                        made.push_back(times(x[1], o, in.data(), inputs) + x[2][o] +
                                       times(x[3], o, entering.data(), hidden));
                      for (size_t j = 0; j < hidden; ++j) {
                        state[1][j] = sigmoid(made[hidden + j]) * state[1][j] +
                                      sigmoid(made[j]) * std::tanh(made[2 * hidden + j]);
                        state[0][j] = sigmoid(made[3 * hidden + j]) * std::tanh(state[1][j]);
                      }
                    });
              },
          .make =
              [=](const std::vector<Floats>& learned) {
                const auto network = std::make_shared<Lstm>(
                    Lstm{layer_of(learned[0], gates, learned[1]), layer_of(learned[2], gates, {})});
                let_learn(*network);
                return Network{
                    [=](Tape& tape, const std::vector<ValuePtr>& x, std::span<const uint32_t> segments) {
                      return lstm(tape, x[0], segments, *network, direction, dropped);
                    },
                    [=] {
                      return std::vector<Floats>{unpacked(network->input.learns->weights, gates),
                                                 network->input.learns->bias,
                                                 unpacked(network->recurrent.learns->weights, gates)};
                    }};
              },
          .times = dropped.state > 0 ? 1U : 2U};
}

OnTexts gru_case(size_t inputs, size_t hidden, Direction direction, RecurrentDropout dropped) {
  const size_t gates = 3 * hidden;
  return {
      .name = "gru, hidden " + std::to_string(hidden) + ", dropped " + std::to_string(dropped.state),
      .segments = kSequences,
      .columns = {inputs},
      .learned = {small(gates * inputs, 1), small(gates, 2), small(gates * hidden, 3), small(gates, 4)},
      .plain =
          [=](const std::vector<Doubles>& x) {
            return over_sequences(
                x[0], inputs, hidden, direction, dropped, 1,
                [&](const Doubles& in, const Doubles& entering, std::vector<Doubles>& state) {
                  const auto of_input = [&](size_t o) { return times(x[1], o, in.data(), inputs) + x[2][o]; };
                  const auto of_state = [&](size_t o) {
                    return times(x[3], o, entering.data(), hidden) + x[4][o];
                  };
                  for (size_t j = 0; j < hidden; ++j) {
                    const double r = sigmoid(of_input(j) + of_state(j)),
                                 z = sigmoid(of_input(hidden + j) + of_state(hidden + j)),
                                 n = std::tanh(of_input(2 * hidden + j) + r * of_state(2 * hidden + j));
                    state[0][j] = (1 - z) * n + z * state[0][j];
                  }
                });
          },
      .make =
          [=](const std::vector<Floats>& learned) {
            const auto network = std::make_shared<Gru>(
                Gru{layer_of(learned[0], gates, learned[1]), layer_of(learned[2], gates, learned[3])});
            let_learn(*network);
            return Network{
                [=](Tape& tape, const std::vector<ValuePtr>& x, std::span<const uint32_t> segments) {
                  return gru(tape, x[0], segments, *network, direction, dropped);
                },
                [=] {
                  return std::vector<Floats>{
                      unpacked(network->input.learns->weights, gates), network->input.learns->bias,
                      unpacked(network->recurrent.learns->weights, gates), network->recurrent.learns->bias};
                }};
          },
      .times = dropped.state > 0 ? 1U : 2U};
}

OnTexts attention_pool_case(size_t columns, size_t inner, float dropped) {
  return {.name = "attention pooling, dropped " + std::to_string(dropped),
          .segments = kSequences,
          .columns = {columns},
          .learned = {small(inner * columns, 1), small(inner, 2), drawn(inner, 3)},
          .plain =
              [=](const std::vector<Doubles>& x) {
                Doubles y((kSequences.size() - 1) * columns);
                for (size_t s = 0; s + 1 < kSequences.size(); ++s) {
                  const Floats before = dropout_factors(s, 1, dropped, columns),
                               behind = dropout_factors(s, 2, dropped, inner);
                  Doubles shares;
                  double total = 0;
                  for (size_t i = kSequences[s]; i < kSequences[s + 1]; ++i) {
                    Doubles row;
                    for (size_t j = 0; j < columns; ++j)
                      row.push_back(x[0][i * columns + j] * double{before[j]});
                    double score = 0;
                    for (size_t o = 0; o < inner; ++o)
                      score += x[3][o] * double{behind[o]} *
                               std::tanh(times(x[1], o, row.data(), columns) + x[2][o]);
                    shares.push_back(std::exp(score));
                    total += shares.back();
                  }
                  for (size_t i = 0; i < shares.size(); ++i)
                    for (size_t j = 0; j < columns; ++j)
                      y[s * columns + j] += shares[i] / total * x[0][(kSequences[s] + i) * columns + j];
                }
                return y;
              },
          .make =
              [=](const std::vector<Floats>& learned) {
                FloatMatrix row(1, inner);
                row.data = learned[2];
                const auto pool = std::make_shared<AttentionPool>(
                    AttentionPool{layer_of(learned[0], inner, learned[1]), Table(std::move(row))});
                let_learn(*pool);
                return Network{
                    [=](Tape& tape, const std::vector<ValuePtr>& x, std::span<const uint32_t> segments) {
                      return attention_pool(tape, x[0], segments, *pool, dropped);
                    },
                    [=] {
                      return std::vector<Floats>{unpacked(pool->inner.learns->weights, inner),
                                                 pool->inner.learns->bias, pool->vector.learns->numbers.data};
                    }};
              },
          .times = dropped > 0 ? 1U : 2U};
}

OnTexts convolution_case(size_t columns, size_t filters, size_t width, size_t length) {
  return {.name = "convolution and maximum, filters " + std::to_string(filters),
          .segments = kSequences,
          .columns = {columns},
          .learned = {drawn(filters * width * columns, 1), drawn(filters, 2)},
          .plain =
              [=](const std::vector<Doubles>& x) {
                Doubles y;
                for (size_t s = 0; s + 1 < kSequences.size(); ++s) {
                  // The text stands between zeros, as long as any.
                  Doubles padded((length + 2 * (width - 1)) * columns);
                  std::copy(x[0].begin() + kSequences[s] * static_cast<ptrdiff_t>(columns),
                            x[0].begin() + kSequences[s + 1] * static_cast<ptrdiff_t>(columns),
                            padded.begin() + static_cast<ptrdiff_t>((width - 1) * columns));
                  for (size_t f = 0; f < filters; ++f) {
                    double most = -std::numeric_limits<double>::infinity();
                    for (size_t place = 0; place < length + width - 1; ++place)
                      most = std::max(
                          most, x[2][f] + times(x[1], f, padded.data() + place * columns, width * columns));
                    y.push_back(most);
                  }
                }
                return y;
              },
          .make =
              [=](const std::vector<Floats>& learned) {
                const auto how = std::make_shared<MaxConvolution>(
                    MaxConvolution{layer_of(learned[0], filters, learned[1]), width, length});
                let_learn(how->filters);
                return Network{
                    [=](Tape& tape, const std::vector<ValuePtr>& x, std::span<const uint32_t> segments) {
                      return max_convolution(tape, x[0], segments, *how);
                    },
                    [=] {
                      return std::vector<Floats>{unpacked(how->filters.learns->weights, filters),
                                                 how->filters.learns->bias};
                    }};
              },
          .times = 2};
}

OnTexts sequence_dropout_case(float share) {
  constexpr size_t kColumns = 11;
  return {.name = "dropout of columns",
          .segments = kSequences,
          .columns = {kColumns},
          .plain =
              [=](const std::vector<Doubles>& x) {
                Doubles y;
                for (size_t s = 0; s + 1 < kSequences.size(); ++s) {
                  const Floats mask = dropout_factors(s, 1, share, kColumns);
                  for (size_t i = kSequences[s]; i < kSequences[s + 1]; ++i)
                    for (size_t j = 0; j < kColumns; ++j)
                      y.push_back(x[0][i * kColumns + j] * double{mask[j]});
                }
                return y;
              },
          .make =
              [=](const auto&) {
                return Network{
                    [=](Tape& tape, const std::vector<ValuePtr>& x, std::span<const uint32_t> segments) {
                      return sequence_dropout(tape, x[0], segments, share);
                    }};
              }};
}

OnTexts joined_columns_case() {
  return {.name = "columns side by side",
          .segments = kSequences,
          .columns = {3, 2},
          .plain =
              [](const std::vector<Doubles>& x) {
                Doubles y;
                for (size_t i = 0; i < kSequences.back(); ++i) {
                  y.insert(y.end(), {x[0][i * 3], x[0][i * 3 + 1], x[0][i * 3 + 2], x[1][i * 2]});
                  y.insert(y.end(), {x[1][i * 2 + 1], x[0][i * 3], x[0][i * 3 + 1], x[0][i * 3 + 2]});
                }
                return y;
              },
          .make =
              [](const auto&) {
                return Network{[](Tape& tape, const std::vector<ValuePtr>& x, std::span<const uint32_t>) {
                  return join_columns(tape, {x[0], x[1], x[0]});
                }};
              },
          .times = 2};
}

std::vector<OnTexts> sequence_operations() {
  using enum Direction;
  return {lstm_case(3, 5, forward, {}),
          lstm_case(7, 12, backward, {}),
          lstm_case(4, 8, forward, {0.3F, 0.4F}),
          lstm_case(4, 3, backward, {0, 0.4F}),
          gru_case(3, 5, forward, {}),
          gru_case(7, 12, backward, {}),
          gru_case(4, 8, backward, {0.3F, 0.4F}),
          attention_pool_case(6, 5, 0),
          attention_pool_case(9, 17, 0.3F),
          convolution_case(3, 5, 4, 9),
          convolution_case(2, 40, 3, 7),
          convolution_case(10, 3, 1, 7),
          sequence_dropout_case(0.4F),
          joined_columns_case()};
}

TEST(RecurrentGradients, EqualFiniteDifferencesOfPlainLoops) {
  for (const OnTexts& one : sequence_operations()) expect_gradients_of_plain_loops(on_texts(one));
}

TEST(RecurrentGradients, HaveTheSameBytesAtEveryLevelForAnyThreadsAndInAnyPieces) {
  for (const OnTexts& one : sequence_operations()) expect_same_bytes_everywhere(on_texts(one));
}

// On a tape that does not record, nothing is dropped, and nothing else differs.
TEST(RecurrentGradients, AnswersAreThoseOfATapeThatLearns) {
  for (const OnTexts& one : sequence_operations()) {
    SCOPED_TRACE(one.name);
    if (one.times == 1) continue;  // with dropout
    const auto inputs = as_floats(on_texts(one).inputs);
    const auto answers = [&](bool records) {
      Tape tape(records);
      std::vector<ValuePtr> rows;
      for (size_t a = 0; a < one.columns.size(); ++a) {
        rows.push_back(tape.make(one.segments.back(), one.columns[a], true));
        std::ranges::copy(inputs[a], rows.back()->numbers.begin());
      }
      const Network network =
          one.make({inputs.begin() + static_cast<ptrdiff_t>(one.columns.size()), inputs.end()});
      const auto y = network.apply(tape, rows, one.segments);
      EXPECT_EQ(Floats(rows[0]->numbers.begin(), rows[0]->numbers.end()), inputs[0]);
      return Floats(y->numbers.begin(), y->numbers.end());
    };
    EXPECT_EQ(answers(true), answers(false));
  }
}

TEST(RecurrentGradients, WithoutAnySequenceThereIsNothing) {
  const std::vector<uint32_t> none = {0}, empty = {0, 0, 0};
  for (OnTexts one : sequence_operations()) {
    SCOPED_TRACE(one.name);
    const auto inputs = as_floats(on_texts(one).inputs);
    for (const auto& segments : {none, empty}) {
      Tape tape(true);
      tape.set_streams(std::vector<uint64_t>(segments.size() - 1, 7));
      std::vector<ValuePtr> rows;
      for (const size_t columns : one.columns) rows.push_back(tape.make(0, columns, true));
      const Network network =
          one.make({inputs.begin() + static_cast<ptrdiff_t>(one.columns.size()), inputs.end()});
      const auto y = network.apply(tape, rows, segments);
      tape.open_gradient(*y);
      std::ranges::fill(y->gradient, 1.0F);
      tape.back();
      Tape* const tapes[] = {&tape};
      add_deferred(tapes, 1);
      for (const float number : y->numbers) EXPECT_TRUE(std::isfinite(number));
    }
  }
}

TEST(Gather, LeavesARowThatStays) {
  Table table{FloatMatrix(3, 2)};
  table.data = {0, 0, 1, 2, 3, 4};
  const std::vector<uint32_t> padding = {0};
  let_learn(table, padding);
  Tape tape(true);
  const auto y = gather(tape, {{&table, {0, 2, 0, 2}}});
  tape.open_gradient(*y);
  std::ranges::fill(y->gradient, 1.0F);
  tape.back();
  Tape* const tapes[] = {&tape};
  add_deferred(tapes, 1);
  EXPECT_EQ(table.learns->numbers.data, (Floats{0, 0, 0, 0, 2, 2}));
  EXPECT_EQ(table.learns->touched, (std::vector<uint8_t>{0, 0, 1}));
}

TEST(MaxConvolution, GivesTheGradientOfATieToTheFirstPlaceAndNoneToTheBiasAlone) {
  // One filter copies the row. One text has two equal rows; the other has a negative row, so the zeros after
  // it are larger.
  const Floats weights = {1};
  MaxConvolution how{layer_of(weights, 1, {0.5F}), 1, 3};
  let_learn(how.filters);
  Tape tape(true);
  const auto x = tape.make(3, 1, true);
  x->numbers = {2, 2, -1};
  const auto y = max_convolution(tape, x, std::vector<uint32_t>{0, 2, 3}, how);
  EXPECT_EQ(Floats(y->numbers.begin(), y->numbers.end()), (Floats{2.5F, 0.5F}));
  tape.open_gradient(*y);
  y->gradient = {10, 20};
  tape.back();
  Tape* const tapes[] = {&tape};
  add_deferred(tapes, 1);
  EXPECT_EQ(gradient_of(*x), (Floats{10, 0, 0}));
  EXPECT_EQ(unpacked(how.filters.learns->weights, 1), (Floats{20}));
  EXPECT_EQ(how.filters.learns->bias, (Floats{30}));
}

}  // namespace
}  // namespace standfast
