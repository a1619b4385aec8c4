// Tests of the backward pass through each operation. Each case has the operation once more as plain loops in
// double precision; its gradients are compared with finite differences of these loops. A new operation is one
// case here.
#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/num/autodiff/activation.h"
#include "standfast/num/autodiff/attention.h"
#include "standfast/num/autodiff/dropout.h"
#include "standfast/num/autodiff/gather.h"
#include "standfast/num/autodiff/layer_norm.h"
#include "standfast/num/autodiff/linear.h"
#include "standfast/num/autodiff/losses.h"
#include "tests/num/gradient_case.h"
#include "tests/support/every_simd_level.h"

namespace standfast {
namespace {

using namespace gradients;  // NOLINT(google-build-using-namespace)

Case linear_case(size_t rows, size_t in, size_t out) {
  return {"linear",
          {drawn(rows * in, 1), drawn(out * in, 2), drawn(out, 3)},
          [=](const std::vector<Doubles>& x) {
            Doubles y;
            for (size_t i = 0; i < rows; ++i)
              for (size_t o = 0; o < out; ++o) {
                double sum = x[2][o];
                for (size_t k = 0; k < in; ++k) sum += x[0][i * in + k] * x[1][o * in + k];
                y.push_back(sum);
              }
            return y;
          },
          [=](const std::vector<Floats>& x, int threads) {
            Linear layer{pack_outputs({x[1].data(), out, in, in}), x[2]};
            let_learn(layer);
            Tape tape(true);
            const auto value = value_of(tape, x[0], rows);
            const auto y = linear(tape, value, layer);
            Case::Made made;
            made.results = back_from(tape, *y, threads);
            made.gradients = {gradient_of(*value), unpacked(layer.learns->weights, out), layer.learns->bias};
            return made;
          }};
}

Case layer_norm_case(size_t rows, size_t columns) {
  return {"layer norm",
          {drawn(rows * columns, 1), drawn(rows * columns, 2), drawn(columns, 3), drawn(columns, 4)},
          [=](const std::vector<Doubles>& x) {
            Doubles y;
            for (size_t i = 0; i < rows; ++i) {
              double mean = 0, variance = 0;
              const auto at = [&](size_t j) { return x[0][i * columns + j] + x[1][i * columns + j]; };
              for (size_t j = 0; j < columns; ++j) mean += at(j) / static_cast<double>(columns);
              for (size_t j = 0; j < columns; ++j)
                variance += std::pow(at(j) - mean, 2) / static_cast<double>(columns);
              for (size_t j = 0; j < columns; ++j)
                y.push_back((at(j) - mean) / std::sqrt(variance + 1e-5) * x[2][j] + x[3][j]);
            }
            return y;
          },
          [=](const std::vector<Floats>& x, int threads) {
            NormWeights norm{x[2], x[3]};
            let_learn(norm);
            Tape tape(true);
            const auto a = value_of(tape, x[0], rows), b = value_of(tape, x[1], rows);
            const auto y = layer_norm(tape, norm, 1e-5F, a, b);
            Case::Made made;
            made.results = back_from(tape, *y, threads);
            made.gradients = {gradient_of(*a), gradient_of(*b), norm.learns->weight, norm.learns->bias};
            return made;
          }};
}

Case activation_case(Activation f, std::function<double(double)> formula) {
  return {"activation " + std::to_string(static_cast<int>(f)),
          {drawn(45, 7)},
          [=](const std::vector<Doubles>& x) {
            Doubles y;
            for (const double one : x[0]) y.push_back(formula(one));
            return y;
          },
          [=](const std::vector<Floats>& x, int threads) {
            Tape tape(true);
            const auto value = value_of(tape, x[0], 5);
            const auto y = activation(tape, f, value);
            Case::Made made;
            made.results = back_from(tape, *y, threads);
            made.gradients = {gradient_of(*value)};
            return made;
          }};
}

// Returns a case of attention. With dropout, the plain loops ask a tape of their own what is dropped.
Case attention_case(std::vector<uint32_t> segments, float dropped) {
  constexpr size_t kHeads = 2, kWidth = 5, kHidden = kHeads * kWidth;
  const size_t rows = segments.back();
  const auto streams = [segments](Tape& tape) {
    std::vector<uint64_t> of_texts;
    for (size_t s = 0; s + 1 < segments.size(); ++s) of_texts.push_back(1000 + s);
    tape.set_streams(of_texts);
  };
  return {"attention, " + std::to_string(segments.size() - 1) + " texts, dropped " + std::to_string(dropped),
          {drawn(rows * 3 * kHidden, 3)},
          [=](const std::vector<Doubles>& x) {
            Tape tape(true);
            streams(tape);
            const uint64_t site = tape.next_site();
            Doubles y(rows * kHidden);
            for (size_t s = 0; s + 1 < segments.size(); ++s)
              for (size_t h = 0; h < kHeads; ++h) {
                const size_t some = segments[s + 1] - segments[s], padded = (some + 31) / 32 * 32;
                Floats kept(some * padded, 1);
                if (dropped > 0)
                  drop(dropped, tape.stream(s, site) + h * 0x9e3779b97f4a7c15ULL, kept.data(), kept.size());
                for (size_t i = 0; i < some; ++i) {
                  const auto number = [&](size_t row, size_t part, size_t j) {
                    return x[0][(segments[s] + row) * 3 * kHidden + part * kHidden + h * kWidth + j];
                  };
                  Doubles shares;
                  double total = 0;
                  for (size_t k = 0; k < some; ++k) {
                    double dot = 0;
                    for (size_t j = 0; j < kWidth; ++j) dot += number(i, 0, j) * number(k, 1, j);
                    shares.push_back(std::exp(dot / std::sqrt(static_cast<double>(kWidth))));
                    total += shares.back();
                  }
                  for (size_t j = 0; j < kWidth; ++j)
                    for (size_t k = 0; k < some; ++k)
                      y[(segments[s] + i) * kHidden + h * kWidth + j] +=
                          double{kept[i * padded + k]} * shares[k] / total * number(k, 2, j);
                }
              }
            return y;
          },
          [=](const std::vector<Floats>& x, int threads) {
            Tape tape(true);
            streams(tape);
            const auto value = value_of(tape, x[0], rows);
            const auto y = attention(tape, value, segments, kHeads, dropped);
            Case::Made made;
            made.results = back_from(tape, *y, threads);
            made.gradients = {gradient_of(*value)};
            return made;
          }};
}

Case gather_case() {
  const std::vector<uint32_t> words = {3, 0, 3, 2}, places = {0, 1, 2, 0}, picked = {2, 0};
  constexpr size_t kColumns = 70;
  return {"rows of tables, and some of them",
          {drawn(5 * kColumns, 1), drawn(3 * kColumns, 2)},
          [=](const std::vector<Doubles>& x) {
            Doubles y;
            for (const uint32_t i : picked)
              for (size_t j = 0; j < kColumns; ++j)
                y.push_back(x[0][words[i] * kColumns + j] + x[1][places[i] * kColumns + j]);
            return y;
          },
          [=](const std::vector<Floats>& x, int threads) {
            Table first{FloatMatrix(5, kColumns)}, second{FloatMatrix(3, kColumns)};
            first.data = x[0];
            second.data = x[1];
            let_learn(first);
            let_learn(second);
            Tape tape(true);
            const auto y = pick_rows(tape, gather(tape, {{&first, words}, {&second, places}}), picked);
            Case::Made made;
            made.results = back_from(tape, *y, threads);
            made.gradients = {first.learns->numbers.data, second.learns->numbers.data};
            EXPECT_EQ(first.learns->touched, (std::vector<uint8_t>{1, 0, 1, 1, 0}));
            return made;
          }};
}

// Returns a case with a table that gives vectors to words and weights to their scores: both add to its
// gradient.
Case tied_case(size_t words) {
  const std::vector<uint32_t> read = {1, 3, 1};
  constexpr size_t kColumns = 5;
  return {"words of a table and their scores, " + std::to_string(words),
          {drawn(words * kColumns, 1), drawn(words, 2)},
          [=](const std::vector<Doubles>& x) {
            Doubles y;
            for (const uint32_t word : read)
              for (size_t o = 0; o < words; ++o) {
                double sum = x[1][o];
                for (size_t k = 0; k < kColumns; ++k)
                  sum += x[0][word * kColumns + k] * x[0][o * kColumns + k];
                y.push_back(sum);
              }
            return y;
          },
          [=](const std::vector<Floats>& x, int threads) {
            Table table{FloatMatrix(words, kColumns)};
            Linear tied = tied_to(table);
            let_learn(table);
            let_learn(tied);
            table.data = x[0];
            tied.bias = x[1];
            follow(table, tied, threads);
            Tape tape(true);
            const auto y = linear(tape, gather(tape, {{&table, read}}), tied);
            Case::Made made;
            made.results = back_from(tape, *y, threads);
            give_gradient(tied, table, threads);
            made.gradients = {table.learns->numbers.data, tied.learns->bias};
            EXPECT_EQ(table.learns->touched, std::vector<uint8_t>(words, 1));
            for (const float rest : tied.learns->weights.numbers()) EXPECT_EQ(rest, 0);
            return made;
          }};
}

// Returns a case with a value that two operations use, and with dropout.
Case joined_case() {
  const std::vector<uint32_t> segments = {0, 1, 4};
  const auto mask = [=] {
    Tape tape(true);
    tape.set_streams({5, 6});
    const uint64_t site = tape.next_site();
    Floats kept(4 * 9, 1);
    drop(0.3F, tape.stream(0, site), kept.data(), 9);
    drop(0.3F, tape.stream(1, site), kept.data() + 9, 27);
    return kept;
  };
  return {"two maps of one value, one with dropout",
          {drawn(4 * 9, 1), drawn(81, 2), drawn(81, 3)},
          [=](const std::vector<Doubles>& x) {
            const Floats kept = mask();
            Doubles y;
            for (size_t i = 0; i < 4; ++i) {
              Doubles row(9), first(9);
              double mean = 0, variance = 0;
              for (size_t o = 0; o < 9; ++o) {
                for (size_t k = 0; k < 9; ++k) first[o] += x[0][i * 9 + k] * x[1][o * 9 + k];
              }
              for (size_t o = 0; o < 9; ++o)
                for (size_t k = 0; k < 9; ++k) row[o] += first[k] * x[2][o * 9 + k];
              for (size_t o = 0; o < 9; ++o) row[o] = first[o] + kept[i * 9 + o] * row[o];
              for (const double one : row) mean += one / 9;
              for (const double one : row) variance += (one - mean) * (one - mean) / 9;
              for (const double one : row) y.push_back((one - mean) / std::sqrt(variance + 1e-5));
            }
            return y;
          },
          [=](const std::vector<Floats>& x, int threads) {
            Linear first{pack_outputs({x[1].data(), 9, 9, 9}), Floats(9)},
                second{pack_outputs({x[2].data(), 9, 9, 9}), Floats(9)};
            let_learn(first);
            let_learn(second);
            const NormWeights norm{Floats(9, 1), Floats(9)};
            Tape tape(true);
            tape.set_streams({5, 6});
            const auto value = value_of(tape, x[0], 4);
            const auto one = linear(tape, value, first), two = linear(tape, one, second);
            dropout(tape, two, segments, 0.3F);
            const auto y = layer_norm(tape, norm, 1e-5F, one, two);
            Case::Made made;
            made.results = back_from(tape, *y, threads);
            made.gradients = {gradient_of(*value), unpacked(first.learns->weights, 9),
                              unpacked(second.learns->weights, 9)};
            return made;
          }};
}

std::vector<Case> cases() {
  return {linear_case(5, 7, 3),
          linear_case(1, 33, 300),
          linear_case(300, 3, 40),
          layer_norm_case(3, 19),
          layer_norm_case(2, 72),
          activation_case(Activation::gelu,
                          [](double x) { return 0.5 * x * (1 + std::erf(x / std::sqrt(2.0))); }),
          activation_case(Activation::gelu_tanh,
                          [](double x) {
                            return 0.5 * x *
                                   (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
                          }),
          activation_case(Activation::relu, [](double x) { return std::max(x, 0.0); }),
          activation_case(Activation::silu, [](double x) { return x / (1 + std::exp(-x)); }),
          activation_case(Activation::tanh, [](double x) { return std::tanh(x); }),
          attention_case({0, 1, 1, 8, 45}, 0),
          attention_case({0, 6, 40}, 0.2F),
          gather_case(),
          tied_case(4),
          tied_case(70),
          joined_case()};
}

TEST(Gradients, EqualFiniteDifferencesOfPlainLoops) {
  for (const Case& one : cases()) expect_gradients_of_plain_loops(one);
}

TEST(Gradients, HaveTheSameBytesAtEveryLevelAndForAnyThreads) {
  for (const Case& one : cases()) expect_same_bytes_everywhere(one);
}

TEST(Gradients, OfATextAreTheSameInAnyPieces) {
  // The five rows are on one tape, or two and three rows are on two tapes.
  const auto x = floats(drawn(5 * 7, 1)), weights = floats(drawn(40 * 7, 2));
  const auto summed = [&](std::vector<std::pair<size_t, size_t>> pieces) {
    Linear layer{pack_outputs({weights.data(), 40, 7, 7}), Floats(40)};
    NormWeights norm{Floats(40, 1.5F), Floats(40)};
    let_learn(layer);
    let_learn(norm);
    std::vector<std::unique_ptr<Tape>> tapes;
    std::vector<Tape*> all;
    for (const auto& [begin, end] : pieces) {
      Tape& tape = *tapes.emplace_back(std::make_unique<Tape>(true));
      all.push_back(&tape);
      const Floats some(x.begin() + begin * 7, x.begin() + end * 7);
      const auto y =
          layer_norm(tape, norm, 1e-5F, linear(tape, value_of(tape, some, end - begin), layer), nullptr);
      tape.open_gradient(*y);
      for (size_t i = 0; i < y->gradient.size(); ++i)
        y->gradient[i] = static_cast<float>(factor(begin * 40 + i));
      tape.back();
    }
    add_deferred(all, 2);
    return std::tuple(unpacked(layer.learns->weights, 40), layer.learns->bias, norm.learns->weight,
                      norm.learns->bias);
  };
  EXPECT_EQ(summed({{0, 5}}), summed({{0, 2}, {2, 5}}));
}

TEST(CrossEntropy, EqualsItsFormula) {
  Tape tape(true);
  const Doubles scores = {1, 2, -1, 0, 0, 30};
  const auto value = value_of(tape, floats(scores), 2);
  Doubles losses(2);
  cross_entropy(tape, value, std::vector<uint32_t>{2, 0}, Doubles{0.25, 0.75}, losses);
  for (size_t i = 0; i < 2; ++i) {
    const size_t right = i == 0 ? 2 : 0;
    double sum = 0;
    for (size_t k = 0; k < 3; ++k) sum += std::exp(scores[i * 3 + k]);
    EXPECT_NEAR(losses[i], std::log(sum) - scores[i * 3 + right], 1e-12);
    for (size_t k = 0; k < 3; ++k)
      EXPECT_NEAR(value->gradient[i * 3 + k],
                  (i == 0 ? 0.25 : 0.75) * (std::exp(scores[i * 3 + k]) / sum - (k == right)), 1e-7);
  }
}

TEST(Dropout, DropsTheShareAndKeepsTheMean) {
  Floats x(100'000, 1);
  drop(0.1F, 77, x.data(), x.size());
  size_t dropped = 0;
  double sum = 0;
  for (const float one : x) {
    dropped += one == 0;
    sum += one;
    ASSERT_TRUE(one == 0 || one == 1.0F / 0.9F);
  }
  EXPECT_NEAR(static_cast<double>(dropped) / 1e5, 0.1, 0.004);
  EXPECT_NEAR(sum / 1e5, 1, 0.004);
  Floats some(13, 1), more(13, 1);
  drop(0.5F, 77, some.data(), 13);
  drop(0.5F, 78, more.data(), 13);
  EXPECT_NE(some, more);
  testing::expect_same_at_every_simd_level([] {
    Floats again(45, 1);
    drop(0.5F, 9, again.data(), again.size());
    return again;
  });
}

}  // namespace
}  // namespace standfast
