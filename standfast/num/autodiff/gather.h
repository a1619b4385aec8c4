// Embedding look-up, summed over tables: the vector of each token is the sum of a row of each table (word,
// kind, position).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <vector>

#include "standfast/num/autodiff/tape.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

// The gradient of a table during training.
struct TableGradient {
  FloatMatrix numbers;
  std::vector<uint8_t> touched;  // by row: true if a gradient was added; all other rows are 0
  std::vector<uint8_t> stays;    // by row: true if it never gets a gradient
};

struct Table : FloatMatrix {
  std::shared_ptr<TableGradient> learns = {};

  Table() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): a matrix that does not learn
  Table(FloatMatrix numbers) : FloatMatrix(std::move(numbers)) {}
};
// Makes the table trainable, all but the rows that stay as they are, such as zeros for padding. A table that
// is not trainable is frozen as a whole.
void let_learn(Table& table, std::span<const uint32_t> rows_that_stay = {});

struct RowsOf {
  const Table* table;
  std::vector<uint32_t> rows;
};
// Computes result[i] = sum over the tables, in order, of row rows[i]. All tables give the same number of rows
// and columns.
ValuePtr gather(Tape& tape, std::vector<RowsOf> tables);

// Returns the rows `places` of x, each at most once.
ValuePtr pick_rows(Tape& tape, const ValuePtr& x, std::vector<uint32_t> places);

// Concatenation of values by columns.

// Concatenates: row i of the result is row i of each part, one after the other. All have as many rows. The
// parts stay as they are.
ValuePtr join_columns(Tape& tape, std::vector<ValuePtr> parts);

}  // namespace standfast
