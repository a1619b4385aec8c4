// Tests of operations on the rows of several texts, on the tape: values are compared with plain loops,
// gradients with finite differences, and the bytes are the same everywhere. A new operation is one line in
// the list.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "standfast/base/counter_random.h"
#include "standfast/num/autodiff/attention.h"
#include "standfast/num/autodiff/gates.h"
#include "standfast/num/autodiff/layer_norm.h"
#include "standfast/num/autodiff/linear.h"
#include "standfast/num/autodiff/losses.h"
#include "standfast/num/autodiff/pool.h"
#include "standfast/num/autodiff/tape.h"
#include "tests/num/texts_case.h"

namespace standfast {
namespace {

using namespace gradients;  // NOLINT(google-build-using-namespace)

// The borders of texts of which an empty one comes first, between others and last, and one has one row.
const std::vector<uint32_t> kTexts = {0, 0, 1, 6, 6, 40, 43, 43};

OnTexts pooled(Pooling how) {
  constexpr size_t kColumns = 19;
  return {.name = "pooling " + std::to_string(static_cast<int>(how)),
          .segments = kTexts,
          .columns = {kColumns},
          .plain =
              [how](const std::vector<Doubles>& x) {
                Doubles y;
                for (size_t s = 0; s + 1 < kTexts.size(); ++s) {
                  const size_t rows = kTexts[s + 1] - kTexts[s];
                  const auto n = static_cast<double>(rows);
                  for (size_t j = 0; j < kColumns; ++j) {
                    const auto at = [&](size_t i) { return x[0][(kTexts[s] + i) * kColumns + j]; };
                    double sum = 0, most = -std::numeric_limits<double>::infinity(), by_place = 0;
                    for (size_t i = 0; i < rows; ++i) {
                      sum += at(i);
                      most = std::max(most, at(i));
                      by_place += static_cast<double>(i + 1) * at(i);
                    }
                    if (rows == 0)
                      y.push_back(0);
                    else if (how == Pooling::first)
                      y.push_back(at(0));
                    else if (how == Pooling::last)
                      y.push_back(at(rows - 1));
                    else if (how == Pooling::max)
                      y.push_back(most);
                    else if (how == Pooling::mean)
                      y.push_back(sum / n);
                    else if (how == Pooling::mean_sqrt)
                      y.push_back(sum / std::sqrt(n));
                    else
                      y.push_back(by_place / (n * (n + 1) / 2));
                  }
                }
                return y;
              },
          .make =
              [how](const auto&) {
                return Network{
                    [how](Tape& tape, const std::vector<ValuePtr>& x, std::span<const uint32_t> segments) {
                      return pool(tape, how, x[0], segments);
                    }};
              },
          .times = 2};
}

OnTexts attended(size_t columns) {
  return {.name = "attention without parameters, columns: " + std::to_string(columns),
          .segments = kTexts,
          .columns = {columns},
          .plain =
              [columns](const std::vector<Doubles>& x) {
                Doubles y(x[0].size());
                for (size_t s = 0; s + 1 < kTexts.size(); ++s)
                  for (size_t i = kTexts[s]; i < kTexts[s + 1]; ++i) {
                    Doubles shares;
                    for (size_t k = kTexts[s]; k < kTexts[s + 1]; ++k) {
                      double dot = 0;
                      for (size_t j = 0; j < columns; ++j)
                        dot += x[0][i * columns + j] * x[0][k * columns + j];
                      shares.push_back(std::exp(dot / std::sqrt(static_cast<double>(columns))));
                    }
                    const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
                    for (size_t k = 0; k < shares.size(); ++k)
                      for (size_t j = 0; j < columns; ++j)
                        y[i * columns + j] += shares[k] / total * x[0][(kTexts[s] + k) * columns + j];
                  }
                return y;
              },
          .make =
              [](const auto&) {
                return Network{
                    [](Tape& tape, const std::vector<ValuePtr>& x, std::span<const uint32_t> segments) {
                      return parameter_free_attention(tape, x[0], segments);
                    }};
              },
          .times = 2};
}

OnTexts of_unit_length(size_t columns) {
  return {.name = "rows of length 1, columns: " + std::to_string(columns),
          .segments = kTexts,
          .columns = {columns},
          .plain =
              [columns](const std::vector<Doubles>& x) {
                Doubles y;
                for (size_t i = 0; i < kTexts.back(); ++i) {
                  double squares = 0;
                  for (size_t j = 0; j < columns; ++j) squares += std::pow(x[0][i * columns + j], 2);
                  for (size_t j = 0; j < columns; ++j)
                    y.push_back(x[0][i * columns + j] / std::sqrt(squares));
                }
                return y;
              },
          .make =
              [](const auto&) {
                return Network{[](Tape& tape, const std::vector<ValuePtr>& x, std::span<const uint32_t>) {
                  return unit_rows(tape, x[0]);
                }};
              },
          .times = 2};
}

OnTexts cosines(size_t columns) {
  return {.name = "cosines, columns: " + std::to_string(columns),
          .segments = kTexts,
          .columns = {columns, columns},
          .plain =
              [columns](const std::vector<Doubles>& x) {
                Doubles y;
                for (size_t i = 0; i < kTexts.back(); ++i) {
                  double both = 0, left = 0, right = 0;
                  for (size_t j = i * columns; j < (i + 1) * columns; ++j) {
                    both += x[0][j] * x[1][j];
                    left += x[0][j] * x[0][j];
                    right += x[1][j] * x[1][j];
                  }
                  y.push_back(both / std::sqrt(left * right));
                }
                return y;
              },
          .make =
              [](const auto&) {
                return Network{[](Tape& tape, const std::vector<ValuePtr>& x, std::span<const uint32_t>) {
                  return cosine(tape, x[0], x[1]);
                }};
              },
          .times = 2};
}

// Returns a case of attention with a key bias. With dropout, the plain loops draw for themselves what is
// dropped.
OnTexts attended_with_key_bias(size_t heads, size_t width, float dropped) {
  const size_t hidden = heads * width;
  return {
      .name = "attention with a key bias, width " + std::to_string(width) + ", dropped " +
              std::to_string(dropped),
      .segments = kTexts,
      .columns = {3 * hidden, 1},
      .plain =
          [=](const std::vector<Doubles>& x) {
            Doubles y(kTexts.back() * hidden);
            for (size_t s = 0; s + 1 < kTexts.size(); ++s)
              for (size_t h = 0; h < heads; ++h) {
                const size_t first = kTexts[s], rows = kTexts[s + 1] - first, padded = (rows + 31) / 32 * 32;
                Tape tape(true);
                tape.set_streams({stream_of_text(s)});
                Floats kept(rows * padded, 1);
                if (dropped > 0)
                  drop(dropped, tape.stream(0, tape.next_site()) + h * 0x9e3779b97f4a7c15ULL, kept.data(),
                       kept.size());
                const auto number = [&](size_t row, size_t part, size_t j) {
                  return x[0][(first + row) * 3 * hidden + part * hidden + h * width + j];
                };
                for (size_t i = 0; i < rows; ++i) {
                  Doubles shares;
                  for (size_t k = 0; k < rows; ++k) {
                    double dot = 0;
                    for (size_t j = 0; j < width; ++j) dot += number(i, 0, j) * number(k, 1, j);
                    shares.push_back(std::exp(dot / std::sqrt(static_cast<double>(width)) + x[1][first + k]));
                  }
                  const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
                  for (size_t k = 0; k < rows; ++k)
                    for (size_t j = 0; j < width; ++j)
                      y[(first + i) * hidden + h * width + j] +=
                          double{kept[i * padded + k]} * shares[k] / total * number(k, 2, j);
                }
              }
            return y;
          },
      .make =
          [=](const auto&) {
            return Network{
                [=](Tape& tape, const std::vector<ValuePtr>& x, std::span<const uint32_t> segments) {
                  return attention(tape, x[0], segments, heads, dropped, x[1]);
                }};
          },
      // At another place on the tape, other numbers are dropped.
      .times = dropped > 0 ? size_t{1} : size_t{2}};
}

// Computes the result of relaxed_bernoulli for the logits of all texts, at its first place on a tape.
Doubles relaxed(const Doubles& logits, double temperature) {
  Doubles out;
  for (size_t s = 0; s + 1 < kTexts.size(); ++s) {
    Tape tape(true);
    tape.set_streams({stream_of_text(s)});
    const uint64_t stream = tape.stream(0, 1);
    for (uint32_t i = kTexts[s]; i < kTexts[s + 1]; ++i) {
      uint32_t drawn[1];
      CounterRandom::below(stream, i - kTexts[s], UINT32_MAX, drawn);
      const double u = (drawn[0] + 0.5) / 4294967295.0;
      out.push_back(1 / (1 + std::exp(-(logits[i] + std::log(u / (1 - u))) / temperature)));
    }
  }
  return out;
}

OnTexts relaxed_draws(double temperature) {
  return {.name = "relaxed Bernoulli, temperature " + std::to_string(temperature),
          .segments = kTexts,
          .columns = {1},
          .plain = [=](const std::vector<Doubles>& x) { return relaxed(x[0], temperature); },
          .make =
              [=](const auto&) {
                return Network{
                    [=](Tape& tape, const std::vector<ValuePtr>& x, std::span<const uint32_t> segments) {
                      return relaxed_bernoulli(tape, x[0], segments, temperature);
                    }};
              }};
}

// Returns, for each text, its rows, an open gate, the rows again backwards, and a shut gate.
std::vector<uint32_t> places_of_gates(std::span<const uint32_t> segments) {
  std::vector<uint32_t> out;
  for (size_t s = 0; s + 1 < segments.size(); ++s) {
    for (uint32_t i = segments[s]; i < segments[s + 1]; ++i) out.push_back(i);
    out.push_back(kOpenRow);
    for (uint32_t i = segments[s + 1]; i-- > segments[s];) out.push_back(i);
    out.push_back(kShutRow);
  }
  return out;
}

OnTexts logarithms_of_gates() {
  constexpr double kTemperature = 0.5;
  return {.name = "logarithms of gates",
          .segments = kTexts,
          .columns = {1},
          .plain =
              [](const std::vector<Doubles>& x) {
                const Doubles gates = relaxed(x[0], kTemperature);
                Doubles y;
                for (const uint32_t place : places_of_gates(kTexts))
                  y.push_back(place == kOpenRow   ? 0
                              : place == kShutRow ? std::log(1e-8)
                                                  : std::log(gates[place] + 1e-8));
                return y;
              },
          .make =
              [](const auto&) {
                return Network{
                    [](Tape& tape, const std::vector<ValuePtr>& x, std::span<const uint32_t> segments) {
                      return log_gates(tape, relaxed_bernoulli(tape, x[0], segments, kTemperature),
                                       places_of_gates(segments), false);
                    }};
              }};
}

// Returns a case in which a layer that learns is applied twice to the same rows.
OnTexts applied_twice() {
  constexpr size_t kIn = 5, kOut = 70;
  return {.name = "a linear layer that is applied twice",
          .segments = kTexts,
          .columns = {kIn},
          .learned = {drawn(kOut * kIn, 1), drawn(kOut, 2)},
          .plain =
              [](const std::vector<Doubles>& x) {
                Doubles y;
                for (size_t i = 0; i < kTexts.back(); ++i)
                  for (size_t o = 0; o < kOut; ++o) {
                    double sum = x[2][o];
                    for (size_t k = 0; k < kIn; ++k) sum += x[0][i * kIn + k] * x[1][o * kIn + k];
                    y.push_back(sum);
                  }
                return y;
              },
          .make =
              [](const std::vector<Floats>& learned) {
                const auto layer = std::make_shared<Linear>(
                    Linear{pack_outputs({learned[0].data(), kOut, kIn, kIn}), learned[1]});
                let_learn(*layer);
                return Network{
                    [layer](Tape& tape, const std::vector<ValuePtr>& x, std::span<const uint32_t>) {
                      return linear(tape, x[0], *layer);
                    },
                    [layer] {
                      return std::vector<Floats>{unpacked(layer->learns->weights, kOut), layer->learns->bias};
                    }};
              },
          .times = 2};
}

std::vector<OnTexts> segment_operations() {
  return {pooled(Pooling::first),
          pooled(Pooling::last),
          pooled(Pooling::max),
          pooled(Pooling::mean),
          pooled(Pooling::mean_sqrt),
          pooled(Pooling::weighted_mean),
          attended(1),
          attended(5),
          attended(40),
          of_unit_length(1),
          of_unit_length(3),
          of_unit_length(24),
          cosines(2),
          cosines(21),
          attended_with_key_bias(1, 1, 0),
          attended_with_key_bias(2, 5, 0),
          attended_with_key_bias(2, 5, 0.3F),
          relaxed_draws(0.5),
          relaxed_draws(1),
          logarithms_of_gates(),
          applied_twice()};
}

TEST(SegmentGradients, EqualFiniteDifferencesOfPlainLoops) {
  for (const OnTexts& one : segment_operations()) expect_gradients_of_plain_loops(on_texts(one));
}

TEST(SegmentGradients, HaveTheSameBytesAtEveryLevelForAnyThreadsAndInAnyPieces) {
  for (const OnTexts& one : segment_operations()) expect_same_bytes_everywhere(on_texts(one));
}

ValuePtr rows_of(Tape& tape, size_t columns, const Doubles& x) {
  const auto value = tape.make(x.size() / columns, columns, true);
  std::ranges::copy(x, value->numbers.begin());
  return value;
}

TEST(SegmentPooling, GivesTheGradientOfATieToTheFirstRow) {
  Tape tape(true);
  const auto x = rows_of(tape, 2, {1, 5, 2, 5, 2, 4});
  const auto y = pool(tape, Pooling::max, x, std::vector<uint32_t>{0, 3});
  tape.open_gradient(*y);
  y->gradient = {10, 20};
  tape.back();
  EXPECT_EQ(gradient_of(*x), (Floats{0, 20, 10, 0, 0, 0}));
}

// The check value of the project's notes on LUAR has the rows (1, 0, 2) and (0, 1, 1), and the maximum of
// what they attend to.
TEST(ParameterFreeAttention, HasTheCheckValue) {
  Tape tape(false);
  const std::vector<uint32_t> segments = {0, 2};
  const auto mixed = parameter_free_attention(tape, rows_of(tape, 3, {1, 0, 2, 0, 1, 1}), segments);
  // The weights are (.849674553, .150325447) and (.5, .5).
  const Doubles expected = {0.849674553, 0.150325447, 1.849674553, 0.5, 0.5, 1.5};
  for (size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(mixed->numbers[i], expected[i], 2e-7) << i;
  const auto most = pool(tape, Pooling::max, mixed, segments);
  for (const auto& [i, number] : {std::pair{0, 0.849674553}, {1, 0.5}, {2, 1.849674553}})
    EXPECT_NEAR(most->numbers[static_cast<size_t>(i)], number, 2e-7);
}

TEST(UnitRows, ScaleARowThatIsTooShort) {
  Tape tape(true);
  const auto x = rows_of(tape, 2, {0, 0, 3, 4});
  const auto y = unit_rows(tape, x);
  EXPECT_EQ(y->numbers[0], 0);
  EXPECT_FLOAT_EQ(y->numbers[3], 0.8F);
  tape.open_gradient(*y);
  y->gradient = {1e-12F, 0, 1, 0};
  tape.back();
  EXPECT_FLOAT_EQ(x->gradient[0], 1);  // 1e-12 / 1e-12, as in torch's normalize
  EXPECT_FLOAT_EQ(x->gradient[2], 0.2F * (1 - 0.36F));
}

TEST(Cosine, OfAZeroRowIsZero) {
  Tape tape(false);
  EXPECT_EQ(cosine(tape, rows_of(tape, 2, {0, 0}), rows_of(tape, 2, {1, 2}))->numbers[0], 0);
}

TEST(StopGradient, IsACopyThroughWhichNothingLearns) {
  Tape tape(true);
  const auto x = rows_of(tape, 1, {3, 4});
  const auto stopped = stop_gradient(tape, x);
  EXPECT_FALSE(stopped->wants_gradient);
  stopped->numbers[0] = 7;
  EXPECT_EQ(x->numbers[0], 3);
  const auto y = cosine(tape, x, stop_gradient(tape, x));
  tape.open_gradient(*y);
  std::ranges::fill(y->gradient, 1.0F);
  tape.back();
  EXPECT_EQ(x->gradient.size(), 2U);
}

// The values are the check values of the project's notes on LUAR.
TEST(SupervisedContrastive, HasTheCheckValues) {
  const Doubles unit = {1, 0, 0.8, 0.6, 0, 1, 0.6, 0.8};
  const std::vector<uint32_t> labels = {0, 0, 1, 1};
  Tape tape(true);
  const auto loss = supervised_contrastive(tape, rows_of(tape, 2, unit), labels, 0.1);
  const Doubles expected = {0.127223442, 1.806380017, 0.127223442, 1.806380017};
  for (size_t i = 0; i < 4; ++i) EXPECT_NEAR(loss.of_anchors[i], expected[i], 2e-6) << i;
  EXPECT_NEAR(loss.mean, 0.966801730, 1e-6);
  EXPECT_EQ(loss.counted, 4U);
  const auto sharp = supervised_contrastive(tape, rows_of(tape, 2, unit), labels, 0.01);
  EXPECT_NEAR(sharp.of_anchors[0], 2e-9, 1e-9);
  EXPECT_NEAR(sharp.of_anchors[1], 16.000000113, 2e-5);  // .8 and .6 are floats
  EXPECT_NEAR(sharp.mean, 8.000000057, 1e-5);
}

double contrastive_by_loops(const Doubles& x, size_t columns, const std::vector<uint32_t>& labels,
                            double temperature) {
  double sum = 0;
  size_t counted = 0;
  for (size_t i = 0; i < labels.size(); ++i) {
    double all = 0, similar = 0, positives = 0;
    for (size_t a = 0; a < labels.size(); ++a) {
      if (a == i) continue;
      double dot = 0;
      for (size_t j = 0; j < columns; ++j) dot += x[i * columns + j] * x[a * columns + j];
      all += std::exp(dot / temperature);
      if (labels[a] != labels[i]) continue;
      similar += dot / temperature;
      ++positives;
    }
    if (positives == 0) continue;
    const double loss = std::log(all) - similar / positives;
    if (loss <= 0) continue;
    sum += loss;
    ++counted;
  }
  return counted == 0 ? 0 : sum / static_cast<double>(counted);
}

TEST(SupervisedContrastive, SetsTheGradientOfTheMean) {
  constexpr size_t kColumns = 11;
  // There are three rows of one label, two of another, and one alone. Two rows of one label that make up
  // their whole batch have no loss.
  for (const std::vector<uint32_t>& labels :
       {std::vector<uint32_t>{4, 1, 4, 0, 1, 4}, {1, 2, 3}, {7}, {5, 5}, {5, 5, 5}}) {
    Doubles x = drawn(labels.size() * kColumns, 3);
    for (size_t i = 0; i < labels.size(); ++i) {
      double squares = 0;
      for (size_t j = 0; j < kColumns; ++j) squares += std::pow(x[i * kColumns + j], 2);
      for (size_t j = 0; j < kColumns; ++j)
        x[i * kColumns + j] = static_cast<float>(x[i * kColumns + j] / std::sqrt(squares));
    }
    const auto made = [&] {
      Tape tape(true);
      const auto value = rows_of(tape, kColumns, x);
      const auto loss = supervised_contrastive(tape, value, labels, 0.3);
      Doubles out(value->gradient.begin(), value->gradient.end());
      out.push_back(loss.mean);
      return out;
    };
    const Doubles got = made();
    EXPECT_NEAR(got.back(), contrastive_by_loops(x, kColumns, labels, 0.3), 1e-9);
    for (size_t i = 0; i < x.size(); ++i) {
      Doubles moved = x;
      moved[i] += 1e-6;
      const double above = contrastive_by_loops(moved, kColumns, labels, 0.3);
      moved[i] -= 2e-6;
      ASSERT_NEAR(got[i], (above - contrastive_by_loops(moved, kColumns, labels, 0.3)) / 2e-6, 1e-6);
    }
    testing::expect_same_at_every_simd_level(made);
  }
}

TEST(KeyBias, OfZeroChangesNoBitAndAKeyThatIsShutIsAsGoodAsNotThere) {
  const std::vector<uint32_t> segments = {0, 40};
  const Doubles rows = drawn(40 * 30, 3);
  const auto with = [&](const ValuePtr& bias, float dropped) {
    Tape tape(true);
    tape.set_streams({7});
    const auto x = rows_of(tape, 30, rows);
    const auto y = attention(tape, x, segments, 2, dropped, bias);
    tape.open_gradient(*y);
    std::ranges::fill(y->gradient, 0.5F);
    const Floats numbers(y->numbers.begin(), y->numbers.end());
    tape.back();
    return std::pair(numbers, gradient_of(*x));
  };
  Tape other(false);
  for (const float dropped : {0.0F, 0.2F})
    EXPECT_EQ(with(nullptr, dropped), with(rows_of(other, 1, Doubles(40, 0)), dropped));
  // All rows but the first 25 are shut, as if the text had 25 rows.
  Doubles bias(40, 0);
  for (size_t i = 25; i < 40; ++i) bias[i] = std::log(kShutGate);
  Tape tape(false);
  const auto all = attention(tape, rows_of(tape, 30, rows), segments, 2, 0, rows_of(tape, 1, bias));
  const auto some = attention(tape, rows_of(tape, 30, Doubles(rows.begin(), rows.begin() + 25 * 30)),
                              std::vector<uint32_t>{0, 25}, 2, 0);
  for (size_t i = 0; i < some->numbers.size(); ++i) ASSERT_NEAR(all->numbers[i], some->numbers[i], 2e-6) << i;
}

TEST(RelaxedBernoulli, IsAboveAHalfWithTheProbabilityOfItsLogit) {
  constexpr uint32_t kDraws = 40'000;
  for (const double logit : {-2.0, 0.0, 1.5}) {
    Tape tape(true);
    tape.set_streams({stream_of_text(3)});
    const auto z = relaxed_bernoulli(tape, rows_of(tape, 1, Doubles(kDraws, logit)),
                                     std::vector<uint32_t>{0, kDraws}, 0.5);
    const double p = 1 / (1 + std::exp(-logit));
    const auto above = std::ranges::count_if(z->numbers, [](float x) { return x > 0.5F; });
    EXPECT_NEAR(static_cast<double>(above) / kDraws, p, 4 * std::sqrt(p * (1 - p) / kDraws)) << logit;
  }
}

TEST(LogGates, AreStraightThroughWhereGatesAreHard) {
  const Doubles gates = {0, 0.2, 0.5, 0.75, 1};
  const auto made = [&](bool hard) {
    Tape tape(true);
    const auto x = rows_of(tape, 1, gates);
    const auto y = log_gates(tape, x, {0, 1, 2, 3, 4, 3, kOpenRow, kShutRow}, hard);
    tape.open_gradient(*y);
    std::ranges::fill(y->gradient, 1.0F);
    const Floats numbers(y->numbers.begin(), y->numbers.end());
    tape.back();
    return std::pair(numbers, gradient_of(*x));
  };
  const auto shut = static_cast<float>(std::log(1e-8));
  EXPECT_EQ(made(true).first, (Floats{shut, shut, shut, 0, 0, 0, 0, shut}));
  EXPECT_EQ(made(true).second, made(false).second);
  EXPECT_FLOAT_EQ(made(false).second[3], 2 / 0.75F) << "it is taken twice";
}

// The values are the check values of the project's notes on CR.
TEST(BernoulliDivergence, HasTheCheckValues) {
  Tape tape(false);
  const Doubles logits = {0, 2, -1}, shares(1, 1);
  Doubles out(1);
  bernoulli_divergence(tape, rows_of(tape, 1, logits), std::vector<uint32_t>{0, 3}, 0.2, shares, out);
  EXPECT_NEAR(out[0], 0.438589896, 1e-9);
  const Doubles each = {0.223143551, 1.078853719, 0.013772418};
  for (size_t i = 0; i < 3; ++i) {
    bernoulli_divergence(tape, rows_of(tape, 1, {logits[i]}), std::vector<uint32_t>{0, 1}, 0.2, shares, out);
    EXPECT_NEAR(out[0], each[i], 1e-9);
  }
  bernoulli_divergence(tape, rows_of(tape, 1, {std::log(0.25)}), std::vector<uint32_t>{0, 1}, 0.2, shares,
                       out);
  EXPECT_NEAR(out[0], 0, 1e-9) << "the prior itself";
}

double divergence_by_loops(const Doubles& logits, double prior, const Doubles& shares) {
  double sum = 0;
  for (size_t s = 0; s + 1 < kTexts.size(); ++s)
    for (size_t i = kTexts[s]; i < kTexts[s + 1]; ++i) {
      const double q = 1 / (1 + std::exp(-logits[i]));
      sum += shares[s] / (kTexts[s + 1] - kTexts[s]) *
             (q * std::log(q / prior) + (1 - q) * std::log((1 - q) / (1 - prior)));
    }
  return sum;
}

TEST(BernoulliDivergence, AddsItsGradient) {
  Doubles logits = drawn(kTexts.back(), 4), shares;
  for (size_t s = 0; s + 1 < kTexts.size(); ++s) shares.push_back(0.1 + 0.3 * static_cast<double>(s));
  for (double& logit : logits) logit *= 3;
  const auto made = [&] {
    Tape tape(true);
    const auto x = rows_of(tape, 1, logits);
    tape.open_gradient(*x);
    std::ranges::fill(x->gradient, 2.0F);
    Doubles losses(shares.size());
    bernoulli_divergence(tape, x, kTexts, 0.1, shares, losses);
    double sum = 0;
    for (size_t s = 0; s < losses.size(); ++s) sum += shares[s] * losses[s];
    Doubles out(x->gradient.begin(), x->gradient.end());
    out.push_back(sum);
    return out;
  };
  const Doubles got = made();
  EXPECT_NEAR(got.back(), divergence_by_loops(logits, 0.1, shares), 1e-6);
  for (size_t i = 0; i < logits.size(); ++i) {
    Doubles moved = logits;
    moved[i] += 1e-6;
    const double above = divergence_by_loops(moved, 0.1, shares);
    moved[i] -= 2e-6;
    ASSERT_NEAR(got[i] - 2, (above - divergence_by_loops(moved, 0.1, shares)) / 2e-6, 1e-6) << i;
  }
  testing::expect_same_at_every_simd_level(made);
  // Nothing overflows at extreme logits.
  Tape tape(true);
  Doubles far(1);
  const auto x = rows_of(tape, 1, {-300, 300});
  bernoulli_divergence(tape, x, std::vector<uint32_t>{0, 2}, 0.1, Doubles{1}, far);
  EXPECT_NEAR(far[0], -(std::log(0.9) + std::log(0.1)) / 2, 1e-9);
  EXPECT_NEAR(x->gradient[0], 0, 1e-12);
}

// Adds scores whose softmax has the probability p in the first of three columns.
void add_scores(Doubles& scores, double p) {
  scores.insert(scores.end(), {std::log(p), std::log((1 - p) / 4), std::log((1 - p) * 3 / 4)});
}

// The value is the check value of the project's notes on CR.
TEST(CounterfactualLoss, HasTheCheckValue) {
  Doubles scores;
  for (const double p : {0.9, 0.7, 0.95, 0.4}) add_scores(scores, p);
  Tape tape(true);
  const auto x = rows_of(tape, 3, scores);
  Doubles losses(1);
  counterfactual_loss(tape, x, std::vector<uint32_t>{0, 4}, std::vector<uint32_t>{0}, Doubles{1}, losses);
  // The loss is - (log 1.2 + log 1 + log 1.5) / 3.
  EXPECT_NEAR(losses[0], -0.195928888, 2e-7);
  for (const size_t i : {0, 1, 2, 6, 7, 8})
    EXPECT_EQ(x->gradient[i], 0) << "the rationale, and .95 which is above it";
  EXPECT_GT(x->gradient[3], 0) << "the class shall become less likely without the token";
}

double counterfactual_by_loops(const Doubles& kept, const Doubles& scores, size_t columns,
                               const std::vector<uint32_t>& segments, const std::vector<uint32_t>& classes,
                               const Doubles& shares) {
  const auto p = [&](const Doubles& of, size_t row, uint32_t of_class) {
    double sum = 0;
    for (size_t k = 0; k < columns; ++k) sum += std::exp(of[row * columns + k]);
    return std::exp(of[row * columns + of_class]) / sum;
  };
  double sum = 0;
  for (size_t s = 0; s < classes.size(); ++s)
    for (size_t i = segments[s] + 1; i < segments[s + 1]; ++i)
      sum -= shares[s] / (segments[s + 1] - segments[s] - 1) *
             std::log(std::max(p(kept, segments[s], classes[s]) - p(scores, i, classes[s]) + 1, 1.0));
  return sum;
}

TEST(CounterfactualLoss, AddsItsGradientButNoneThroughTheRationale) {
  constexpr size_t kColumns = 4;
  const std::vector<uint32_t> segments = {0, 3, 4, 10, 12}, classes = {1, 0, 3, 2};
  const Doubles scores = drawn(12 * kColumns, 5), shares = {0.2, 1, 0.5, 0};
  const auto made = [&] {
    Tape tape(true);
    const auto x = rows_of(tape, kColumns, scores);
    Doubles losses(4);
    counterfactual_loss(tape, x, segments, classes, shares, losses);
    double sum = 0;
    for (size_t s = 0; s < losses.size(); ++s) sum += shares[s] * losses[s];
    Doubles out(x->gradient.begin(), x->gradient.end());
    out.push_back(sum);
    EXPECT_EQ(losses[1], 0) << "no counterfactual";
    return out;
  };
  const Doubles got = made();
  EXPECT_NEAR(got.back(), counterfactual_by_loops(scores, scores, kColumns, segments, classes, shares), 1e-7);
  EXPECT_LT(got.back(), 0);
  for (size_t i = 0; i < scores.size(); ++i) {
    Doubles moved = scores;
    moved[i] += 1e-6;
    const double above = counterfactual_by_loops(scores, moved, kColumns, segments, classes, shares);
    moved[i] -= 2e-6;
    ASSERT_NEAR(got[i],
                (above - counterfactual_by_loops(scores, moved, kColumns, segments, classes, shares)) / 2e-6,
                1e-6)
        << i;
  }
  testing::expect_same_at_every_simd_level(made);
}

// Such layers are frozen, and stand between the layers that learn and the loss.
TEST(LinearThatPasses, GivesTheGradientOfOneThatLearnsAndHasNoneItself) {
  const Doubles x = drawn(3 * 7, 1);
  const Floats weights = floats(drawn(40 * 7, 2)), bias = floats(drawn(40, 3));
  const auto gradient = [&](void (*let)(Linear&)) {
    Linear layer{pack_outputs({weights.data(), 40, 7, 7}), bias};
    let(layer);
    Tape tape(true);
    const auto value = rows_of(tape, 7, x);
    const auto y = linear(tape, value, layer);
    back_from(tape, *y, 1);
    return gradient_of(*value);
  };
  EXPECT_EQ(gradient(let_pass), gradient([](Linear& layer) { let_learn(layer); }));
  Linear layer{pack_outputs({weights.data(), 40, 7, 7}), bias};
  let_pass(layer);
  Tape tape(true);
  const auto value = tape.make(3, 7, false);
  std::ranges::copy(x, value->numbers.begin());
  EXPECT_FALSE(linear(tape, value, layer)->wants_gradient);
}

}  // namespace
}  // namespace standfast
