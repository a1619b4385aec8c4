#include <cmath>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/num/factor/nmf.h"

namespace standfast {
namespace {

CsrMatrix random_rows(size_t rows, size_t columns, uint64_t seed) {
  CsrMatrix x;
  x.columns_count = columns;
  Rng rng(seed, "tests/nmf_fold_in");
  for (size_t i = 0; i < rows; ++i) {
    for (uint32_t j = 0; j < columns; ++j)
      if (rng.chance(0.3)) {
        x.columns.push_back(j);
        x.values.push_back(rng.uniform());
      }
    x.begin.push_back(x.columns.size());
  }
  return x;
}

// The conditions of a minimum under w >= 0: no gradient where w is above 0, none that points down where it is
// 0.
TEST(NmfFoldIn, FindsTheMinimum) {
  const CsrMatrix x = random_rows(40, 30, 1);
  FloatMatrix terms(30, 6);
  Rng rng(2, "tests/nmf_fold_in");
  for (auto& value : terms.data) value = rng.chance(0.6) ? static_cast<float>(rng.uniform()) : 0.0F;
  for (size_t j = 0; j < terms.rows; ++j) terms.row(j)[4] = 0;  // a component of nothing
  const FloatMatrix w = nmf_fold_in(x, terms, 1);
  size_t zeros = 0, others = 0;
  for (size_t i = 0; i < x.rows(); ++i) {
    std::vector<double> off(30, 0.0);  // w H - x
    for (size_t j = 0; j < 30; ++j)
      for (size_t c = 0; c < 6; ++c) off[j] += double{w.row(i)[c]} * double{terms.row(j)[c]};
    for (size_t e = 0; e < x.row_columns(i).size(); ++e) off[x.row_columns(i)[e]] -= x.row_values(i)[e];
    for (size_t c = 0; c < 6; ++c) {
      double gradient = 0;
      for (size_t j = 0; j < 30; ++j) gradient += off[j] * double{terms.row(j)[c]};
      ++(w.row(i)[c] == 0 ? zeros : others);
      if (w.row(i)[c] > 0)
        EXPECT_NEAR(gradient, 0, 1e-4);
      else
        EXPECT_GT(gradient, -1e-4);
    }
    EXPECT_EQ(w.row(i)[4], 0);
  }
  EXPECT_GT(zeros, 40U) << "and the border matters";
  EXPECT_GT(others, 40U);
  EXPECT_EQ(nmf_fold_in(x, terms, 3).data, w.data);
}

}  // namespace
}  // namespace standfast
