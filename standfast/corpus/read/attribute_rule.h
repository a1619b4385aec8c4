// Columns beside the roles: which value of the file each is, of what kind, and which documents are wanted by
// it.
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
  std::string name;  // under which the corpus has it; no role's
  std::string from;  // a column of the file; "id": the id of the document
  // "": the whole value; else what stands before the nth of these. Fewer than n: none.
  std::string until = {};
  uint64_t nth = 1;  // 1 or more
  AttributeKind kind = AttributeKind::category;
  // Of lists: what stands between the elements of a value that is text. "": such a value is one element. JSON
  // has lists of its own, which need none.
  std::string separator = {};
  // A study names the column without saying where it is. A file may lack it; then no document has a value.
  bool implied = false;
  std::string asked_by = {};  // the flag that names the column ("group"), for messages; "": --column NAME
  bool operator==(const AttributeRule&) const = default;
};
// "" or why the corpus can have no attribute of that name.
std::string objection_to_attribute(std::string_view name);

// The flag that names the column of the rule, without its dashes: "column thread".
std::string flag_of(const AttributeRule& rule);

// The text that the rule makes of one of its column; nothing: the document has no value.
std::optional<std::string_view> attribute_value(const AttributeRule& rule, std::string_view value);

// What the file has for a rule in one row: text, a list, or neither.
struct AttributeSource {
  std::optional<std::string_view> text = {};
  std::optional<std::span<const std::string_view>> list = {};
};

// The same as a value of the rule's kind. A category is the text as it is. Spaces around a number and around
// the elements of a separated list are no part of them, and elements of nothing but spaces are none.
// elements: where those of a list are put. A data error says what is wrong with the value: rating "abc" is no
// number.
Result<AttributeInput> attribute_input(const AttributeRule& rule, const AttributeSource& source,
                                       std::vector<std::string_view>& elements);

// The whole text as a number, spaces around it aside; it may be infinite or no number (nan).
std::optional<double> number_of(std::string_view text);

// A document is wanted if an attribute of it has this value: of a category the value; of a number one within
// bounds, as in number_bounds(); of a list one that has the element. Documents without a value are not.
struct AttributeValue {
  std::string name, value;
  bool operator==(const AttributeValue&) const = default;
};
// "" or why nothing of this kind can be wanted so.
std::string objection_to_wanted(AttributeKind kind, std::string_view value);
bool is_wanted(const AttributeInput& input, std::string_view value);

// ">= 4", "< 10", "= 3", "3" or several of them with commas between: ">= 2, < 4".
struct NumberBounds {
  double low, high;                   // infinite where there is none
  bool above = false, below = false;  // low, high itself is left out
  bool holds(double x) const { return (above ? x > low : x >= low) && (below ? x < high : x <= high); }
};
Result<NumberBounds> number_bounds(std::string_view text);

}  // namespace standfast
