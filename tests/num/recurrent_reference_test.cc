// Compares LSTM and GRU in both directions with PyTorch (tests/reference/recurrent_reference.py).
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "standfast/num/autodiff/gather.h"
#include "standfast/num/autodiff/recurrent.h"
#include "tests/num/gradient_case.h"
#include "tests/support/reference.h"

namespace standfast {
namespace {

using gradients::Floats;
using nlohmann::json;

Linear layer_from(const json& weights, size_t outputs, Floats bias) {
  const auto rows = weights.get<Floats>();
  const size_t inputs = rows.size() / outputs;
  return {pack_outputs({rows.data(), outputs, inputs, inputs}), std::move(bias)};
}

// Returns the LSTM of these weights; PyTorch's two biases of an LSTM are one here.
Lstm lstm_from(const json& from, size_t hidden) {
  auto bias = from["bias_ih"].get<Floats>();
  for (size_t i = 0; i < bias.size(); ++i) bias[i] += from["bias_hh"][i].get<float>();
  Lstm out{layer_from(from["weight_ih"], 4 * hidden, bias), layer_from(from["weight_hh"], 4 * hidden, {})};
  let_learn(out);
  return out;
}
Gru gru_from(const json& from, size_t hidden) {
  Gru out{layer_from(from["weight_ih"], 3 * hidden, from["bias_ih"].get<Floats>()),
          layer_from(from["weight_hh"], 3 * hidden, from["bias_hh"].get<Floats>())};
  let_learn(out);
  return out;
}

void expect_near(const Floats& got, const json& expected, const std::string& name) {
  ASSERT_EQ(got.size(), expected.size()) << name;
  for (size_t i = 0; i < got.size(); ++i) {
    const auto number = expected[i].get<double>();
    ASSERT_NEAR(got[i], number, 2e-6 * (1 + std::abs(number))) << name << ", " << i;
  }
}

template <class Network>
void expect_as_torch(const std::string& kind, Network (*network_from)(const json&, size_t),
                     ValuePtr (*apply)(Tape&, const ValuePtr&, std::span<const uint32_t>, const Network&,
                                       Direction, const RecurrentDropout&)) {
  const json& all = testing::reference("recurrent_small");
  const json& one = all[kind];
  const auto inputs = all["inputs"].get<size_t>(), hidden = all["hidden"].get<size_t>();
  std::vector<uint32_t> segments = {0};
  for (const auto& length : all["lengths"]) segments.push_back(segments.back() + length.get<uint32_t>());
  const Network forward = network_from(one["directions"][0], hidden),
                backward = network_from(one["directions"][1], hidden);
  Tape tape(true);
  const auto x = tape.make(segments.back(), inputs, true);
  std::ranges::copy(one["rows"].get<Floats>(), x->numbers.begin());
  const auto states = join_columns(tape, {apply(tape, x, segments, forward, Direction::forward, {}),
                                          apply(tape, x, segments, backward, Direction::backward, {})});
  expect_near({states->numbers.begin(), states->numbers.end()}, one["states"], "states");
  tape.open_gradient(*states);
  std::ranges::copy(one["factors"].get<Floats>(), states->gradient.begin());
  tape.back();
  Tape* const tapes[] = {&tape};
  add_deferred(tapes, 1);
  expect_near(gradients::gradient_of(*x), one["to_rows"], "gradient to the rows");
  for (size_t d = 0; d < 2; ++d) {
    const Network& network = d == 0 ? forward : backward;
    const json& expected = one["directions"][d];
    const size_t outputs = network.input.bias.size();
    expect_near(gradients::unpacked(network.input.learns->weights, outputs), expected["to_weight_ih"],
                "weights of the input");
    expect_near(network.input.learns->bias, expected["to_bias_ih"], "bias of the input");
    expect_near(gradients::unpacked(network.recurrent.learns->weights, outputs), expected["to_weight_hh"],
                "weights of the state");
    if (!network.recurrent.bias.empty())
      expect_near(network.recurrent.learns->bias, expected["to_bias_hh"], "bias of the state");
  }
}

TEST(RecurrentReference, LstmIsThatOfTorch) {
  expect_as_torch<Lstm>("lstm", lstm_from, lstm);
}

TEST(RecurrentReference, GruIsThatOfTorch) {
  expect_as_torch<Gru>("gru", gru_from, gru);
}

}  // namespace
}  // namespace standfast
