// The common part of the reductions to the directions of the largest singular values.
#include <string_view>

#include "standfast/base/option_table.h"
#include "standfast/feature/reduction/reduction.h"
#include "standfast/feature/reduction/reductions.h"
#include "standfast/num/factor/svd.h"

namespace standfast {
namespace {

template <class T>
CsrMatrix in_rows(const Dense<T>& dense) {
  CsrMatrix m;
  m.columns_count = dense.columns;
  for (size_t i = 0; i < dense.rows; ++i) {
    for (size_t c = 0; c < dense.columns; ++c) {
      if (dense.row(i)[c] == 0) continue;
      m.columns.push_back(static_cast<uint32_t>(c));
      m.values.push_back(dense.row(i)[c]);
    }
    m.begin.push_back(m.columns.size());
  }
  return m;
}
const CsrMatrix& in_rows(const CsrMatrix& m) {
  return m;
}

// Reduces the vectors. method: for the message of the data error where there are fewer directions than asked
// for.
Result<DenseMatrix> along_singular_directions(std::string_view method, const Encoded& encoded,
                                              const SvdOptions& options, const ReductionContext& context) {
  SF_TRY(not_too_many(method, options.components, encoded));
  return std::visit(
      [&](const auto& vectors) {
        const auto& rows = in_rows(vectors);
        return truncated_svd(rows, options, context.seed, context.threads).documents;
      },
      encoded.vectors);
}

// Returns the options components and iterations.
OptionTable<SvdOptions> singular_options(bool centred) {
  OptionTable<SvdOptions> table(SvdOptions{.components = 50, .centred = centred});
  table
      .add("components", &SvdOptions::components,
           "numbers that are left of each vector, at most as many as it has")
      .between(1, 10'000);
  table
      .add("iterations", &SvdOptions::iterations, "of the power method; more separate like directions better")
      .between(1, 1000);
  return table;
}

// Principal components: the singular directions of the vectors after the mean of each number is subtracted.
// No other vectors of this length keep more of the variance. Sparse vectors stay sparse while it is computed.
class PcaReduction final : public Reduction {
 public:
  explicit PcaReduction(const SvdOptions& options) : options_(options) {}

  Result<DenseMatrix> reduce(const Encoded& encoded, const ReductionContext& context) const override {
    return along_singular_directions("pca", encoded, options_, context);
  }

 private:
  SvdOptions options_;
};

}  // namespace

ReductionCatalog::Entry pca_reduction() {
  const auto table = singular_options(true);
  return {.name = "pca",
          .summary = "Principal components: the directions in which vectors vary most around their mean.",
          .citation = "Hotelling 1933; Halko, Martinsson and Tropp 2011 (randomized SVD)",
          .traits = {},
          .options = table,
          .make = made_as<Reduction, PcaReduction>(table)};
}

// The directions of the largest singular values (num/factor/svd.h): no other vectors of this length keep more
// of the squared lengths. Vectors are not centred: sparse ones stay sparse, and cosines keep their meaning.

namespace {

class SvdReduction final : public Reduction {
 public:
  explicit SvdReduction(const SvdOptions& options) : options_(options) {}

  Result<DenseMatrix> reduce(const Encoded& encoded, const ReductionContext& context) const override {
    return along_singular_directions("svd", encoded, options_, context);
  }

 private:
  SvdOptions options_;
};

}  // namespace

ReductionCatalog::Entry svd_reduction() {
  const auto table = singular_options(false);
  return {.name = "svd",
          .summary = "Directions of the largest singular values: the nearest vectors of that length.",
          .citation = "Halko, Martinsson and Tropp 2011 (randomized SVD)",
          .traits = {},
          .options = table,
          .make = made_as<Reduction, SvdReduction>(table)};
}

}  // namespace standfast
