#include "standfast/feature/reduction/singular_directions.h"

#include "standfast/feature/reduction/too_many.h"

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

}  // namespace

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

}  // namespace standfast
