// Columns given by the user: their cells as text, one after another, from any storage.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nanobind/nanobind.h>

#include "standfast/base/result.h"

namespace standfast::python {

// The cell of one document. Numbers and booleans are written as JSON writes them, dates as ISO 8601. Views
// are valid until the next cell of the same column is read.
struct Cell {
  std::optional<std::string_view> text = {};                   // empty: no value (null, None, NaN, NaT)
  std::optional<std::span<const std::string_view>> list = {};  // for a cell with several values
};

class Cells {
 public:
  virtual ~Cells() = default;
  virtual size_t size() const = 0;
  // Returns the cell of a row. A data error names the value that cannot be read, not the row.
  virtual Result<Cell> at(size_t row) = 0;
};

// Formats a number such that it reads back as the same number: "1.5", "2.0", "1e+20".
std::string number_text(double value);

// Makes the cells of a sequence of Python objects: a list, a tuple, a NumPy array, a column of pandas without
// Arrow. Callers hold the interpreter's lock as long as the cells are in use. Any other object is a usage
// error.
std::unique_ptr<Cells> object_cells(nanobind::object sequence);

}  // namespace standfast::python
