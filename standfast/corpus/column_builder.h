// Builders of columns, filled document by document. A column that no document has a value for takes no
// memory.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "standfast/corpus/column.h"
#include "standfast/corpus/read/string_index.h"
#include "standfast/text/normal_form.h"

namespace standfast {

// A dictionary that numbers strings (read/string_index.h) up to canonical equivalence: "é" as one code point
// and as "e" with an accent behind it look the same, and no author, topic or id differs from another by that.
class CanonicalIndex {
 public:
  // Finds the number of a string. string_of(number), here and below: the string of a number, as it was added.
  template <class StringOf>
  std::optional<uint32_t> find(std::string_view string, const StringOf& string_of) const {
    std::string store;
    return index_.find(composed(string, store), keys(string_of));
  }

  // Returns the number that the string, or one that is canonically equal to it, has already; otherwise
  // nothing, and it has the next (0, 1, 2, ...) from now on.
  template <class StringOf>
  std::optional<uint32_t> find_or_add(std::string_view string, const StringOf& string_of) {
    std::string store;
    const std::string_view key = composed(string, store);
    const auto known = index_.find_or_add(key, keys(string_of));
    if (!known && key != string) composed_.emplace(count_, key);
    if (!known) ++count_;
    return known;
  }

  void expect(std::string_view string) const { index_.expect(string); }

 private:
  template <class StringOf>
  auto keys(const StringOf& string_of) const {
    return [this, &string_of](uint32_t number) -> std::string_view {
      if (!composed_.empty())
        if (const auto found = composed_.find(number); found != composed_.end()) return found->second;
      return string_of(number);
    };
  }

  StringIndex index_;  // for the strings in NFC
  uint32_t count_ = 0;
  std::unordered_map<uint32_t, std::string> composed_;  // NFC of the strings that are in another form
};

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
