// Cases of one operation of the tape for the suites of gradients: the operation, and the same as plain loops
// in double precision.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/num/autodiff/tape.h"
#include "tests/support/every_simd_level.h"

namespace standfast::gradients {

using Doubles = std::vector<double>;
using Floats = std::vector<float>;

inline Floats floats(const Doubles& x) {
  return {x.begin(), x.end()};
}

// The inputs of an operation, and the functions that compute its results. The loss is the sum of the results,
// each multiplied by a factor.
struct Case {
  std::string name;
  std::vector<Doubles> inputs;
  std::function<Doubles(const std::vector<Doubles>&)> plain;
  // The results, and the gradients with respect to each of the inputs.
  struct Made {
    Floats results;
    std::vector<Floats> gradients;
    Floats all() const {
      Floats out = results;
      for (const Floats& gradient : gradients) out.insert(out.end(), gradient.begin(), gradient.end());
      return out;
    }
  };
  std::function<Made(const std::vector<Floats>&, int threads)> run;
  // Does the same with the texts on several tapes, for operations on texts.
  std::function<Made(const std::vector<Floats>&, int threads, size_t pieces)> run_in_pieces = {};
};

inline Doubles drawn(size_t n, uint64_t seed) {
  Rng rng(seed, "numbers");
  Doubles out(n);
  for (double& number : out) number = static_cast<float>(rng.normal());
  return out;
}
inline double factor(size_t i) {
  return std::cos(1.3 * static_cast<double>(i) + 0.4);
}

inline ValuePtr value_of(Tape& tape, const Floats& x, size_t rows) {
  const auto value = tape.make(rows, rows == 0 ? 0 : x.size() / rows, true);
  std::ranges::copy(x, value->numbers.begin());
  return value;
}

inline Floats back_from(Tape& tape, Value& result, int threads) {
  if (tape.open_gradient(result))
    for (size_t i = 0; i < result.gradient.size(); ++i) result.gradient[i] = static_cast<float>(factor(i));
  const Floats out(result.numbers.begin(), result.numbers.end());
  tape.back();
  Tape* const tapes[] = {&tape};
  add_deferred(tapes, threads);
  return out;
}
inline Floats gradient_of(const Value& value) {
  return {value.gradient.begin(), value.gradient.end()};
}

// Returns the weights of panels, with a row for each output.
inline Floats unpacked(const Panels& panels, size_t outputs) {
  Floats out;
  for (size_t o = 0; o < outputs; ++o)
    for (size_t k = 0; k < panels.columns(); ++k)
      out.push_back(panels.panel(o / kPanelRows)[k * kPanelRows + o % kPanelRows]);
  return out;
}

inline std::vector<Floats> as_floats(const std::vector<Doubles>& inputs) {
  std::vector<Floats> out;
  for (const auto& one : inputs) out.push_back(floats(one));
  return out;
}

// Expects the results of the plain loops, and their finite differences as gradients.
inline void expect_gradients_of_plain_loops(const Case& one) {
  SCOPED_TRACE(one.name);
  const auto made = one.run(as_floats(one.inputs), 1);
  const Doubles expected = one.plain(one.inputs);
  ASSERT_EQ(made.results.size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i) ASSERT_NEAR(made.results[i], expected[i], 2e-5) << i;
  const auto loss = [&](const std::vector<Doubles>& inputs) {
    const Doubles y = one.plain(inputs);
    double sum = 0;
    for (size_t i = 0; i < y.size(); ++i) sum += factor(i) * y[i];
    return sum;
  };
  ASSERT_EQ(made.gradients.size(), one.inputs.size());
  for (size_t a = 0; a < one.inputs.size(); ++a) {
    ASSERT_EQ(made.gradients[a].size(), one.inputs[a].size());
    const size_t step = std::max<size_t>(1, one.inputs[a].size() / 200);
    for (size_t i = 0; i < one.inputs[a].size(); i += step) {
      auto moved = one.inputs;
      constexpr double kStep = 1e-5;
      moved[a][i] += kStep;
      const double above = loss(moved);
      moved[a][i] -= 2 * kStep;
      const double slope = (above - loss(moved)) / (2 * kStep);
      ASSERT_NEAR(made.gradients[a][i], slope, 3e-5 * (1 + std::abs(slope))) << "input " << a << ", " << i;
    }
  }
}

inline void expect_same_bytes_everywhere(const Case& one) {
  SCOPED_TRACE(one.name);
  const auto inputs = as_floats(one.inputs);
  const auto expected = one.run(inputs, 1).all();
  if (expected.empty()) return;
  testing::expect_same_at_every_simd_level([&] { return one.run(inputs, 1).all(); });
  EXPECT_EQ(expected, one.run(inputs, 3).all());
  if (!one.run_in_pieces) return;
  const auto whole = one.run_in_pieces(inputs, 1, 1).all();
  for (const size_t pieces : {2, 3}) {
    const auto in_pieces = one.run_in_pieces(inputs, 2, pieces).all();
    ASSERT_EQ(whole.size(), in_pieces.size());
    for (size_t i = 0; i < whole.size(); ++i)
      ASSERT_EQ(whole[i], in_pieces[i]) << pieces << " pieces, number " << i;
  }
}

}  // namespace standfast::gradients
