#include "standfast/num/kernel/nearest_rows.h"

#include <cmath>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/num/kernel/csr.h"

namespace standfast {
namespace {

// Returns counts in which few columns are frequent and many are rare, as words are. Some rows are empty.
CsrMatrix word_counts(size_t rows, size_t columns, uint64_t seed) {
  CsrMatrix counts;
  counts.columns_count = columns;
  Rng rng(seed, "test/nearest-rows");
  for (size_t i = 0; i < rows; ++i) {
    for (uint32_t c = 0; c < columns && i % 17 != 3; ++c)
      if (rng.chance(std::min(0.9, 2.0 / (1 + c)))) {
        counts.columns.push_back(c);
        counts.values.push_back(1 + static_cast<double>(rng.below(3)));
      }
    counts.begin.push_back(counts.columns.size());
  }
  return counts;
}

TEST(NearestRows, EqualAComparisonOfAllRows) {
  for (const uint64_t seed : {1, 2, 3}) {
    const CsrMatrix points = word_counts(300, 400, seed), queries = word_counts(120, 450, seed + 10);
    const auto found = nearest_rows(queries, points, 1);
    EXPECT_EQ(found, nearest_rows(queries, points, 3));
    const RowIndex index(points);
    RowIndex::Scratch scratch;
    for (uint32_t q = 0; q < queries.rows(); ++q) {
      NearRow best;
      std::vector<NearRow> near;
      for (uint32_t p = 0; p < points.rows(); ++p) {
        const double cosine = row_cosine(queries, q, points, p);
        if (cosine > best.cosine) best = {p, cosine};
        if (cosine >= 0.7) near.push_back({p, cosine});
      }
      EXPECT_EQ(found[q], best) << "row " << q;
      EXPECT_EQ(index.at_least(0.7, queries, q, scratch), near) << "row " << q;
    }
  }
}

// A few frequent columns have nearly all of the length of the counts: rows that are met early are many, and
// only the frequent columns tell them apart.
TEST(NearestRows, WhereFrequentColumnsCarryTheLength) {
  CsrMatrix points = word_counts(400, 200, 7);
  for (size_t e = 0; e < points.columns.size(); ++e)
    if (points.columns[e] < 4) points.values[e] *= 20;
  const auto found = nearest_rows(points, points);
  for (uint32_t q = 0; q < points.rows(); ++q) {
    NearRow best;
    for (uint32_t p = 0; p < points.rows(); ++p)
      if (const double cosine = row_cosine(points, q, points, p); cosine > best.cosine) best = {p, cosine};
    EXPECT_EQ(found[q], best) << "row " << q;
  }
}

// Each query meets only a few of many rows, and some of these share both of its columns.
TEST(NearestRows, WhereAQueryMeetsFewRows) {
  CsrMatrix points;
  points.columns_count = 200;
  for (uint32_t row = 0; row < 1000; ++row) {
    for (const uint32_t column : {row % 100, 100 + row % 50}) {
      points.columns.push_back(column);
      points.values.push_back(1 + row % 7);
    }
    points.begin.push_back(points.columns.size());
  }
  const auto found = nearest_rows(points, points);
  const RowIndex index(points);
  RowIndex::Scratch scratch;
  for (uint32_t q = 0; q < points.rows(); ++q) {
    NearRow best;
    std::vector<NearRow> near;
    for (uint32_t p = 0; p < points.rows(); ++p) {
      const double cosine = row_cosine(points, q, points, p);
      if (cosine > best.cosine) best = {p, cosine};
      if (cosine >= 0.6) near.push_back({p, cosine});
    }
    ASSERT_EQ(found[q], best) << "row " << q;
    ASSERT_EQ(index.at_least(0.6, points, q, scratch), near) << "row " << q;
  }
}

TEST(NearestRows, EqualRowsAndRowsThatShareNothing) {
  CsrMatrix points;
  points.columns_count = 4;
  points.columns = {0, 1, 0, 1, 2};
  points.values = {1, 2, 2, 4, 5};
  points.begin = {0, 0, 2, 4, 5};
  CsrMatrix queries;
  queries.columns_count = 4;
  queries.columns = {0, 1, 3, 2};
  queries.values = {3, 6, 1, 0};
  queries.begin = {0, 2, 3, 3, 4};
  const auto found = nearest_rows(queries, points);
  EXPECT_EQ(found[0].row, 1U) << "the lower of two equal ones";
  EXPECT_NEAR(found[0].cosine, 1, 1e-15);
  for (const size_t q : {1, 2, 3}) EXPECT_EQ(found[q], NearRow()) << "query " << q;
  EXPECT_EQ(nearest_rows(queries, CsrMatrix())[0], NearRow());
}

}  // namespace
}  // namespace standfast
