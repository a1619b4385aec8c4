// Columns beside the roles: their source in the file, their kind, and the choice of documents by their
// values.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/corpus/column.h"

namespace standfast {

// A column beside the roles: the value of a column of the file, or the beginning of it.
struct AttributeRule {
  std::string name;  // the name in the corpus; no role's
  std::string from;  // a column of the file; "id": the id of the document
  // "": the whole value; else the text before the nth of these. Fewer than n: none.
  std::string until = {};
  uint64_t nth = 1;  // 1 or more
  AttributeKind kind = AttributeKind::category;
  // The separator of lists, between the elements of a value that is text. "": such a value is one element.
  // JSON has lists of its own, which need none.
  std::string separator = {};
  // True if a study names the column without saying where it is. A file may lack it; then no document has a
  // value.
  bool implied = false;
  std::string asked_by = {};  // the flag that names the column ("group"), for messages; "": --column NAME
  bool operator==(const AttributeRule&) const = default;
};
// Returns "" or why the corpus can have no attribute of that name.
std::string objection_to_attribute(std::string_view name);

// Returns the flag that names the column of the rule, without its dashes: "column thread".
std::string flag_of(const AttributeRule& rule);

// Returns the text that the rule makes of a value of its column; nothing: the document has no value.
std::optional<std::string_view> attribute_value(const AttributeRule& rule, std::string_view value);

// The source of an attribute in one row of the file: text, a list, or neither.
struct AttributeSource {
  std::optional<std::string_view> text = {};
  std::optional<std::span<const std::string_view>> list = {};
};

// Converts it to a value of the rule's kind. A category is the text as it is. Spaces around a number and
// around the elements of a separated list are no part of them, and elements of nothing but spaces are none.
// elements: receives the elements of a list. A data error says what is wrong with the value: rating "abc" is
// no number.
Result<AttributeInput> attribute_input(const AttributeRule& rule, const AttributeSource& source,
                                       std::vector<std::string_view>& elements);

// Parses the whole text as a number, spaces around it aside; it may be infinite or no number (nan).
std::optional<double> number_of(std::string_view text);

// A filter of documents by an attribute: a category has this value; a number lies within bounds, as in
// number_bounds(); a list has the element. Documents without a value do not pass.
struct AttributeValue {
  std::string name, value;
  bool operator==(const AttributeValue&) const = default;
};
// Returns "" or why an attribute of this kind cannot be filtered so.
std::string objection_to_wanted(AttributeKind kind, std::string_view value);
bool is_wanted(const AttributeInput& input, std::string_view value);

// Bounds of a number: ">= 4", "< 10", "= 3", "3" or several of them with commas between: ">= 2, < 4".
struct NumberBounds {
  double low, high;                   // infinite where there is no bound
  bool above = false, below = false;  // low, high itself is excluded
  bool holds(double x) const { return (above ? x > low : x >= low) && (below ? x < high : x <= high); }
};
Result<NumberBounds> number_bounds(std::string_view text);

}  // namespace standfast
