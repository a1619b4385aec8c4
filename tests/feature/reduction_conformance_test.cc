// Tests of the duties of reductions (standfast/feature/reduction/reduction.h), over the whole catalog.
#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/feature/encoder/float_vectors.h"
#include "standfast/feature/reduction/reduction.h"
#include "tests/support/catalog_laws.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;

constexpr size_t kRows = 40, kColumns = 12;

// Returns numbers of which two in three are zero.
DenseMatrix some_numbers() {
  DenseMatrix m(kRows, kColumns);
  Rng rng(3, "tests/reduction");
  for (double& value : m.data)
    if (rng.below(3) == 0) value = static_cast<double>(rng.below(1000)) / 100 - 4;
  return m;
}
CsrMatrix in_rows(const DenseMatrix& dense) {
  CsrMatrix m;
  m.columns_count = dense.columns;
  for (size_t i = 0; i < dense.rows; ++i) {
    for (uint32_t c = 0; c < dense.columns; ++c)
      if (dense.row(i)[c] != 0) {
        m.columns.push_back(c);
        m.values.push_back(dense.row(i)[c]);
      }
    m.begin.push_back(m.columns.size());
  }
  return m;
}
template <class M>
Encoded encoded(M matrix) {
  Encoded out;
  out.vectors = std::move(matrix);
  return out;
}

class EveryReduction : public ::testing::TestWithParam<size_t> {
 protected:
  Result<DenseMatrix> reduce(const Encoded& vectors, int64_t components = 4, uint64_t seed = 1,
                             int threads = 1) const {
    const auto made =
        reductions().make(reductions().entries()[GetParam()].name, {{"components", components}});
    if (!made) return Failure(made.error());
    return (*made)->reduce(vectors, {.seed = seed, .threads = threads});
  }
};

TEST_P(EveryReduction, SameBytesForAnyThreadCountAndStorage) {
  const auto once = reduce(encoded(some_numbers()));
  ASSERT_TRUE(once) << once.error().message;
  EXPECT_EQ(once->rows, kRows);
  EXPECT_EQ(once->columns, 4U);
  for (const double value : once->data) EXPECT_TRUE(std::isfinite(value));
  EXPECT_EQ(reduce(encoded(some_numbers()), 4, 1, 3)->data, once->data);
  EXPECT_EQ(reduce(encoded(in_rows(some_numbers())))->data, once->data);
}

TEST_P(EveryReduction, MoreThanThereIsIsAClearError) {
  const auto made = reduce(encoded(some_numbers()), 13);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().kind, ErrorKind::data);
  EXPECT_THAT(made.error().message,
              HasSubstr("13 components of 40 documents with 12 numbers each; there are 12 at most"));
}

TEST(ReductionCatalogTest, KeepsTheLawsOfCatalogs) {
  testing::expect_laws_of_catalog(reductions());
}

INSTANTIATE_TEST_SUITE_P(Catalog, EveryReduction, ::testing::Range<size_t>(0, reductions().entries().size()),
                         [](const auto& chosen) { return reductions().entries()[chosen.param].name; });

// With all directions nothing is lost: inner products stay, and so do distances.
TEST(SvdReduction, OfFullLengthKeepsProducts) {
  const DenseMatrix x = some_numbers();
  const auto y = (*reductions().make("svd", {{"components", int64_t{kColumns}}}))->reduce(encoded(x), {});
  ASSERT_TRUE(y) << y.error().message;
  for (size_t i = 0; i < kRows; ++i)
    for (size_t j = 0; j < kRows; ++j) {
      double before = 0, after = 0;
      for (size_t c = 0; c < kColumns; ++c) {
        before += x.row(i)[c] * x.row(j)[c];
        after += y->row(i)[c] * y->row(j)[c];
      }
      EXPECT_NEAR(before, after, 1e-9);
    }
}

// The components equal the singular directions of numbers from which the means were subtracted before.
TEST(PcaReduction, CentresWithoutMakingTheCentredMatrix) {
  const DenseMatrix x = some_numbers();
  DenseMatrix centred = x;
  for (size_t c = 0; c < kColumns; ++c) {
    double mean = 0;
    for (size_t i = 0; i < kRows; ++i) mean += x.row(i)[c] / kRows;
    for (size_t i = 0; i < kRows; ++i) centred.row(i)[c] -= mean;
  }
  const Options few = *reductions().resolve("pca", {{"components", int64_t{5}}, {"iterations", int64_t{40}}});
  const auto y = (*(*reductions().find("pca"))->make(few))->reduce(encoded(in_rows(x)), {});
  const auto z = (*(*reductions().find("svd"))->make(few))->reduce(encoded(centred), {});
  ASSERT_TRUE(y && z);
  double before = std::numeric_limits<double>::infinity();
  for (size_t c = 0; c < 5; ++c) {
    double sum = 0, squares = 0, with_first = 0;
    for (size_t i = 0; i < kRows; ++i) {
      EXPECT_NEAR(y->row(i)[c], z->row(i)[c], 1e-9);
      sum += y->row(i)[c];
      squares += y->row(i)[c] * y->row(i)[c];
      with_first += y->row(i)[c] * y->row(i)[0];
    }
    EXPECT_NEAR(sum, 0, 1e-9) << "the mean is zero";
    EXPECT_LE(squares, before * (1 + 1e-12)) << "the variance falls";
    before = squares;
    if (c > 0) {
      EXPECT_NEAR(with_first, 0, 1e-8) << "components do not correlate";
    }
  }
}

TEST(FloatVectors, AreTheSameNumbersFromAnyStorage) {
  const DenseMatrix x = some_numbers();
  const auto dense = float_vectors(encoded(x)), sparse = float_vectors(encoded(in_rows(x)));
  ASSERT_TRUE(dense && sparse);
  EXPECT_EQ(dense->data, sparse->data);
  for (size_t i = 0; i < x.data.size(); ++i) EXPECT_EQ(dense->data[i], static_cast<float>(x.data[i]));
}

TEST(FloatVectors, HaveALimitAndAreFinite) {
  EXPECT_THAT(float_vectors(encoded(some_numbers()), kRows * kColumns * 4 - 1).error().message,
              HasSubstr("vectors of 40 documents with 12 numbers each take more than"));
  EXPECT_TRUE(float_vectors(encoded(some_numbers()), kRows * kColumns * 4));
  DenseMatrix large = some_numbers();
  large.row(2)[1] = 1e300;
  EXPECT_THAT(float_vectors(encoded(large)).error().message, HasSubstr("the vector of document 3"));
}

}  // namespace
}  // namespace standfast
