#include "standfast/num/linear/linear_svm.h"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"

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

// At the minimum the gradient w - 2 c sum y max(0, 1 - y f) x is zero, in terms of rows: beta_i = 2 c y
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

}  // namespace
}  // namespace standfast
