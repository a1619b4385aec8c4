// Tests of operations of networks that choose a part of a text, on the tape: values are compared with plain
// loops, gradients with finite differences, and the bytes are the same everywhere. A new operation is one
// line in a list.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "standfast/base/counter_random.h"
#include "standfast/num/autodiff/attention_pool.h"
#include "standfast/num/autodiff/categorical.h"
#include "standfast/num/autodiff/losses.h"
#include "tests/num/texts_case.h"

namespace standfast {
namespace {

using namespace gradients;  // NOLINT(google-build-using-namespace)

// The borders of texts of which an empty one comes first, between others and last, and one has one row.
const std::vector<uint32_t> kTextsWithChoice = {0, 0, 1, 6, 6, 20, 23, 23};

// Computes the softmax of the first column of x in each text.
Doubles shares_of(const Doubles& x) {
  Doubles out(x.size());
  for (size_t s = 0; s + 1 < kTextsWithChoice.size(); ++s) {
    double total = 0;
    for (size_t i = kTextsWithChoice[s]; i < kTextsWithChoice[s + 1]; ++i) total += std::exp(x[i]);
    for (size_t i = kTextsWithChoice[s]; i < kTextsWithChoice[s + 1]; ++i) out[i] = std::exp(x[i]) / total;
  }
  return out;
}

OnTexts row_scores_case(size_t columns) {
  return {.name = "scores of rows, columns: " + std::to_string(columns),
          .segments = kTextsWithChoice,
          .columns = {columns},
          .learned = {drawn(columns, 5)},
          .plain =
              [=](const std::vector<Doubles>& x) {
                Doubles y(kTextsWithChoice.back());
                for (size_t i = 0; i < y.size(); ++i)
                  for (size_t j = 0; j < columns; ++j) y[i] += x[0][i * columns + j] * x[1][j];
                return y;
              },
          .make =
              [=](const std::vector<Floats>& learned) {
                FloatMatrix row(1, columns);
                row.data = learned[0];
                const auto vector = std::make_shared<Table>(std::move(row));
                let_learn(*vector);
                return Network{[=](Tape& tape, const std::vector<ValuePtr>& x, std::span<const uint32_t>) {
                                 return row_scores(tape, x[0], *vector);
                               },
                               [=] { return std::vector<Floats>{vector->learns->numbers.data}; }};
              },
          .times = 2};
}

OnTexts segment_softmax_case() {
  return {.name = "softmax within texts",
          .segments = kTextsWithChoice,
          .columns = {1},
          .plain = [](const std::vector<Doubles>& x) { return shares_of(x[0]); },
          .make =
              [](const auto&) {
                return Network{
                    [](Tape& tape, const std::vector<ValuePtr>& x, std::span<const uint32_t> segments) {
                      return segment_softmax(tape, x[0], segments);
                    }};
              },
          .times = 2};
}

OnTexts weighted_sum_case(size_t columns) {
  return {.name = "weighted sum, columns: " + std::to_string(columns),
          .segments = kTextsWithChoice,
          .columns = {1, columns},
          .plain =
              [=](const std::vector<Doubles>& x) {
                Doubles y((kTextsWithChoice.size() - 1) * columns);
                for (size_t s = 0; s + 1 < kTextsWithChoice.size(); ++s)
                  for (size_t i = kTextsWithChoice[s]; i < kTextsWithChoice[s + 1]; ++i)
                    for (size_t j = 0; j < columns; ++j)
                      y[s * columns + j] += x[0][i] * x[1][i * columns + j];
                return y;
              },
          .make =
              [](const auto&) {
                return Network{
                    [](Tape& tape, const std::vector<ValuePtr>& x, std::span<const uint32_t> segments) {
                      return weighted_sum(tape, x[0], x[1], segments);
                    }};
              },
          .times = 2};
}

// Returns the row in the middle of each text. For texts of one row, it is a place without a row if there are
// several places.
std::vector<uint32_t> middles(std::span<const uint32_t> segments, uint32_t places) {
  std::vector<uint32_t> out;
  for (size_t s = 0; s + 1 < segments.size(); ++s) {
    const uint32_t rows = segments[s + 1] - segments[s];
    out.push_back(rows == 0 || (rows == 1 && places > 1) ? kNothingDrawn : segments[s] + rows / 2);
  }
  return out;
}

OnTexts log_probabilities_case(uint32_t places) {
  const Exploration exploration{0.2, places};
  return {.name = "logarithms of the probabilities of rows, places: " + std::to_string(places),
          .segments = kTextsWithChoice,
          .columns = {1},
          .plain =
              [=](const std::vector<Doubles>& x) {
                const Doubles shares = shares_of(x[0]);
                const auto chosen = middles(kTextsWithChoice, places);
                Doubles y;
                for (size_t s = 0; s < chosen.size(); ++s) {
                  const double rows = kTextsWithChoice[s + 1] - kTextsWithChoice[s];
                  if (rows == 0)
                    y.push_back(0);
                  else
                    y.push_back(std::log((chosen[s] == kNothingDrawn ? 0 : 0.8 * shares[chosen[s]]) +
                                         0.2 / std::max<double>(places, rows)));
                }
                return y;
              },
          .make =
              [=](const auto&) {
                return Network{
                    [=](Tape& tape, const std::vector<ValuePtr>& x, std::span<const uint32_t> segments) {
                      return log_probabilities(tape, segment_softmax(tape, x[0], segments), segments,
                                               exploration, middles(segments, places));
                    }};
              },
          .times = 2};
}

std::vector<OnTexts> operations() {
  return {row_scores_case(5),     row_scores_case(40),       segment_softmax_case(),   weighted_sum_case(3),
          weighted_sum_case(200), log_probabilities_case(0), log_probabilities_case(9)};
}

// Returns a case of the sum of the divergences of rows, each multiplied by a factor, with both rows of scores
// learning.
Case divergence_case(Divergence how) {
  constexpr size_t kRows = 4, kOfClasses = 3;
  return {how == Divergence::symmetric_kl ? "symmetric KL" : "Jensen-Shannon",
          {drawn(kRows * kOfClasses, 1), drawn(kRows * kOfClasses, 2)},
          [=](const std::vector<Doubles>& x) {
            Doubles y;
            for (size_t i = 0; i < kRows; ++i) {
              Doubles parts[2];
              for (size_t a = 0; a < 2; ++a) {
                double total = 0;
                for (size_t k = 0; k < kOfClasses; ++k) total += std::exp(x[a][i * kOfClasses + k]);
                for (size_t k = 0; k < kOfClasses; ++k)
                  parts[a].push_back(std::exp(x[a][i * kOfClasses + k]) / total);
              }
              double sum = 0;
              for (size_t k = 0; k < kOfClasses; ++k) {
                const double p = parts[0][k], q = parts[1][k], m = (p + q) / 2;
                sum += how == Divergence::symmetric_kl ? p * std::log(p / q) + q * std::log(q / p)
                                                       : p * std::log(p / m) / 2 + q * std::log(q / m) / 2;
              }
              y.push_back(sum);
            }
            return y;
          },
          [=](const std::vector<Floats>& x, int) {
            Tape tape(true);
            const auto a = value_of(tape, x[0], kRows), b = value_of(tape, x[1], kRows);
            Doubles shares, found(kRows);
            for (size_t i = 0; i < kRows; ++i) shares.push_back(factor(i));
            softmax_divergence(tape, how, a, b, shares, found);
            return Case::Made{floats(found), {gradient_of(*a), gradient_of(*b)}};
          }};
}

const std::vector<Divergence> kDivergences = {Divergence::symmetric_kl, Divergence::jensen_shannon};

TEST(RationaleGradients, EqualFiniteDifferencesOfPlainLoops) {
  for (const OnTexts& one : operations()) expect_gradients_of_plain_loops(on_texts(one));
  for (const Divergence how : kDivergences) expect_gradients_of_plain_loops(divergence_case(how));
}

TEST(RationaleGradients, HaveTheSameBytesAtEveryLevelForAnyThreadsAndInAnyPieces) {
  for (const OnTexts& one : operations()) expect_same_bytes_everywhere(on_texts(one));
  for (const Divergence how : kDivergences) expect_same_bytes_everywhere(divergence_case(how));
}

TEST(SegmentSoftmax, StandsScoresOfAnySize) {
  Tape tape;
  const auto scores = value_of(tape, {1e30F, 0, -1e30F, -1e30F}, 4);
  const auto shares = segment_softmax(tape, scores, std::vector<uint32_t>{0, 2, 4});
  EXPECT_EQ(Floats(shares->numbers.begin(), shares->numbers.end()), (Floats{1, 0, 0.5F, 0.5F}));
}

TEST(SoftmaxDivergence, IsFiniteForCertainAnswersAndNothingForEqualOnes) {
  for (const Divergence how : kDivergences) {
    Tape tape(true);
    const auto a = value_of(tape, {1000, 0, 3, 5}, 2), b = value_of(tape, {0, 1000, 3, 5}, 2);
    Doubles found(2);
    softmax_divergence(tape, how, a, b, Doubles{1, 1}, found);
    EXPECT_NEAR(found[0], how == Divergence::symmetric_kl ? 2000 : std::log(2), 1e-9);
    EXPECT_NEAR(found[1], 0, 1e-15);
    for (const auto& value : {a, b})
      for (const float gradient : value->gradient) EXPECT_TRUE(std::isfinite(gradient));
    EXPECT_NEAR(a->gradient[2], 0, 1e-15);
  }
}

TEST(SoftmaxDivergence, AddsToTheGradientOfOtherLosses) {
  Tape tape(true);
  const std::vector<uint32_t> classes = {0};
  const Floats scores = {1, 0}, others = {0, 1};
  const auto one = value_of(tape, scores, 1), both = value_of(tape, scores, 1),
             divergence = value_of(tape, scores, 1);
  const auto fixed = tape.make(1, 2, false);
  std::ranges::copy(others, fixed->numbers.begin());
  Doubles loss(1), apart(1);
  cross_entropy(tape, one, classes, Doubles{0.5}, loss);
  softmax_divergence(tape, Divergence::symmetric_kl, divergence, fixed, Doubles{0.5}, apart);
  cross_entropy(tape, both, classes, Doubles{0.5}, loss);
  softmax_divergence(tape, Divergence::symmetric_kl, both, fixed, Doubles{0.5}, apart);
  EXPECT_TRUE(fixed->gradient.empty());
  for (size_t k = 0; k < 2; ++k)
    EXPECT_NEAR(both->gradient[k], one->gradient[k] + divergence->gradient[k], 1e-7);
}

std::vector<uint64_t> streams_from(uint64_t place, size_t count) {
  const CounterRandom random(Rng(3, "draws"));
  std::vector<uint64_t> out;
  for (size_t i = 0; i < count; ++i) out.push_back(random.stream(place + i));
  return out;
}

TEST(Categorical, DrawsRowsAsOftenAsTheirProbabilitiesSay) {
  const Floats shares = {0.7F, 0.3F, 0, 1};
  const std::vector<uint32_t> segments = {0, 0, 3, 4};
  Tape tape;
  const auto value = value_of(tape, shares, 4);
  for (const Exploration exploration : {Exploration{}, Exploration{0.2, 0}, Exploration{0.5, 6}}) {
    constexpr size_t kDraws = 40'000;
    std::vector<double> counts(5);  // counts of the rows; the second text has a place without a row
    for (size_t draw = 0; draw < kDraws; ++draw) {
      const auto drawn = draw_rows(*value, segments, exploration, streams_from(3 * draw, 3));
      ASSERT_EQ(drawn[0], kNothingDrawn);
      ASSERT_TRUE(drawn[1] < 3 || drawn[1] == kNothingDrawn);
      ASSERT_TRUE(drawn[2] == 3 || drawn[2] == kNothingDrawn);
      ++counts[std::min(drawn[1], 4U)];
      if (drawn[2] == 3) ++counts[3];
    }
    double rest = 1;
    for (size_t i = 0; i < 3; ++i) {
      const double expected = exploration.probability(shares[i], 3);
      rest -= expected;
      EXPECT_NEAR(counts[i] / kDraws, expected, 0.01) << i;
    }
    EXPECT_NEAR(counts[4] / kDraws, rest, 0.01);
    EXPECT_NEAR(counts[3] / kDraws, exploration.probability(1, 1), 0.01);
  }
}

TEST(Categorical, DrawsByTheStreamAlone) {
  Tape tape;
  const auto value = value_of(tape, Floats(20, 0.1F), 20);
  const std::vector<uint32_t> both = {0, 10, 20}, one = {0, 10};
  const auto half = value_of(tape, Floats(10, 0.1F), 10);
  for (uint64_t place = 0; place < 20; place += 2) {
    const auto streams = streams_from(place, 2);
    const auto together = draw_rows(*value, both, {0.2, 0}, streams);
    EXPECT_EQ(together[0], draw_rows(*half, one, {0.2, 0}, {streams.data(), 1})[0]);
    EXPECT_EQ(together[1] - 10, draw_rows(*half, one, {0.2, 0}, {streams.data() + 1, 1})[0]);
  }
}

}  // namespace
}  // namespace standfast
