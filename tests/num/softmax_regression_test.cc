// Compares multinomial logistic regression with scikit-learn and with Newton's method in numpy
// (tests/reference/softmax_reference.py) and with our binary regression, and tests the laws of a unique
// minimum.
#include "standfast/num/softmax/softmax_regression.h"

#include <cmath>
#include <fstream>
#include <utility>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "standfast/base/json.h"
#include "standfast/base/rng.h"
#include "standfast/num/linear/logistic.h"
#include "tests/support/no_threads.h"

namespace standfast {
namespace {

using Json = nlohmann::json;

CsrMatrix rows_of(const Json& rows, size_t columns) {
  CsrMatrix x;
  x.columns_count = columns;
  for (const auto& row : rows) {
    for (const auto& entry : row) {
      x.columns.push_back(entry[0]);
      x.values.push_back(entry[1]);
    }
    x.begin.push_back(x.columns.size());
  }
  return x;
}

struct Problem {
  CsrMatrix x;
  std::vector<uint32_t> labels;
  size_t classes = 0;
};

// Returns words under Zipf's law, tilted a little by the class.
Problem made_up(size_t documents, size_t features, size_t classes, bool unit, uint64_t seed = 1) {
  Problem problem;
  problem.classes = classes;
  problem.x.columns_count = features;
  Rng rng(seed, "test/softmax");
  for (size_t i = 0; i < documents; ++i) {
    const auto label = static_cast<uint32_t>(rng.below(classes));
    problem.labels.push_back(label);
    for (size_t j = 0; j < features; ++j) {
      const double often = 3.0 / static_cast<double>(j + 4) * (j % classes == label ? 1.5 : 1.0);
      if (!rng.chance(std::min(0.9, often))) continue;
      problem.x.columns.push_back(static_cast<uint32_t>(j));
      problem.x.values.push_back(unit ? 1.0 : 0.2 + rng.uniform());
    }
    problem.x.begin.push_back(problem.x.columns.size());
  }
  return problem;
}

double largest_difference(const DenseMatrix& a, const DenseMatrix& b) {
  double most = 0;
  for (size_t k = 0; k < a.data.size(); ++k) most = std::max(most, std::abs(a.data[k] - b.data[k]));
  return most;
}

TEST(SoftmaxRegression, EqualsScikitLearn) {
  std::ifstream file(std::string(STANDFAST_SOURCE_DIR) + "/tests/reference/softmax_small.json");
  const Json reference = Json::parse(file);
  ASSERT_EQ(reference["problems"].size(), 4U);
  for (size_t p = 0; p < reference["problems"].size(); ++p) {
    const auto &problem = reference["problems"][p], &answer = reference["answers"][p];
    const CsrMatrix x = rows_of(problem["rows"], problem["columns"]);
    const auto labels = problem["labels"].get<std::vector<uint32_t>>();
    const auto model = fit_softmax(x, labels, problem["classes"],
                                   {.lambda = problem["lambda"].get<double>(), .tolerance = 1e-15});
    EXPECT_TRUE(model.converged) << model.gradient_norm;
    EXPECT_NEAR(model.objective, answer["objective"].get<double>(), 1e-10 * model.objective);
    for (size_t j = 0; j < x.columns_count; ++j)
      for (size_t c = 0; c < model.bias.size(); ++c)
        EXPECT_NEAR(model.weights.row(j)[c], answer["weights"][j][c].get<double>(), 1e-6);
    for (size_t c = 0; c < model.bias.size(); ++c)
      EXPECT_NEAR(model.bias[c], answer["bias"][c].get<double>(), 1e-6);
  }
}

TEST(SoftmaxRegression, TwoClassesAreTheBinaryRegression) {
  const Problem p = made_up(150, 20, 2, false);
  DenseMatrix dense(p.x.rows(), p.x.columns_count);
  for (size_t i = 0; i < p.x.rows(); ++i)
    for (size_t e = 0; e < p.x.row_columns(i).size(); ++e)
      dense.row(i)[p.x.row_columns(i)[e]] = p.x.row_values(i)[e];
  const double lambda = 0.7;
  // The two rows w and -w make one row 2 w, with half the penalty.
  const auto binary =
      fit_logistic(dense, std::vector<uint8_t>(p.labels.begin(), p.labels.end()), {.c = 2 / lambda});
  ASSERT_TRUE(binary);
  const auto model = fit_softmax(p.x, p.labels, 2, {.lambda = lambda, .tolerance = 1e-14});
  for (size_t j = 0; j < p.x.columns_count; ++j)
    EXPECT_NEAR(model.weights.row(j)[1] - model.weights.row(j)[0], binary->weights[j], 1e-6);
  EXPECT_NEAR(model.bias[1] - model.bias[0], binary->intercept, 1e-6);
  EXPECT_NEAR(model.objective, binary->objective * lambda / 2, 1e-9 * model.objective);
}

TEST(SoftmaxRegression, TheGradientVanishesAtTheMinimum) {
  for (const bool unit : {true, false})
    for (const bool penalize : {true, false}) {
      const Problem p = made_up(400, 300, 5, unit);
      const auto model = fit_softmax(p.x, p.labels, 5, {.lambda = 0.5, .penalize_bias = penalize});
      EXPECT_TRUE(model.converged);
      EXPECT_NEAR(softmax_objective(p.x, p.labels, model.weights, model.bias, 0.5, penalize), model.objective,
                  1e-12 * model.objective);
      const DenseMatrix answers = softmax_probabilities(p.x, model.weights, model.bias);
      DenseMatrix gradient(300, 5);
      std::vector<double> of_bias(5);
      for (size_t j = 0; j < 300; ++j)
        for (size_t c = 0; c < 5; ++c) gradient.row(j)[c] = 0.5 * model.weights.row(j)[c];
      for (size_t c = 0; c < 5; ++c) of_bias[c] = penalize ? 0.5 * model.bias[c] : 0;
      for (size_t i = 0; i < p.x.rows(); ++i)
        for (size_t c = 0; c < 5; ++c) {
          const double residual = answers.row(i)[c] - (c == p.labels[i] ? 1 : 0);
          of_bias[c] += residual;
          for (size_t e = 0; e < p.x.row_columns(i).size(); ++e)
            gradient.row(p.x.row_columns(i)[e])[c] += residual * p.x.row_values(i)[e];
        }
      for (const double g : gradient.data) EXPECT_NEAR(g, 0, 1e-4);
      for (const double g : of_bias) EXPECT_NEAR(g, 0, 1e-4);
    }
}

TEST(SoftmaxRegression, SameBytesForAnyNumberOfThreads) {
  for (const bool unit : {true, false}) {
    const Problem p = made_up(1200, 900, 9, unit);
    const auto one = fit_softmax(p.x, p.labels, 9, {.lambda = 0.3, .threads = 1});
    const auto three = fit_softmax(p.x, p.labels, 9, {.lambda = 0.3, .threads = 3});
    EXPECT_EQ(one.weights.data, three.weights.data);
    EXPECT_EQ(one.bias, three.bias);
    EXPECT_EQ(one.objective, three.objective);
    EXPECT_EQ(one.passes, three.passes);
  }
}

TEST(SoftmaxRegression, AStartChangesNothingButTime) {
  const Problem p = made_up(800, 600, 6, true), other = made_up(700, 600, 6, true, 2);
  const auto cold = fit_softmax(p.x, p.labels, 6, {.tolerance = kSoftmaxExact});
  // The starts are the fit itself, a fit of other documents, and one far away.
  const auto elsewhere = fit_softmax(other.x, other.labels, 6);
  auto far = elsewhere;
  for (double& w : far.weights.data) w = 50 * w + 3;
  for (const SoftmaxModel* start : {&cold, &std::as_const(elsewhere), &std::as_const(far)}) {
    const auto warm = fit_softmax(
        p.x, p.labels, 6,
        {.tolerance = kSoftmaxExact, .start_weights = &start->weights, .start_bias = start->bias});
    EXPECT_TRUE(warm.converged);
    EXPECT_NEAR(warm.objective, cold.objective, 1e-9 * cold.objective);
    EXPECT_LT(largest_difference(warm.weights, cold.weights), 1e-5);
    EXPECT_LT(largest_difference(softmax_probabilities(p.x, warm.weights, warm.bias),
                                 softmax_probabilities(p.x, cold.weights, cold.bias)),
              1e-5);
    if (start == &cold) {
      EXPECT_LT(warm.passes, cold.passes / 4);
    }
  }
}

TEST(SoftmaxRegression, TheScaleOfFeaturesIsTheScaleOfThePrior) {
  const Problem p = made_up(300, 200, 4, true);
  Problem scaled = made_up(300, 200, 4, true);
  for (double& v : scaled.x.values) v = 2;
  const auto a = fit_softmax(p.x, p.labels, 4, {.lambda = 1}),
             b = fit_softmax(scaled.x, scaled.labels, 4, {.lambda = 4});
  EXPECT_NEAR(a.objective, b.objective, 1e-9 * a.objective);
  EXPECT_LT(largest_difference(softmax_probabilities(p.x, a.weights, a.bias),
                               softmax_probabilities(scaled.x, b.weights, b.bias)),
            1e-5);
}

TEST(SoftmaxRegression, EdgesOfWhatCanBeAsked) {
  // Without any features, the answers are the shares of the classes.
  CsrMatrix none;
  none.begin.assign(5, 0);
  const std::vector<uint32_t> labels = {0, 1, 1, 1};
  auto model = fit_softmax(none, labels, 2);
  EXPECT_TRUE(model.converged);
  EXPECT_NEAR(softmax_probabilities(none, model.weights, model.bias).row(0)[1], 0.75, 1e-6);
  // With one class, its probability is 1.
  model = fit_softmax(none, std::vector<uint32_t>(4, 0), 1);
  EXPECT_TRUE(model.converged);
  EXPECT_EQ(softmax_probabilities(none, model.weights, model.bias).row(3)[0], 1.0);
  // Many classes take several pieces of registers; each row adds up to 1, and the weights to 0.
  const Problem p = made_up(300, 80, 70, false);
  model = fit_softmax(p.x, p.labels, 70);
  EXPECT_TRUE(model.converged);
  const DenseMatrix answers = softmax_probabilities(p.x, model.weights, model.bias);
  for (size_t i = 0; i < answers.rows; ++i) {
    double sum = 0;
    for (const double q : answers.row(i)) sum += q;
    EXPECT_NEAR(sum, 1, 1e-12);
  }
  for (size_t j = 0; j < 80; ++j) {
    double sum = 0;
    for (const double w : model.weights.row(j)) sum += w;
    EXPECT_NEAR(sum, 0, 1e-5);
  }
  // A fit that stops early reports it.
  EXPECT_FALSE(fit_softmax(p.x, p.labels, 70, {.max_iterations = 1}).converged);
}

// With many features the dual does the work, with few features Newton's method does.
TEST(SoftmaxRegression, ToTheSameMinimumByEitherPart) {
  for (const size_t features : {3U, 2000U})
    for (const bool penalize : {true, false}) {
      const Problem p = made_up(1000, features, 4, features == 3);
      const SoftmaxOptions options = {.lambda = 0.1, .penalize_bias = penalize, .tolerance = 1e-14};
      const auto model = fit_softmax(p.x, p.labels, 4, options);
      EXPECT_TRUE(model.converged);
      // No step along a coordinate leads down.
      for (size_t j = 0; j < features; j += 1 + features / 20) {
        auto moved = model;
        for (const double by : {1e-3, -1e-3}) {
          moved.weights.row(j)[2] = model.weights.row(j)[2] + by;
          EXPECT_GT(softmax_objective(p.x, p.labels, moved.weights, model.bias, 0.1, penalize),
                    model.objective);
        }
      }
      for (const double by : {1e-3, -1e-3}) {
        auto bias = model.bias;
        bias[1] += by;
        EXPECT_GT(softmax_objective(p.x, p.labels, model.weights, bias, 0.1, penalize), model.objective);
      }
    }
}

// For a class without documents, a free intercept would go to minus infinity, and its probability to 0.
TEST(SoftmaxRegression, AClassWithoutDocumentsIsHardlyAnswered) {
  const Problem p = made_up(200, 60, 3, true);
  const auto model = fit_softmax(p.x, p.labels, 4);
  const auto without = fit_softmax(p.x, p.labels, 3);
  const DenseMatrix answers = softmax_probabilities(p.x, model.weights, model.bias);
  for (size_t i = 0; i < answers.rows; ++i) EXPECT_LT(answers.row(i)[3], 1e-4);
  EXPECT_NEAR(model.objective, without.objective, 1e-3 * without.objective);
}

// With integer weights, rows count as often as their weight says. This is tried with free and penalized
// intercepts, with presence and other values, with few features (where Newton's method does the work) and
// many (where the dual does), and from a start.
TEST(SoftmaxRegression, IntegerWeightsEqualSoManyCopies) {
  for (const size_t features : {30, 900})
    for (const bool unit : {true, false})
      for (const bool penalize_bias : {false, true}) {
        const Problem once = made_up(150, features, 4, unit);
        std::vector<double> weights;
        Problem copied;
        copied.classes = 4;
        copied.x.columns_count = features;
        for (size_t i = 0; i < once.x.rows(); ++i) {
          weights.push_back(static_cast<double>(1 + i % 3));
          for (size_t k = 0; k < 1 + i % 3; ++k) {
            const auto columns = once.x.row_columns(i);
            const auto values = once.x.row_values(i);
            copied.x.columns.insert(copied.x.columns.end(), columns.begin(), columns.end());
            copied.x.values.insert(copied.x.values.end(), values.begin(), values.end());
            copied.x.begin.push_back(copied.x.columns.size());
            copied.labels.push_back(once.labels[i]);
          }
        }
        const SoftmaxOptions options = {.lambda = 0.7, .penalize_bias = penalize_bias, .tolerance = 1e-15};
        const auto expected = fit_softmax(copied.x, copied.labels, 4, options);
        SoftmaxOptions weighting = options;
        weighting.weights = weights;
        const auto found = fit_softmax(once.x, once.labels, 4, weighting);
        EXPECT_TRUE(found.converged);
        EXPECT_NEAR(found.objective, expected.objective, 1e-11 * expected.objective);
        EXPECT_NEAR(
            found.objective,
            softmax_objective(once.x, once.labels, found.weights, found.bias, 0.7, penalize_bias, weights),
            1e-11 * found.objective);
        EXPECT_LT(largest_difference(found.weights, expected.weights), 1e-6);
        for (size_t c = 0; c < 4; ++c) EXPECT_NEAR(found.bias[c], expected.bias[c], 1e-6);

        SoftmaxOptions started = weighting;
        const auto start = fit_softmax(once.x, once.labels, 4, options);
        started.start_weights = &start.weights;
        started.start_bias = start.bias;
        EXPECT_LT(largest_difference(fit_softmax(once.x, once.labels, 4, started).weights, expected.weights),
                  1e-6);

        // If the weights and lambda are multiplied by five, the minimum stays in the same place.
        std::vector<double> five;
        for (const double weight : weights) five.push_back(5 * weight);
        SoftmaxOptions scaled = weighting;
        scaled.lambda *= 5;
        scaled.weights = five;
        EXPECT_LT(largest_difference(fit_softmax(once.x, once.labels, 4, scaled).weights, expected.weights),
                  1e-6);

        const std::vector<double> ones(once.x.rows(), 1.0);
        SoftmaxOptions unweighted = options;
        unweighted.weights = ones;
        EXPECT_EQ(fit_softmax(once.x, once.labels, 4, unweighted).weights.data, start.weights.data);
      }
}

// The memory that callers are told beforehand is neither much too little nor much too much.
TEST(SoftmaxRegression, TakesTheMemoryThatItSays) {
  STANDFAST_NEEDS_BOUNDED_ADDRESS_SPACE();
  constexpr size_t kRows = 400, kColumns = 6000, kManyClasses = 400;
  CsrMatrix x;
  x.columns_count = kColumns;
  std::vector<uint32_t> labels;
  for (uint32_t i = 0; i < kRows; ++i) {
    for (uint32_t k = 0; k < 15; ++k) {
      x.columns.push_back(i * 15 + k);
      x.values.push_back(1);
    }
    x.begin.push_back(x.columns.size());
    labels.push_back(i % kManyClasses);
  }
  SoftmaxOptions options;
  options.max_iterations = 4;
  options.tolerance = 1e-30;  // so that Newton's method has a step
  const uint64_t bytes = softmax_fit_bytes(kRows, kColumns, kManyClasses);
  uint64_t pages = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> pages >> resident;
  const pid_t child = ::fork();
  if (child == 0) ::_exit(fit_softmax(x, labels, kManyClasses, options).bias.size() == kManyClasses ? 0 : 1);
  int status = 0;
  struct rusage usage {};
  ASSERT_EQ(::wait4(child, &status, 0, &usage), child);
  ASSERT_EQ(status, 0);
  const double taken = 1024.0 * static_cast<double>(usage.ru_maxrss) -
                       static_cast<double>(resident) * static_cast<double>(::sysconf(_SC_PAGESIZE));
  EXPECT_GT(taken / static_cast<double>(bytes), 0.6);  // memory that earlier tests have freed is used again
  EXPECT_LT(taken / static_cast<double>(bytes), 1.2);
}

}  // namespace
}  // namespace standfast
