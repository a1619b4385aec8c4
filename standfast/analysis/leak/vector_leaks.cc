#include "standfast/analysis/leak/vector_leaks.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

#include "standfast/analysis/leak/near_leaks.h"
#include "standfast/base/parallel.h"
#include "standfast/cluster/neighbours.h"
#include "standfast/feature/encoder/float_vectors.h"
#include "standfast/num/kernel/csr.h"
#include "standfast/num/kernel/nearest_rows.h"

namespace standfast {
namespace {

constexpr uint64_t kMostPairs = 5'000'000;

// Nearest rows of the test documents of a fold among its training documents, numbered as in the fold.
struct CloseRows {
  std::vector<NearRow> nearest;  // by test document
  // By test document: all with at least the requested cosine, ascending.
  std::vector<std::vector<NearRow>> close;
  uint64_t without = 0;
};

// The row of the vectors of each document.
using Places = std::vector<uint32_t>;

FloatMatrix rows_of(const FloatMatrix& all, const Places& places, const std::vector<uint32_t>& rows) {
  FloatMatrix some(rows.size(), all.columns);
  for (size_t i = 0; i < rows.size(); ++i) std::ranges::copy(all.row(places[rows[i]]), some.row(i).begin());
  return some;
}
CsrMatrix rows_of(const CsrMatrix& all, const Places& places, const std::vector<uint32_t>& rows) {
  CsrMatrix some;
  some.columns_count = all.columns_count;
  for (const uint32_t row : rows) {
    const auto columns = all.row_columns(places[row]);
    const auto values = all.row_values(places[row]);
    some.columns.insert(some.columns.end(), columns.begin(), columns.end());
    some.values.insert(some.values.end(), values.begin(), values.end());
    some.begin.push_back(some.columns.size());
  }
  return some;
}

Result<CloseRows> close_rows(const FloatMatrix& test, const FloatMatrix& train,
                             const VectorLeakOptions& options) {
  SF_ASSIGN(const Neighbours found,
            nearest_neighbours(test, train, 1, NeighbourMetric::cosine, options.threads, options.sink));
  CloseRows rows{.nearest = std::vector<NearRow>(test.rows), .close = {}};
  rows.close.resize(test.rows);
  const ExactDistances distances(test, train, NeighbourMetric::cosine, options.threads);
  for (const double square : distances.query_squares()) rows.without += square > 0 ? 0 : 1;
  if (found.k == 0) return rows;
  parallel_for(
      test.rows, options.threads,
      [&](size_t i) {
        const uint32_t nearest = found.ids_of(i)[0];
        rows.nearest[i] = {nearest, 1 - distances(i, nearest)};
        if (rows.nearest[i].cosine < options.least) return;  // most documents: none is close
        for (uint32_t t = 0; t < train.rows; ++t)
          if (const double cosine = 1 - distances(i, t); cosine >= options.least)
            rows.close[i].push_back({t, cosine});
      },
      16);
  return rows;
}

Result<CloseRows> close_rows(const CsrMatrix& test, const CsrMatrix& train,
                             const VectorLeakOptions& options) {
  CloseRows rows{.nearest = nearest_rows(test, train, options.threads), .close = {}};
  rows.close.resize(test.rows());
  for (size_t i = 0; i < test.rows(); ++i) rows.without += row_norm(test, i) > 0 ? 0 : 1;
  const RowIndex index(train);
  std::vector<RowIndex::Scratch> scratch(static_cast<size_t>(std::max(1, options.threads)));
  parallel_ranges(test.rows(), options.threads, 16, [&](size_t begin, size_t end, int worker) {
    for (size_t i = begin; i < end; ++i)
      if (rows.nearest[i].cosine >= options.least)
        rows.close[i] = index.at_least(options.least, test, i, scratch[static_cast<size_t>(worker)]);
  });
  return rows;
}

template <class Matrix>
Result<FoldVectorLeaks> leaks_of_vectors(const Matrix& all, const Places& places, const Fold& fold,
                                         const VectorLeakOptions& options) {
  const std::vector<uint32_t> test = fold.test.list();
  std::vector<uint32_t> train = fold.train.list();
  train.insert(train.end(), fold.validation.begin(), fold.validation.end());
  std::ranges::sort(train);  // in a tie the lowest row is the nearest
  SF_ASSIGN(const CloseRows found,
            close_rows(rows_of(all, places, test), rows_of(all, places, train), options));

  FoldVectorLeaks leaks;
  leaks.train = train.size();
  leaks.without = found.without;
  leaks.close.test = test.size();
  std::vector<std::pair<uint32_t, uint32_t>> edges;
  for (size_t i = 0; i < test.size(); ++i) {
    const NearRow& nearest = found.nearest[i];
    leaks.nearest.push_back(
        {test[i], nearest.row == kNoRow ? kNoTraining : train[nearest.row], nearest.cosine});
    leaks.close.leaking += found.close[i].empty() ? 0 : 1;
    for (const NearRow& close : found.close[i]) {
      leaks.close.leaks.push_back({test[i], train[close.row], close.cosine});
      edges.emplace_back(test[i], train[close.row]);
    }
    if (edges.size() > kMostPairs)
      return usage_error(
          fmt::format("more than {} pairs of a test and a training document have a cosine of {:g}: "
                      "ask for a higher one",
                      kMostPairs, options.least));
  }
  std::ranges::sort(leaks.close.leaks, {},
                    [](const NearLeak& leak) { return std::pair(leak.test, leak.train); });
  std::tie(leaks.close.drop_test, leaks.close.drop_train) = least_cover(edges);
  return leaks;
}

}  // namespace

Result<std::vector<FoldVectorLeaks>> vector_leaks(const Encoded& vectors, std::span<const uint32_t> rows,
                                                  const std::vector<Fold>& folds,
                                                  const VectorLeakOptions& options) {
  if (!(options.least > 0 && options.least <= 1))
    return usage_error(fmt::format("a cosine must be above 0 and at most 1, not {:g}", options.least));
  Places places;
  for (uint32_t i = 0; i < rows.size(); ++i) {
    if (rows[i] >= places.size()) places.resize(rows[i] + size_t{1});
    places[rows[i]] = i;
  }
  std::vector<FoldVectorLeaks> found;
  if (const auto* sparse = std::get_if<CsrMatrix>(&vectors.vectors)) {
    if (std::ranges::any_of(sparse->values, [](double value) { return value < 0; }))
      return data_error("sparse vectors with negative numbers cannot be compared");
    for (const Fold& fold : folds) {
      SF_ASSIGN(auto of_fold, leaks_of_vectors(*sparse, places, fold, options));
      found.push_back(std::move(of_fold));
    }
    return found;
  }
  std::optional<FloatMatrix> rounded;
  const auto* dense = std::get_if<FloatMatrix>(&vectors.vectors);
  if (dense == nullptr) {
    SF_ASSIGN(rounded, float_vectors(vectors));
    dense = &*rounded;
  }
  for (const Fold& fold : folds) {
    SF_ASSIGN(auto of_fold, leaks_of_vectors(*dense, places, fold, options));
    found.push_back(std::move(of_fold));
  }
  return found;
}

}  // namespace standfast
