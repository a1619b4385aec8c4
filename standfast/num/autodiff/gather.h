// Rows of tables of vectors: the vector of each token is the sum of a row of each table (word, kind, position).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <vector>

#include "standfast/num/autodiff/tape.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

// The gradient of a table while it learns.
struct TableGradient {
  FloatMatrix numbers;
  std::vector<uint8_t> touched;  // by row: whether anything was added; all other rows are 0
  std::vector<uint8_t> stays;    // by row: whether it never gets a gradient
};

struct Table : FloatMatrix {
  std::shared_ptr<TableGradient> learns = {};

  Table() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): a matrix that does not learn
  Table(FloatMatrix numbers) : FloatMatrix(std::move(numbers)) {}
};
// From now on it learns, all but the rows that stay as they are, say the zeros that stand for padding. A table that does not
// learn is frozen as a whole.
void let_learn(Table& table, std::span<const uint32_t> rows_that_stay = {});

struct RowsOf {
  const Table* table;
  std::vector<uint32_t> rows;
};
// result[i] = sum over the tables, in order, of row rows[i]. All have as many rows to give and as many columns.
ValuePtr gather(Tape& tape, std::vector<RowsOf> tables);

// The rows `places` of x, each at most once.
ValuePtr pick_rows(Tape& tape, const ValuePtr& x, std::vector<uint32_t> places);

}  // namespace standfast
