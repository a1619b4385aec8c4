// Columns of Arrow: what polars, pyarrow, duckdb and newer pandas hand over. Buffers stay where they are; nothing is made per
// row.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "arrow.h"
#include "cells.h"

namespace standfast::python {

struct ArrowColumn {
  std::string name;
  bool plain = true;  // text or numbers; no list and no object
};

// The content of an Arrow stream or array: a table (structs) or a single column without a name.
class ArrowTable {
 public:
  // Takes what the stream has, and releases the stream. A data error where the stream reports one.
  static Result<ArrowTable> read(ArrowArrayStream& stream);
  // Takes ownership of both structures, as the Arrow C data interface prescribes.
  static ArrowTable of_array(ArrowSchema& schema, ArrowArray& array);

  bool is_table() const;
  const std::vector<ArrowColumn>& columns() const { return columns_; }
  size_t rows() const;
  // "int", "float", "bool", or "" for any other type; a dictionary has the kind of its values.
  std::string kind(size_t column) const;
  // A data error for a type that holds no values we can read. The cells keep the buffers alive.
  Result<std::unique_ptr<Cells>> cells(size_t column) const;

 private:
  struct Held;
  explicit ArrowTable(std::shared_ptr<const Held> held);
  const ArrowSchema* schema_of(size_t column) const;  // null: there is no such column
  std::shared_ptr<const Held> held_;
  std::vector<ArrowColumn> columns_;
};

}  // namespace standfast::python
