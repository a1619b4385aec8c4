#include "standfast/feature/reduction/svd_reduction.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/base/option_table.h"
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

class SvdReduction final : public Reduction {
 public:
  explicit SvdReduction(const SvdOptions& options) : options_(options) {}

  Result<DenseMatrix> reduce(const Encoded& encoded, const ReductionContext& context) const override {
    const size_t most = std::min(encoded.rows(), encoded.columns());
    if (options_.components > most)
      return data_error(fmt::format(
          "svd: {} components of {} documents with {} numbers each; there are {} at most (components = {})",
          options_.components, encoded.rows(), encoded.columns(), most, most));
    return std::visit(
        [&](const auto& vectors) {
          const auto& rows = in_rows(vectors);
          return truncated_svd(rows, options_, context.seed, context.threads).documents;
        },
        encoded.vectors);
  }

 private:
  SvdOptions options_;
};

}  // namespace

ReductionCatalog::Entry svd_reduction() {
  OptionTable<SvdOptions> table(SvdOptions{.components = 50});
  table
      .add("components", &SvdOptions::components,
           "numbers that are left of each vector, at most as many as it has")
      .between(1, 10'000);
  table
      .add("iterations", &SvdOptions::iterations, "of the power method; more separate like directions better")
      .between(1, 1000);
  return {.name = "svd",
          .summary = "Directions of the largest singular values: the nearest vectors of that length.",
          .citation = "Halko, Martinsson and Tropp 2011 (randomized SVD)",
          .traits = {},
          .options = table,
          .make = made_as<Reduction, SvdReduction>(table)};
}

}  // namespace standfast
