#include "standfast/num/linear/svm.h"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/rng.h"

namespace standfast {
namespace {

TEST(LinearSvmTest, EqualsScikitLearn) {
  const auto cases = nlohmann::json::parse(
      read_file(std::string(STANDFAST_SOURCE_DIR) + "/tests/reference/linear_svm_small.json").value());
  ASSERT_EQ(cases.size(), 4U);
  for (const auto& one : cases) {
    const auto rows = one["x"].get<std::vector<std::vector<double>>>();
    DenseMatrix x(rows.size(), rows[0].size());
    for (size_t i = 0; i < rows.size(); ++i) std::copy(rows[i].begin(), rows[i].end(), x.row(i).begin());
    const auto labels = one["labels"].get<std::vector<uint8_t>>();
    const auto train = one["train"].get<std::vector<uint32_t>>();
    const auto kernel = svm_kernel(x);
    const auto model = fit_svm(kernel, train, labels, one["c"].get<double>());
    const auto weights = svm_weights(x, train, model);
    for (size_t j = 0; j < weights.size(); ++j)
      EXPECT_NEAR(weights[j], one["weights"][j].get<double>(), 1e-6);
    EXPECT_NEAR(std::accumulate(model.begin(), model.end(), 0.0), one["intercept"].get<double>(), 1e-6);
    for (uint32_t i = 0; i < rows.size(); ++i)
      EXPECT_NEAR(svm_decision(kernel, train, model, i), one["decisions"][i].get<double>(), 1e-6);
  }
}

// At the minimum the gradient w - 2 c sum y max(0, 1 - y f) x is zero. In terms of rows: beta_i = 2 c y
// max(0, ...).
TEST(LinearSvmTest, TheAnswerIsTheMinimum) {
  DenseMatrix x(6, 2);
  x.data = {0, 0, 1, 0, 0, 1, 3, 3, 2, 3, 0.5, 0.4};
  const std::vector<uint8_t> labels = {0, 0, 0, 1, 1, 1};  // the last is on the wrong side
  const std::vector<uint32_t> rows = {0, 1, 2, 3, 4, 5};
  const auto kernel = svm_kernel(x);
  for (const double c : {1e-3, 1.0, 1e4}) {
    const auto beta = fit_svm(kernel, rows, labels, c);
    for (uint32_t i = 0; i < 6; ++i) {
      const double y = labels[i] != 0 ? 1 : -1;
      const double gap = std::max(0.0, 1 - y * svm_decision(kernel, rows, beta, i));
      EXPECT_NEAR(beta[i], 2 * c * y * gap, 1e-7 * std::max(1.0, std::abs(beta[i]))) << c << " " << i;
    }
  }
}

CsrMatrix csr(const std::vector<std::vector<double>>& rows) {
  CsrMatrix m;
  m.columns_count = rows[0].size();
  size_t entries = 0;
  for (const auto& row : rows)
    for (const double value : row) entries += value != 0 ? 1 : 0;
  m.columns.resize(entries);
  m.values.resize(entries);
  size_t at = 0;
  for (const auto& row : rows) {
    for (uint32_t j = 0; j < row.size(); ++j)
      if (row[j] != 0) {
        m.columns[at] = j;
        m.values[at++] = row[j];
      }
    m.begin.push_back(at);
  }
  return m;
}

// The cases of the kernel solver are compared with scikit-learn's LinearSVC, with whole rows as training
// rows.
TEST(SparseSvmTest, EqualsScikitLearn) {
  const auto cases = nlohmann::json::parse(
      read_file(std::string(STANDFAST_SOURCE_DIR) + "/tests/reference/linear_svm_small.json").value());
  for (const auto& one : cases) {
    const auto all = one["x"].get<std::vector<std::vector<double>>>();
    std::vector<std::vector<double>> rows;
    std::vector<uint8_t> positive;
    for (const auto& i : one["train"]) {
      rows.push_back(all[i.get<size_t>()]);
      positive.push_back(one["labels"][i.get<size_t>()].get<uint8_t>());
    }
    const auto model = fit_sparse_svm(csr(rows), positive, {.c = one["c"].get<double>()});
    for (size_t j = 0; j < model.weights.size(); ++j)
      EXPECT_NEAR(model.weights[j], one["weights"][j].get<double>(), 1e-6);
    EXPECT_NEAR(model.intercept, one["intercept"].get<double>(), 1e-6);
    EXPECT_LE(model.gap, 1e-12 * model.objective);
    const auto x = csr(all);
    for (size_t i = 0; i < all.size(); ++i)
      EXPECT_NEAR(svm_decision(model, x.row_columns(i), x.row_values(i)), one["decisions"][i].get<double>(),
                  1e-6);
  }
}

TEST(SparseSvmTest, IntegerWeightsEqualSoManyCopiesAndScaleLikeC) {
  Rng rng(7, "tests/sparse_svm_weights");
  std::vector<std::vector<double>> rows(60, std::vector<double>(25)), copies;
  std::vector<uint8_t> positive, positive_copies;
  std::vector<double> weights, thrice;
  for (size_t i = 0; i < rows.size(); ++i) {
    positive.push_back(rng.chance(0.4) ? 1 : 0);
    for (auto& value : rows[i]) value = rng.chance(0.3) ? rng.uniform() + 0.3 * positive.back() : 0;
    weights.push_back(static_cast<double>(i % 4));
    thrice.push_back(3 * weights.back());
    for (size_t k = 0; k < i % 4; ++k) {
      copies.push_back(rows[i]);
      positive_copies.push_back(positive.back());
    }
  }
  const auto weighted = fit_sparse_svm(csr(rows), positive, {.c = 2, .weights = weights}),
             copied = fit_sparse_svm(csr(copies), positive_copies, {.c = 2}),
             scaled = fit_sparse_svm(csr(rows), positive, {.c = 2.0 / 3, .weights = thrice});
  EXPECT_NEAR(weighted.objective, copied.objective, 1e-12 * copied.objective);
  EXPECT_NEAR(weighted.objective, scaled.objective, 1e-12 * copied.objective);
  for (size_t j = 0; j < weighted.weights.size(); ++j) {
    EXPECT_NEAR(weighted.weights[j], copied.weights[j], 1e-7);
    EXPECT_NEAR(weighted.weights[j], scaled.weights[j], 1e-7);
  }
  const std::vector<double> ones(rows.size(), 1.0);
  EXPECT_EQ(fit_sparse_svm(csr(rows), positive, {.weights = ones}).weights,
            fit_sparse_svm(csr(rows), positive).weights);
}

// The rows are sparse, with many more columns than rows and with noise in the labels, and c goes over six
// orders of magnitude. The gradient of the objective, computed here from its definition, is zero.
TEST(SparseSvmTest, TheAnswerIsTheMinimum) {
  Rng rng(4, "tests/sparse_svm");
  std::vector<std::vector<double>> rows(120, std::vector<double>(300));
  std::vector<uint8_t> positive;
  for (auto& row : rows) {
    const bool is = rng.below(3) == 0;
    positive.push_back((rng.below(10) == 0) != is ? 1 : 0);
    for (int k = 0; k < 20; ++k) row[rng.below(150) + (is ? 150 : 75)] += 1;
  }
  const auto x = csr(rows);
  for (const double c : {0.001, 1.0, 1000.0}) {
    const auto model = fit_sparse_svm(x, positive, {.c = c});
    std::vector<double> gradient = model.weights;
    double intercept = model.intercept, objective = model.intercept * model.intercept / 2;
    for (const double w : model.weights) objective += w * w / 2;
    for (size_t i = 0; i < rows.size(); ++i) {
      const double y = positive[i] != 0 ? 1 : -1;
      double decision = model.intercept;
      for (size_t j = 0; j < 300; ++j) decision += rows[i][j] * model.weights[j];
      const double slack = std::max(0.0, 1 - y * decision);
      objective += c * slack * slack;
      for (size_t j = 0; j < 300; ++j) gradient[j] -= 2 * c * y * slack * rows[i][j];
      intercept -= 2 * c * y * slack;
    }
    double squares = intercept * intercept;
    for (const double g : gradient) squares += g * g;
    EXPECT_NEAR(model.objective, objective, 1e-9 * objective);
    EXPECT_LE(squares / 2, 1e-10 * objective) << c;
    EXPECT_LT(model.iterations, 100);
  }
}

TEST(SparseSvmTest, OneClassAndNoRowsAreFine) {
  const auto x = csr({{1, 0}, {0, 1}});
  const auto same = fit_sparse_svm(x, std::vector<uint8_t>{1, 1});
  EXPECT_GT(svm_decision(same, x.row_columns(0), x.row_values(0)), 0.5);
  CsrMatrix none;
  none.columns_count = 3;
  const auto nothing = fit_sparse_svm(none, {});
  EXPECT_EQ(nothing.weights, std::vector<double>(3, 0));
  EXPECT_EQ(nothing.objective, 0);
}

}  // namespace
}  // namespace standfast
