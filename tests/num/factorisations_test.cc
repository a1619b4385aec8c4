// Tests of truncated_svd(), nmf() and lda() on matrices of several tiles and blocks. The division of work
// among threads must not be visible in the result, and the reported error must equal the one computed number
// by number.
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/num/factor/lda.h"
#include "standfast/num/factor/nmf.h"
#include "standfast/num/factor/svd.h"
#include "standfast/num/kernel/eigen.h"

namespace standfast {
namespace {

// Documents of three subjects, each with words of its own and some that all share. The 53 words and 3,000
// documents are no round number of tiles, blocks, parts or lanes.
constexpr size_t kDocuments = 3000;
constexpr uint32_t kWords = 53;

CsrMatrix counts() {
  CsrMatrix x;
  x.columns_count = kWords;
  Rng rng(1, "tests/factorisations");
  for (size_t i = 0; i < kDocuments; ++i) {
    for (uint32_t w = 0; w < kWords; ++w)
      if (rng.chance(w % 4 == i % 3 ? 0.6 : 0.1)) {
        x.columns.push_back(w);
        x.values.push_back(1 + static_cast<double>(rng.below(3)));
      }
    x.begin.push_back(x.columns.size());
  }
  return x;
}

// The singular values of noise lie close together, so the power method would separate them badly. A tall and
// a wide matrix of noise and the words above are tried.
TEST(TruncatedSvd, OfFewDirectionsIsTheWholeOne) {
  const auto noise = [](size_t rows, uint32_t columns) {
    CsrMatrix x;
    x.columns_count = columns;
    Rng rng(2, "tests/factorisations");
    for (size_t i = 0; i < rows; ++i) {
      for (uint32_t c = 0; c < columns; ++c) {
        x.columns.push_back(c);
        x.values.push_back(rng.normal());
      }
      x.begin.push_back(x.columns.size());
    }
    return x;
  };
  for (const CsrMatrix& x : {noise(2000, 20), noise(20, 700), noise(300, 128), counts()})
    for (const bool centred : {false, true}) {
      using Index = Eigen::Index;
      Eigen::MatrixXd dense =
          Eigen::MatrixXd::Zero(static_cast<Index>(x.rows()), static_cast<Index>(x.columns_count));
      for (size_t i = 0; i < x.rows(); ++i)
        for (size_t e = x.begin[i]; e < x.begin[i + 1]; ++e)
          dense(static_cast<Index>(i), x.columns[e]) = x.values[e];
      if (centred) dense.rowwise() -= dense.colwise().mean().eval();
      const Eigen::VectorXd exact = Eigen::BDCSVD<Eigen::MatrixXd>(dense).singularValues();
      const TruncatedSvd svd = truncated_svd(x, {.components = 5, .centred = centred}, 1, 2);
      for (size_t c = 0; c < 5; ++c) {
        double square = 0;
        for (size_t i = 0; i < x.rows(); ++i) square += svd.documents.row(i)[c] * svd.documents.row(i)[c];
        EXPECT_NEAR(svd.singular[c] / exact(static_cast<Index>(c)), 1, 1e-10);
        EXPECT_NEAR(std::sqrt(square) / exact(static_cast<Index>(c)), 1, 1e-10);
      }
    }
}

TEST(Nmf, SaysTheErrorOfItsFactors) {
  const CsrMatrix x = counts();
  const Nmf f = nmf(x, {.components = 9, .iterations = 15, .tol = 0}, 3, 2, null_sink());
  double square = 0;
  for (size_t i = 0; i < x.rows(); ++i) {
    std::vector<double> row(kWords, 0.0);
    for (size_t e = x.begin[i]; e < x.begin[i + 1]; ++e) row[x.columns[e]] = x.values[e];
    for (uint32_t w = 0; w < kWords; ++w) {
      for (size_t k = 0; k < 9; ++k) {
        EXPECT_GE(f.documents.row(i)[k], 0.0F);
        row[w] -= static_cast<double>(f.documents.row(i)[k]) * static_cast<double>(f.terms.row(w)[k]);
      }
      square += row[w] * row[w];
    }
  }
  EXPECT_NEAR(f.error / std::sqrt(square), 1, 1e-5);
}

// At the end of coordinate descent, the gradient vanishes where a factor is positive and points inside where
// it is zero (Karush, Kuhn, Tucker). It is computed in float64 from X and the factors alone.
TEST(Nmf, EndsWhereTheProjectedGradientVanishes) {
  const CsrMatrix x = counts();
  const size_t k = 3;
  const auto gradient = [&](uint32_t iterations) {
    const Nmf f = nmf(x, {.components = 3, .iterations = iterations, .tol = 0}, 3, 1, null_sink());
    double sum = 0;
    std::vector<double> of_terms(kWords * k, 0.0);
    for (size_t i = 0; i < x.rows(); ++i) {
      std::vector<double> rest(kWords, 0.0);
      for (size_t e = x.begin[i]; e < x.begin[i + 1]; ++e) rest[x.columns[e]] = -x.values[e];
      const auto w = f.documents.row(i);
      for (uint32_t c = 0; c < kWords; ++c)
        for (size_t t = 0; t < k; ++t)
          rest[c] += static_cast<double>(w[t]) * static_cast<double>(f.terms.row(c)[t]);
      for (size_t t = 0; t < k; ++t) {
        double g = 0;
        for (uint32_t c = 0; c < kWords; ++c) {
          g += rest[c] * static_cast<double>(f.terms.row(c)[t]);
          of_terms[c * k + t] += rest[c] * static_cast<double>(w[t]);
        }
        sum += w[t] > 0 ? std::abs(g) : std::max(-g, 0.0);
      }
    }
    for (uint32_t c = 0; c < kWords; ++c)
      for (size_t t = 0; t < k; ++t)
        sum += f.terms.row(c)[t] > 0 ? std::abs(of_terms[c * k + t]) : std::max(-of_terms[c * k + t], 0.0);
    return sum;
  };
  EXPECT_LT(gradient(400), 1e-3 * gradient(1));
}

TEST(Nmf, SameBytesForAnyNumberOfThreads) {
  const CsrMatrix x = counts();
  const auto factors = [&](int threads) {
    return nmf(x, {.components = 9, .iterations = 7, .tol = 0}, 3, threads, null_sink());
  };
  const Nmf one = factors(1);
  for (const int threads : {2, 5}) {
    const Nmf more = factors(threads);
    EXPECT_EQ(one.error, more.error);
    EXPECT_EQ(one.documents.data, more.documents.data);
    EXPECT_EQ(one.terms.data, more.terms.data);
  }
}

TEST(Lda, SameBytesForAnyNumberOfThreads) {
  const CsrMatrix x = counts();
  const auto model = [&](int threads) {
    return lda(x, {.components = 5, .iterations = 3}, 3, threads, null_sink());
  };
  const Lda one = model(1);
  for (const int threads : {2, 5}) {
    const Lda more = model(threads);
    EXPECT_EQ(one.perplexity, more.perplexity);
    EXPECT_EQ(one.documents.data, more.documents.data);
    EXPECT_EQ(one.words.data, more.words.data);
  }
}

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

// The conditions of a minimum under w >= 0 hold: there is no gradient where w is above 0, and no gradient
// that points down where w is 0.
TEST(NmfFoldIn, FindsTheMinimum) {
  const CsrMatrix x = random_rows(40, 30, 1);
  FloatMatrix terms(30, 6);
  Rng rng(2, "tests/nmf_fold_in");
  for (auto& value : terms.data) value = rng.chance(0.6) ? static_cast<float>(rng.uniform()) : 0.0F;
  for (size_t j = 0; j < terms.rows; ++j) terms.row(j)[4] = 0;  // an empty component
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
