// Columns of Arrow, as polars, pyarrow, duckdb and newer pandas provide them. Buffers are not copied, and no
// object is made per row.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cells.h"

// Arrow's C data and stream interface: three structs, copied from its specification. No library is needed to read
// them. https://arrow.apache.org/docs/format/CDataInterface.html
struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  int64_t flags;
  int64_t n_children;
  ArrowSchema** children;
  ArrowSchema* dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void** buffers;
  ArrowArray** children;
  ArrowArray* dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};

struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema* out);
  int (*get_next)(ArrowArrayStream*, ArrowArray* out);
  const char* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data;
};

namespace standfast::python {

struct ArrowColumn {
  std::string name;
  bool plain = true;  // text or numbers; no list and no object
};

// The content of an Arrow stream or array: a table (structs) or a single column without a name.
class ArrowTable {
 public:
  // Reads all chunks of the stream and releases it. Returns a data error if the stream reports one.
  static Result<ArrowTable> read(ArrowArrayStream& stream);
  // Takes ownership of both structures, as the Arrow C data interface prescribes.
  static ArrowTable of_array(ArrowSchema& schema, ArrowArray& array);

  bool is_table() const;
  const std::vector<ArrowColumn>& columns() const { return columns_; }
  size_t rows() const;
  // "int", "float", "bool", or "" for any other type; a dictionary has the kind of its values.
  std::string kind(size_t column) const;
  // Returns the cells of a column, which keep the buffers alive, or a data error if its type cannot be read.
  Result<std::unique_ptr<Cells>> cells(size_t column) const;

 private:
  struct Held;
  explicit ArrowTable(std::shared_ptr<const Held> held);
  const ArrowSchema* schema_of(size_t column) const;  // null: there is no such column
  std::shared_ptr<const Held> held_;
  std::vector<ArrowColumn> columns_;
};

}  // namespace standfast::python
