// Columns made document by document. A column that no document has a value for takes no memory.
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
  // row: how many documents came before.
  void add(std::optional<std::string_view> value, uint32_t row);
  bool any() const { return any_; }
  Column finish() &&;

 private:
  std::deque<uint32_t> codes_;
  std::vector<std::string> names_;  // by code, in the order they came; of canonically equal ones the first
  CanonicalIndex index_;            // of names
  bool any_ = false;
};

class AttributeBuilder {
 public:
  explicit AttributeBuilder(AttributeKind kind) : kind_(kind) {}
  // The value is of this kind, or none. A text must outlive the column.
  void add(const AttributeInput& value, uint32_t row);
  AttributeKind kind() const { return kind_; }
  AttributeColumn finish() &&;

 private:
  AttributeKind kind_;
  bool any_ = false;
  ColumnBuilder categories_;  // of a list: its elements
  std::deque<double> numbers_;
  std::deque<std::string_view> texts_;
  std::deque<uint64_t> begins_;
  std::vector<bool> has_;
  uint32_t elements_ = 0;
};

}  // namespace standfast
