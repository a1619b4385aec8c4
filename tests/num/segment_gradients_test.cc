// Operations on the rows of several texts, on the tape: values against plain loops, gradients against finite differences, the
// same bytes everywhere. A new operation is one line in the list.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "standfast/num/autodiff/attention.h"
#include "standfast/num/autodiff/cosine.h"
#include "standfast/num/autodiff/linear.h"
#include "standfast/num/autodiff/pool.h"
#include "standfast/num/autodiff/stop_gradient.h"
#include "standfast/num/autodiff/supervised_contrastive.h"
#include "standfast/num/autodiff/unit_rows.h"
#include "tests/num/texts_case.h"

namespace standfast {
namespace {

using namespace gradients;  // NOLINT(google-build-using-namespace)

// An empty text first, between others and last; a text of one row.
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
          cosines(21)};
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

// The check value of the project's notes on LUAR: rows (1, 0, 2) and (0, 1, 1), and the maximum of what they attend to.
TEST(ParameterFreeAttention, HasTheCheckValue) {
  Tape tape(false);
  const std::vector<uint32_t> segments = {0, 2};
  const auto mixed = parameter_free_attention(tape, rows_of(tape, 3, {1, 0, 2, 0, 1, 1}), segments);
  // Weights (.849674553, .150325447) and (.5, .5).
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
  EXPECT_FLOAT_EQ(x->gradient[0], 1);  // 1e-12 / 1e-12, as torch's normalize has it
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

// The check values of the project's notes on LUAR.
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
  // Three of a label, two of another, one alone; two that are alike and are all of their batch have no loss.
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

}  // namespace
}  // namespace standfast
