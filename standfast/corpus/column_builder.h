// Builders of columns, filled document by document. A column that no document has a value for takes no
// memory.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/corpus/canonical_index.h"
#include "standfast/corpus/column.h"

namespace standfast {

class ColumnBuilder {
 public:
  // Adds a value. row: the number of documents before this one.
  void add(std::optional<std::string_view> value, uint32_t row);
  bool any() const { return any_; }
  Column finish() &&;

 private:
  std::deque<uint32_t> codes_;
  std::vector<std::string> names_;  // by code, in the order they came; the first of canonically equal ones
  CanonicalIndex index_;            // for names
  bool any_ = false;
};

class AttributeBuilder {
 public:
  explicit AttributeBuilder(AttributeKind kind) : kind_(kind) {}
  // Adds a value of this kind, or none. A text must outlive the column.
  void add(const AttributeInput& value, uint32_t row);
  AttributeKind kind() const { return kind_; }
  AttributeColumn finish() &&;

 private:
  AttributeKind kind_;
  bool any_ = false;
  ColumnBuilder categories_;  // for a list: its elements
  std::deque<double> numbers_;
  std::deque<std::string_view> texts_;
  std::deque<uint64_t> begins_;
  std::vector<bool> has_;
  uint32_t elements_ = 0;
};

}  // namespace standfast
